import { type Light, toGrey, toLinear } from '../../platform/browser/light-map.ts'

/**
 * How to write on a part of a picture: with light or dark letters, and how opaque a scrim of the
 * opposite color (black or white) must lie between it and them.
 */
export interface Legible {
  ink: 'light' | 'dark'
  scrim: number
}

/** Of text to its background, WCAG 2.2 AA, and a little more for what rounding takes away. */
const contrast = 4.6
/** Of `--ink` of dark letters, `#101316`. */
const darkInk = 0.0065
const lightestUnderLightInk = 1.05 / contrast - 0.05
const darkestUnderDarkInk = contrast * (darkInk + 0.05) - 0.05

/**
 * The letters that are legible over every place of the picture with the scrim that changes it least:
 * haze is no part of a night, nor darkness of a bright day.
 * @param tone how light the picture is on the whole, 0 to 1
 */
export const toLegible = (light: Light, tone: number): Legible => {
  const [forLight, forDark] = [toBlackScrim(light.lightest), toWhiteScrim(light.darkest)]
  const [darker, brighter] = [forLight * tone, forDark * (1 - tone)]
  const isLight = darker === brighter ? prefersLight(light) : darker < brighter
  return isLight ? { ink: 'light', scrim: forLight } : { ink: 'dark', scrim: forDark }
}

/** Where both can be read, the one that stands out more where it stands out least. */
const prefersLight = ({ darkest, lightest }: Light): boolean =>
  1.05 / (lightest + 0.05) >= (darkest + 0.05) / (darkInk + 0.05)

/** A browser mixes channels by their sRGB values; of all colors so light, grey stays lightest. */
const toBlackScrim = (lightest: number): number =>
  Math.max(0, 1 - toGrey(lightestUnderLightInk) / toGrey(lightest))

/**
 * White over a color gives at least as much light as over a picture of black and white points in
 * the share that makes it as light: each channel lies above that line.
 */
const toWhiteScrim = (darkest: number): number => {
  const missing = (darkestUnderDarkInk - darkest) / (1 - darkest)
  return missing > 0 ? toGrey(missing) : 0
}

/** The light of a part of a picture under black of this opacity (0 to 1). */
export const toDimmed = ({ darkest, lightest }: Light, dim: number): Light => ({
  // Of all colors so light, one of full and empty channels gets darkest, and grey stays lightest.
  darkest: darkest * toLinear(255 * (1 - dim)),
  lightest: toLinear(255 * (1 - dim) * toGrey(lightest)),
})
