import {
  type Area,
  type Light,
  parseLightMap,
  readLight,
  toGrey,
  toLinear,
} from '../../platform/browser/light-map.ts'
import type { Veil } from '../settings/setting-values.ts'

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

/** What text stands on: `.glass` and `.panel` are surfaces of their own, `.on-picture` has but a scrim. */
const surfaces = '.glass, .panel, .on-picture'
/** A surface's blur and the soft edge of a scrim mix in what is this near, in CSS pixels. */
const marginRatio = 24
/** A blur mixes in what is within so many of its radius. */
const blurReach = 3

/**
 * Gives every surface over the wallpaper `data-ink` (light or dark letters) and `--scrim` (0 to 1) by
 * the picture and the veil under it, whenever these, the page or the window change, before it is painted.
 */
export const keepLegible = (page: HTMLElement): void => {
  const adapt = () => {
    const image = page.querySelector<HTMLImageElement>('#wallpaper')
    if (!image) return
    for (const surface of page.querySelectorAll<HTMLElement>(surfaces)) adaptSurface(surface, image)
  }
  const observer = new MutationObserver(adapt)
  observer.observe(page, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-light', 'open'],
  })
  observer.observe(document.documentElement, { attributeFilter: ['style'] })
  addEventListener('resize', adapt)
  adapt()
}

const adaptSurface = (surface: HTMLElement, image: HTMLImageElement): void => {
  const { dim, blur } = readVeil()
  const area = toArea(surface.getBoundingClientRect(), image, marginRatio + blurReach * blur)
  const light = readLight(parseLightMap(image.dataset.light), area)
  const { ink, scrim } = toLegible(toDimmed(light, dim / 100), readTone() * (1 - dim / 100))
  surface.dataset.ink = ink
  surface.style.setProperty('--scrim', scrim.toFixed(3))
}

/** Where a rectangle of the window, and a margin around it, is in the picture, which covers the window. */
const toArea = (
  { left, top, right, bottom }: DOMRect,
  image: HTMLImageElement,
  margin: number,
): Area => {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image
  const scale = Math.max(clientWidth / naturalWidth, clientHeight / naturalHeight)
  const [width, height] = [naturalWidth * scale, naturalHeight * scale]
  const [x, y] = toPosition(image)
  const toShareX = (value: number) => (value + (width - clientWidth) * x) / width
  const toShareY = (value: number) => (value + (height - clientHeight) * y) / height
  return {
    left: toShareX(left - margin),
    top: toShareY(top - margin),
    right: toShareX(right + margin),
    bottom: toShareY(bottom + margin),
  }
}

/** `object-position` as shares. */
const toPosition = (image: HTMLImageElement): [x: number, y: number] => {
  const [x = 50, y = 50] = getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat)
  return [x / 100, y / 100]
}

/** The veil that lies over this page. */
const readVeil = (): Veil => {
  const { style } = document.documentElement
  const read = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  return { dim: read('--dim'), blur: read('--blur') }
}

/** How light the picture is on the whole, 0 to 1, by its mean color, which the page has: most of it is green. */
const readTone = (): number =>
  (Number(document.documentElement.style.backgroundColor.split(',')[1]) || 0) / 255
