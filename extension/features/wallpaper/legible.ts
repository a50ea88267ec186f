import { decodeLight, encodeLight } from '../../../shared/oklab.ts'
import {
  type Area,
  type Light,
  parseLightMap,
  readLight,
} from '../../platform/browser/light-map.ts'
import type { Veil } from '../settings/setting-values.ts'

export type Ink = 'light' | 'dark'

// The relative luminance of `#101316`, the color of dark letters.
const darkInk = 0.0065
// WCAG 2.2 AA asks for this contrast, and for less if letters are large. The rest is for rounding.
const wanted = (fontPx: number) => (fontPx < 24 ? 4.6 : 3.1)
// White letters look clearer on middle tones than their contrast says, and a dark halo looks like a shadow. They are
// therefore used up to this lightness, from 0 (black) to 1 (white) in even steps for the eye.
const lightestForLightInk = 0.55

export const toInk = ({ typical }: Light): Ink => (typical < lightestForLightInk ? 'light' : 'dark')

/**
 * Returns the opacity (0 to 1) that makes letters legible. It is that of a black layer behind light letters, or of a white
 * one behind dark letters.
 */
export const toScrim = (ink: Ink, { darkest, lightest }: Light, fontPx: number): number => {
  const contrast = wanted(fontPx)
  if (ink === 'light') {
    const most = 1.05 / contrast - 0.05
    // Browsers blend colors as sRGB values. Of all colors with the same luminance, gray stays lightest under black.
    return Math.max(0, 1 - encodeLight(most) / encodeLight(lightest))
  }
  const least = (darkInk + 0.05) * contrast - 0.05
  // Of all pictures with the same luminance, one of black and white dots stays darkest under white.
  return encodeLight(Math.max(0, (least - darkest) / (1 - darkest)))
}

export const toDimmed = ({ darkest, lightest, typical }: Light, dim: number): Light => ({
  // Browsers dim the sRGB values. Of all colors with the same luminance, those whose channels are all 0 or 255 therefore
  // become the darkest, and gray becomes the lightest.
  darkest: darkest * decodeLight(1 - dim),
  lightest: decodeLight((1 - dim) * encodeLight(lightest)),
  typical: typical * (1 - dim),
})

const textSurfaces = '.glass, .panel, .on-picture'
// How far a background blur reaches.
const marginPx = 24
// How far a blur of the picture reaches, as a multiple of its CSS radius.
const blurReach = 3

/**
 * Sets `data-ink` (light or dark letters) on every element with text over the wallpaper, and `--scrim` (0 to 1) on it or
 * on each of its lines. Sets both again before the next paint when the picture, its dimming or blur, the page or the
 * window changes.
 */
export const makeLegible = (page: HTMLElement): void => {
  const adapt = () => {
    const image = page.querySelector<HTMLImageElement>('#wallpaper')
    if (!image) return
    for (const surface of page.querySelectorAll<HTMLElement>(textSurfaces))
      adaptSurface(surface, image)
    const clock = !import.meta.env.WXT_WEB && page.querySelector<HTMLElement>('.calm')
    if (clock) void placeClock(clock, image)
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
  const ink = toInk(readLightAt(surface, image))
  surface.dataset.ink = ink
  const lines = surface.querySelectorAll<HTMLElement>(':scope > p')
  for (const line of lines[0] ? lines : [surface]) {
    const fontPx = Number.parseFloat(getComputedStyle(line).fontSize)
    line.style.setProperty('--scrim', toScrim(ink, readLightAt(line, image), fontPx).toFixed(3))
  }
}

// The code for this place is loaded only if a person has chosen it. The web page has no settings.
const placeClock = async (clock: HTMLElement, image: HTMLImageElement) => {
  const { moveToCalm } = await import('./calm.ts')
  moveToCalm(clock, image, readLightAt)
  adaptSurface(clock, image)
}

const readLightAt = (element: Element, image: HTMLImageElement): Light => {
  const { dim, blur } = readVeil()
  const margin = blurReach * blur + (element.matches('p, .calm') ? 0 : marginPx)
  const area = toArea(element.getBoundingClientRect(), image, margin)
  return toDimmed(readLight(parseLightMap(image.dataset.light), area), dim / 100)
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
