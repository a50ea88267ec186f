import { distance, type Lab, labToHex, toLab } from './oklab.ts'

const mostColors = 6
const rounds = 8
// Two colors closer than this (squared OKLab distance) look the same.
const sameColor = 0.05 ** 2

interface Bucket {
  color: Lab
  count: number
}

/**
 * Finds up to six dominant colors as `#RRGGBB`, most dominant first. It is k-means in OKLab with a fixed
 * start, so the same pixels always give the same palette.
 * @param pixels RGB bytes
 */
export const extractPalette = (pixels: Uint8Array): string[] => {
  const buckets = countBuckets(pixels)
  let centers = chooseStart(buckets)
  for (let round = 0; round < rounds; round += 1) {
    centers = groupByNearest(buckets, centers).map(mean)
  }
  return groupByNearest(buckets, centers)
    .map((group) => ({ color: mean(group), size: sizeOf(group) }))
    .sort((one, other) => other.size - one.size)
    .map(({ color }) => labToHex(color))
}

// Groups the pixels into the cells of a 16 × 16 × 16 RGB cube.
const countBuckets = (pixels: Uint8Array): Bucket[] => {
  const cells = new Map<number, { sum: [number, number, number]; count: number }>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const cell = cells.get(key) ?? { sum: [0, 0, 0], count: 0 }
    const color = toLab(red, green, blue)
    for (const axis of [0, 1, 2] as const) cell.sum[axis] += color[axis]
    cell.count += 1
    cells.set(key, cell)
  }
  return [...cells.values()].map(({ sum: [l, a, b], count }) => ({
    color: [l / count, a / count, b / count],
    count,
  }))
}

// Starts with the largest bucket, then adds large buckets that are far from the chosen colors.
const chooseStart = (buckets: readonly Bucket[]): Lab[] => {
  const chosen: Lab[] = []
  while (chosen.length < mostColors) {
    const next = mostWorth(buckets, chosen)
    if (next === undefined) break
    chosen.push(next)
  }
  return chosen
}

const mostWorth = (buckets: readonly Bucket[], chosen: readonly Lab[]): Lab | undefined => {
  let best: Lab | undefined
  let most = 0
  for (const { color, count } of buckets) {
    const away = Math.min(1, ...chosen.map((other) => distance(color, other)))
    const worth = away < sameColor ? 0 : Math.sqrt(count) * away
    if (worth <= most) continue
    most = worth
    best = color
  }
  return best
}

const groupByNearest = (buckets: readonly Bucket[], centers: readonly Lab[]): Bucket[][] => {
  const groups = centers.map((): Bucket[] => [])
  for (const bucket of buckets) {
    const away = centers.map((center) => distance(bucket.color, center))
    groups[away.indexOf(Math.min(...away))]?.push(bucket)
  }
  return groups.filter((group) => group.length > 0)
}

const sizeOf = (group: readonly Bucket[]) => group.reduce((sum, { count }) => sum + count, 0)

const mean = (group: readonly Bucket[]): Lab => {
  const total = sizeOf(group)
  const part = (axis: 0 | 1 | 2) =>
    group.reduce((sum, { color, count }) => sum + color[axis] * count, 0) / total
  return [part(0), part(1), part(2)]
}
