import { type Rgb, toLuminance } from '../../extension/platform/browser/light-map.ts'

/** A screenshot as 3 bytes for each pixel. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Style sheets for two screenshots of a new tab: everything but the letters, and white letters on black. */
export const styles = {
  bare: '* { color: transparent !important; text-decoration: none !important; transition: none !important } .icon { visibility: hidden }',
  mask: '* { transition: none !important; background: none !important; backdrop-filter: none !important; box-shadow: none !important; border-color: transparent !important; color: #fff !important; text-shadow: none !important } html { background: #000 !important } #wallpaper, #wallpaper ~ img { visibility: hidden }',
}

export const toRgb = (color: string): Rgb =>
  [...color.matchAll(/[\d.]+/g)].slice(0, 3).map(Number) as unknown as Rgb

export const pixelAt = ({ data, width }: Pixels, x: number, y: number): Rgb => {
  const at = (y * width + x) * 3
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

// How far the edge of a letter reaches, in pixels.
const edge = 2
// In the mask, a pixel darker than the first belongs to no letter, and one lighter than the second to a letter alone.
const [noLetter, letter] = [40, 215]

/** Returns the contrasts of a color with all pixels around the letters in a box, in ascending order. */
export const listEdgeContrasts = (
  ink: Rgb,
  box: Box,
  { bare, mask }: { bare: Pixels; mask: Pixels },
): number[] => {
  const inkLuminance = toLuminance(ink)
  const covers = (x: number, y: number) => pixelAt(mask, x, y)[0]
  const touches = (x: number, y: number) => {
    for (let dy = -edge; dy <= edge; dy++)
      for (let dx = -edge; dx <= edge; dx++) if (covers(x + dx, y + dy) > letter) return true
    return false
  }
  const contrasts: number[] = []
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  for (let y = top; y < Math.min(mask.height, box.y + box.height); y++)
    for (let x = left; x < Math.min(mask.width, box.x + box.width); x++) {
      if (covers(x, y) > noLetter || !touches(x, y)) continue
      const under = toLuminance(pixelAt(bare, x, y))
      contrasts.push(
        (Math.max(inkLuminance, under) + 0.05) / (Math.min(inkLuminance, under) + 0.05),
      )
    }
  return contrasts.sort((a, b) => a - b)
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
