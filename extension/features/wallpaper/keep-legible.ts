import { type Area, parseLightMap, readLight } from '../../platform/light-map.ts'
import { toLegible } from './legible.ts'

/** What text stands on: `.glass` and `.panel` are surfaces of their own, `.on-picture` has but a scrim. */
const SURFACES = '.glass, .panel, .on-picture'
/** A surface's blur and the soft edge of a scrim mix in what is this near, in CSS pixels. */
const MARGIN = 24

/**
 * Gives every surface over the wallpaper `data-ink` (light or dark letters) and `--scrim` (0 to 1) by
 * the picture under it, whenever the picture, the page or the window changes, before it is painted.
 */
export const keepLegible = (page: HTMLElement): void => {
  const adapt = () => {
    const image = page.querySelector<HTMLImageElement>('#wallpaper')
    if (!image) return
    for (const surface of page.querySelectorAll<HTMLElement>(SURFACES)) adaptSurface(surface, image)
  }
  new MutationObserver(adapt).observe(page, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-light', 'open'],
  })
  addEventListener('resize', adapt)
  adapt()
}

const adaptSurface = (surface: HTMLElement, image: HTMLImageElement): void => {
  const area = toArea(surface.getBoundingClientRect(), image)
  const { ink, scrim } = toLegible(readLight(parseLightMap(image.dataset.light), area))
  surface.dataset.ink = ink
  surface.style.setProperty('--scrim', scrim.toFixed(3))
}

/** Where a rectangle of the window is in the picture, which covers the window. */
const toArea = ({ left, top, right, bottom }: DOMRect, image: HTMLImageElement): Area => {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image
  const scale = Math.max(clientWidth / naturalWidth, clientHeight / naturalHeight)
  const [width, height] = [naturalWidth * scale, naturalHeight * scale]
  const [x, y] = toPosition(image)
  const toShareX = (value: number) => (value + (width - clientWidth) * x) / width
  const toShareY = (value: number) => (value + (height - clientHeight) * y) / height
  return {
    left: toShareX(left - MARGIN),
    top: toShareY(top - MARGIN),
    right: toShareX(right + MARGIN),
    bottom: toShareY(bottom + MARGIN),
  }
}

/** `object-position` as shares. */
const toPosition = (image: HTMLImageElement): [x: number, y: number] => {
  const [x = 50, y = 50] = getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat)
  return [x / 100, y / 100]
}
