import type { Wallpaper } from '../catalogue/wallpaper.ts'
import { hexToLab } from '../pictures/oklab.ts'

/** How much wider than high a picture is, in steps: a class per step needs no inline style. */
const steps = { smallest: 0.4, largest: 3.6, per: 20 }

/** Shown for a picture whose size is not known. */
const usualShape = 16 / 9

interface Sized {
  width: number | undefined
  height: number | undefined
}

/** The class that gives a picture its shape: `shape-35` is 35 steps of 1/20, so 1.75. */
export const shapeClass = ({ width, height }: Sized): string => {
  const shape = width !== undefined && height !== undefined ? width / height : usualShape
  const bounded = Math.min(steps.largest, Math.max(steps.smallest, shape))
  return `shape-${Math.round(bounded * steps.per)}`
}

/** The rules of all shape classes; each sets `--shape`. */
export const shapeRules = (): string => {
  const first = Math.round(steps.smallest * steps.per)
  const count = Math.round(steps.largest * steps.per) - first + 1
  return Array.from({ length: count }, (_, step) => toRule(first + step)).join('')
}

const toRule = (step: number) => `.shape-${step}{--shape:${step / steps.per}}\n`

/** Degrees between two hue classes: a class per step needs no inline style. */
const step = 10
/** Below this chroma (OKLab) a color is seen as grey. */
const greyBelow = 0.025
/** Only leading colors give a picture its mood. */
const leading = 4

/**
 * The class that gives a page the hue of a wallpaper: `hue-23` is 230°. The style sheet knows how
 * light each color of a page is, so that every hue is legible.
 */
export const hueClass = ({ palette, color }: Pick<Wallpaper, 'palette' | 'color'>): string => {
  const colors = [...palette.slice(0, leading), ...(color === undefined ? [] : [color])]
  if (colors.length === 0) return ''
  const vivid = colors
    .map(hexToLab)
    .reduce((best, next) => (chromaOf(next) > chromaOf(best) ? next : best))
  if (chromaOf(vivid) < greyBelow) return 'hue-none'
  const degrees = (Math.atan2(vivid[2], vivid[1]) * 180) / Math.PI
  return `hue-${Math.round(((degrees + 360) % 360) / step) % (360 / step)}`
}

const chromaOf = ([, a, b]: readonly [number, number, number]) => Math.hypot(a, b)

/** The rules of all hue classes; each sets `--hue`. */
export const hueRules = (): string =>
  Array.from({ length: 360 / step }, (_, at) => `.hue-${at}{--hue:${at * step}}\n`).join('')

/** Dark pictures stand on a dark ground, also by day; bright ones on the ground that the reader prefers. */
export const sceneClass = ({ luminance = 0 }: Pick<Wallpaper, 'luminance'>): string =>
  luminance > 0.42 ? 'scene' : 'scene scene-dark'
