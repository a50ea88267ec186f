import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { hexToLab } from '../../shared/oklab.ts'

// Each aspect ratio and hue has a CSS class, because the Content-Security-Policy forbids inline styles.

const steps = { smallest: 0.4, largest: 3.6, per: 20 }

const defaultShape = 16 / 9

export const shapeClass = ({ width, height }: Pick<Wallpaper, 'width' | 'height'>): string => {
  const shape = width !== undefined && height !== undefined ? width / height : defaultShape
  const bounded = Math.min(steps.largest, Math.max(steps.smallest, shape))
  return `shape-${Math.round(bounded * steps.per)}`
}

export const shapeRules = (): string => {
  const first = Math.round(steps.smallest * steps.per)
  const count = Math.round(steps.largest * steps.per) - first + 1
  return Array.from({ length: count }, (_, step) => toRule(first + step)).join('')
}

const toRule = (step: number) => `.shape-${step}{--shape:${step / steps.per}}\n`

const step = 10
const grayBelow = 0.025
const leading = 4

/** Returns the CSS class that tints a page with the most vivid color: `hue-23` stands for a hue of 230°. */
export const hueClass = ({ palette, color }: Pick<Wallpaper, 'palette' | 'color'>): string => {
  const colors = [...palette.slice(0, leading), ...(color === undefined ? [] : [color])]
  if (colors.length === 0) return ''
  const vivid = colors
    .map(hexToLab)
    .reduce((best, next) => (chromaOf(next) > chromaOf(best) ? next : best))
  if (chromaOf(vivid) < grayBelow) return 'hue-none'
  const degrees = (Math.atan2(vivid[2], vivid[1]) * 180) / Math.PI
  return `hue-${Math.round(((degrees + 360) % 360) / step) % (360 / step)}`
}

const chromaOf = ([, a, b]: readonly [number, number, number]) => Math.hypot(a, b)

export const hueRules = (): string =>
  Array.from({ length: 360 / step }, (_, at) => `.hue-${at}{--hue:${at * step}}\n`).join('')

export const sceneClass = ({ luminance = 0 }: Pick<Wallpaper, 'luminance'>): string =>
  luminance > 0.42 ? 'scene' : 'scene scene-dark'
