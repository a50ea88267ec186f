import { decodeLight, encodeLight } from '../../../shared/oklab.ts'
import {
  type Area,
  type Light,
  parseLightMap,
  readLight,
} from '../../platform/browser/light-map.ts'
import type { Veil } from '../settings/setting-values.ts'

// The relative luminance of `#101316`, the color of dark letters.
const darkInk = 0.0065
// WCAG 2.2 AA requires a contrast of 4.5. With these limits, it is 4.6, because rounding may take some of it away.
const lightestUnderLightInk = 0.178
const darkestUnderDarkInk = 0.21

/**
 * Chooses the color of letters over a picture, and the opacity (0 to 1) of the scrim that makes them legible. The scrim
 * is black behind light letters and white behind dark ones. The letters with the less visible scrim win. A white scrim
 * is most visible on a dark picture, and a black scrim on a bright one. `tone` is the lightness of the whole picture,
 * from 0 (black) to 1 (white).
 */
export const toLegible = (light: Light, tone: number): { ink: 'light' | 'dark'; scrim: number } => {
  const [forLight, forDark] = [toBlackScrim(light.lightest), toWhiteScrim(light.darkest)]
  const [darker, brighter] = [forLight * tone, forDark * (1 - tone)]
  const isLight = darker === brighter ? prefersLight(light) : darker < brighter
  return isLight ? { ink: 'light', scrim: forLight } : { ink: 'dark', scrim: forDark }
}

const prefersLight = ({ darkest, lightest }: Light): boolean =>
  1.05 / (lightest + 0.05) >= (darkest + 0.05) / (darkInk + 0.05)

// Browsers blend colors as sRGB values. Of all colors with the same luminance, gray stays lightest under a
// black scrim.
const toBlackScrim = (lightest: number): number =>
  Math.max(0, 1 - encodeLight(lightestUnderLightInk) / encodeLight(lightest))

// Of all pictures with the same luminance, one of black and white dots stays darkest under a white scrim. A scrim that is
// strong enough for dark letters on these dots is therefore strong enough on any color.
const toWhiteScrim = (darkest: number): number => {
  const missing = (darkestUnderDarkInk - darkest) / (1 - darkest)
  return missing > 0 ? encodeLight(missing) : 0
}

export const toDimmed = ({ darkest, lightest }: Light, dim: number): Light => ({
  // Browsers dim the sRGB values. Of all colors with the same luminance, those whose channels are all 0 or 255 therefore
  // become the darkest, and gray becomes the lightest.
  darkest: darkest * decodeLight(1 - dim),
  lightest: decodeLight((1 - dim) * encodeLight(lightest)),
})

const textSurfaces = '.glass, .panel, .on-picture'
// How far a background blur or the soft edge of a scrim reaches.
const marginPx = 24
// How far a blur of the picture reaches, as a multiple of its CSS radius.
const blurReach = 3

/**
 * Sets `data-ink` (light or dark letters) and `--scrim` (0 to 1) on every element with text over the wallpaper.
 * Sets both again before the next paint when the picture, its dimming or blur, the page or the window changes.
 */
export const makeLegible = (page: HTMLElement): void => {
  const adapt = () => {
    const image = page.querySelector<HTMLImageElement>('#wallpaper')
    if (!image) return
    for (const surface of page.querySelectorAll<HTMLElement>(textSurfaces))
      adaptSurface(surface, image)
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
  const area = toArea(surface.getBoundingClientRect(), image, marginPx + blurReach * blur)
  const light = readLight(parseLightMap(image.dataset.light), area)
  const tone = encodeLight(Number(image.dataset.luminance)) * (1 - dim / 100)
  const { ink, scrim } = toLegible(toDimmed(light, dim / 100), tone)
  surface.dataset.ink = ink
  surface.style.setProperty('--scrim', scrim.toFixed(3))
}

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

const toPosition = (image: HTMLImageElement): [x: number, y: number] => {
  const [x = 50, y = 50] = getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat)
  return [x / 100, y / 100]
}

const readVeil = (): Veil => {
  const { style } = document.documentElement
  const read = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  return { dim: read('--dim'), blur: read('--blur') }
}
