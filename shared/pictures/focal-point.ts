import type { FocalPoint } from '../catalogue/wallpaper.ts'
import { distance, type Lab, labsOf } from '../oklab.ts'

export const center: FocalPoint = { x: 0.5, y: 0.5 }

/** A small copy of a picture without transparency. */
export interface PixelSample {
  /** Red, green and blue of each pixel, from 0 to 255. */
  data: Uint8Array
  width: number
  height: number
}

// The crops that are tried to find the focal point, as shares of the picture's side. The smallest crop is that of an
// upright picture on a very wide screen.
const crops = [0.24, 0.32, 0.42, 0.55, 0.7, 0.85]
const steps = 50
// How much a crop in the center is preferred. It wins when a picture has no clear subject.
const centerWeight = 0.1

/** Finds the point around which crops show most of the pixels that stand out from their surroundings. */
export const findFocalPoint = (sample: PixelSample): FocalPoint => {
  const weights = weigh(sample)
  const { width, height } = sample
  const columns = new Float64Array(width)
  const rows = new Float64Array(height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      columns[x] = (columns[x] ?? 0) + (weights[at] ?? 0)
      rows[y] = (rows[y] ?? 0) + (weights[at] ?? 0)
    }
  return { x: findPosition(columns), y: findPosition(rows) }
}

const findPosition = (profile: Float64Array): number => {
  const total = profile.reduce((sum, value) => sum + value, 0)
  if (total < profile.length * 1e-6) return 0.5
  let best = { position: 0.5, score: Number.NEGATIVE_INFINITY }
  for (let step = 0; step <= steps; step++) {
    const position = step / steps
    const shown = crops.reduce((sum, crop) => sum + weighCrop(profile, position, crop), 0)
    const score = shown / total / crops.length - centerWeight * (position - 0.5) ** 2 * 4
    if (score > best.score) best = { position, score }
  }
  return best.position
}

// Rates a crop by how much its pixels stand out. Pixels at its edge count half as much as those in its middle.
const weighCrop = (profile: Float64Array, position: number, crop: number): number => {
  const length = profile.length * crop
  const start = (profile.length - length) * position
  let sum = 0
  for (let at = Math.ceil(start - 0.5); at + 0.5 < start + length; at++) {
    const fromMiddle = Math.abs((at + 0.5 - start) / length - 0.5) * 2
    sum += (profile[at] ?? 0) * (1 - fromMiddle ** 2 / 2)
  }
  return sum
}

// Returns how much each pixel stands out from its surroundings. A pixel with average or lower contrast gets zero.
const weigh = ({ data, width, height }: PixelSample): Float64Array => {
  const labs = labsOf(data)
  const measureMean = sumTable(labs, width, height)
  const [whole, around, near, own]: [Mean, Mean, Mean, Mean] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  measureMean(whole, 0, 0, width, height)
  const radius = Math.ceil(Math.max(width, height) / 8)
  const contrast = new Float64Array(width * height)
  let sum = 0
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      measureMean(around, x - radius, y - radius, x + radius + 1, y + radius + 1)
      measureMean(near, x - 1, y - 1, x + 2, y + 2)
      for (let part = 0; part < 3; part++) own[part] = labs[at * 3 + part] ?? 0
      const away = far(near, around) + 0.4 * far(near, whole) + 1.5 * far(own, near)
      const value = away * Math.min(inward((x + 0.5) / width), inward((y + 0.5) / height))
      contrast[at] = value
      sum += value
    }
  const mean = sum / contrast.length
  return contrast.map((value) => Math.max(0, value - mean) ** 2)
}

// Reduces the weight of pixels near the border of a picture. The subject is seldom there, but dark corners and
// objects that are cut off often are.
const inward = (share: number): number => 0.3 + 0.7 * Math.min(1, 8 * Math.min(share, 1 - share))

// `Math.hypot` takes five times as long.
const far = (one: Lab, other: Lab): number => Math.sqrt(distance(one, other))

// A new object for each pixel would double the time.
type Mean = [l: number, a: number, b: number]

// Builds a summed-area table and returns a function that finds the mean color of any rectangle in constant time.
const sumTable = (labs: Float64Array, width: number, height: number) => {
  const line = width + 1
  const table = new Float64Array(line * (height + 1) * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let part = 0; part < 3; part++) {
        const at = ((y + 1) * line + x + 1) * 3 + part
        const above = at - line * 3
        const left = table[at - 3] ?? 0
        const up = table[above] ?? 0
        const both = table[above - 3] ?? 0
        table[at] = (labs[(y * width + x) * 3 + part] ?? 0) + left + up - both
      }
    }
  }
  return (mean: Mean, left: number, top: number, right: number, bottom: number): void => {
    const [x0, x1] = [Math.max(0, left), Math.min(width, right)]
    const [y0, y1] = [Math.max(0, top), Math.min(height, bottom)]
    const [a, b] = [(y1 * line + x1) * 3, (y1 * line + x0) * 3]
    const [c, d] = [(y0 * line + x1) * 3, (y0 * line + x0) * 3]
    const count = (x1 - x0) * (y1 - y0)
    for (let part = 0; part < 3; part++)
      mean[part] =
        ((table[a + part] ?? 0) -
          (table[b + part] ?? 0) -
          (table[c + part] ?? 0) +
          (table[d + part] ?? 0)) /
        count
  }
}
