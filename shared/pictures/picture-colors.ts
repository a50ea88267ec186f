import type { ColorName } from '../filter-values.ts'
import { distance, hexToLab, type Lab, labsOf, labToHex } from '../oklab.ts'

// Typical colors for each color name, as people name them in photographs and paintings. For example, skies are
// `blue` and warm shadows are `brown`. CSS gives the same names other values. `aqua` is missing because every
// picture that is `cyan` is also named `aqua`.
const colorPrototypes: Readonly<Record<Exclude<ColorName, 'aqua'>, string>> = {
  black: '#000000 #0A0A0C #121212 #1A1A1C #15181C #1C1614 #1E1E1E',
  white: '#FFFFFF #F5F5F5 #EEF2F5 #E8F4EE',
  gray: '#808080 #6B6B6B #555555 #3F4042 #9A9A9A #707A80 #7D766E #2E2F31 #272625 #383838 #484848',
  silver: '#C0C0C0 #B4B8BC #CFD3D6 #DADADA',
  red: '#FF0000 #D62222 #E53935 #C01818 #B3261E #FF4D3D #A61C1C',
  maroon: '#800000 #6A0F14 #5A1018 #7B1F2B #45080C',
  brown: '#8B4513 #6B4423 #5A3A22 #3D2817 #2E1F14 #7A5230 #A0693C #4A3428 #936B4A #B98560',
  orange: '#FF8C00 #FFA500 #F57C1F #E8702A #FF7043 #D9661F #F9A04B #C9601C #EFAA84',
  yellow: '#FFFF00 #FFEB3B #F7E04B #FFF176 #F2D72E',
  gold: '#FFD700 #D4A017 #C9982F #E0B040 #B8860B #F0C040',
  khaki: '#F0E68C #C3B091 #BDB76B #D6C896 #A89A6C',
  beige: '#F5F5DC #E8DCC4 #D9C7A8 #EEE0CB #E3D2B8 #C9B79C #D2AE92 #CBA88E',
  ivory: '#FFFFF0 #FBF6E6 #FAF3E0',
  olive: '#808000 #6B6B2A #5A5A2E #7A7A3A #45471F #8A8A4A #36382A',
  lime: '#00FF00 #A4E01A #7FFF00 #B5E61D #9BD63F #C6F04A',
  green:
    '#008000 #2E8B3A #3C7A3C #4CAF50 #1F5A2C #123D1E #5F9A4F #79B36B #0F2C17 #6FA83A #4A7A2A #8FC28A #5A7A30 #5F7344 #4A5C2C #7F9A52 #3A4A22 #84B79C #BFE3CC',
  teal: '#008080 #1F7A7A #0F5A5F #2F8F8A #14484C #3F8F8F #5F9EA0 #6CBDB2 #1F343A',
  cyan: '#00FFFF #4DD9E6 #26C6DA #80E8EE #00BCD4 #5FE0D8',
  blue: '#0000FF #1E5FD0 #3B82F6 #2F6FB3 #4F9FE0 #87CEEB #6FB7E9 #A8D3F0 #1E4FA0 #274B8A #5A85B8 #3A6EA5 #86AACB #2C3F9E #164A6E #3C5274 #56698F #7585A6',
  navy: '#000080 #0A1433 #0D1B3D #101F4A #1A2A5C #0B2038 #26324E #343E5C',
  purple: '#800080 #6A2FA0 #7E57C2 #4B2A7A #9B6FD0 #2F1A4D #B39DDB #5E3A6E #8A6AA8 #3A2450',
  magenta: '#FF00FF #E01FC0 #D81B9C #C2189A #FF3FD0',
  pink: '#FFC0CB #FF69B4 #F48FB1 #F8BBD0 #E8A0A8 #D98AA0 #FF8FA0 #E5B8C4 #D65A8A',
}

// The smallest share of a picture's pixels that a color name needs to be a primary or a secondary color.
const primaryShare = 0.18
const secondaryShare = 0.04
const mostPrimary = 3
const mostSecondary = 4

/**
 * Finds the names that people would give to a picture's colors. Every pixel votes for the name of the most similar
 * typical color. The name with the most votes is always primary. Both lists begin with the most dominant name.
 * @param pixels RGB bytes of a copy of the picture that is about 128 pixels wide
 */
export const nameColors = (pixels: Uint8Array) => {
  const ranked = rankNames(pixels)
  const primary = ranked
    .filter(({ share }, rank) => rank === 0 || share >= primaryShare)
    .slice(0, mostPrimary)
  const secondary = ranked
    .slice(primary.length)
    .filter(({ share }) => share >= secondaryShare)
    .slice(0, mostSecondary)
  return { primary: primary.flatMap(withAlias), secondary: secondary.flatMap(withAlias) }
}

interface Ranked {
  name: ColorName
  share: number
}

const rankNames = (pixels: Uint8Array): Ranked[] => {
  const counts = new Map<number, number>()
  let near = 0
  const all = labsOf(pixels)
  for (let at = 0; at < all.length; at += 3) {
    // Neighbors have similar colors.
    near = findNearest(all, at, near)
    counts.set(near, (counts.get(near) ?? 0) + 1)
  }
  const votes = new Map<ColorName, number>()
  for (const [at, count] of counts) {
    const name = byLightness[at]?.name ?? 'black'
    votes.set(name, (votes.get(name) ?? 0) + count)
  }
  return [...votes]
    .map(([name, count]) => ({ name, share: (count * 3) / all.length }))
    .sort((one, other) => other.share - one.share)
}

const labsByName = new Map(
  Object.entries(colorPrototypes).map(([name, hexes]) => [name, hexes.split(' ').map(hexToLab)]),
)
const prototypes = [...labsByName].flatMap(([name, labs]) =>
  labs.map((lab) => ({ name: name as ColorName, lab })),
)

const byLightness = prototypes.toSorted((one, other) => one.lab[0] - other.lab[0])
const labs = Float64Array.from(byLightness.flatMap(({ lab }) => lab))

// Looks at lighter and at darker typical colors in turn, from `near` on. Each way ends where the lightness alone differs
// more than the nearest color that was found. For a picture, that takes a tenth of the time of comparing all of them.
const findNearest = (colors: ArrayLike<number>, from: number, near: number): number => {
  const [l, a, b] = [colors[from] ?? 0, colors[from + 1] ?? 0, colors[from + 2] ?? 0]
  const awayAt = (at: number) =>
    (l - (labs[at] ?? 0)) ** 2 + (a - (labs[at + 1] ?? 0)) ** 2 + (b - (labs[at + 2] ?? 0)) ** 2
  let nearest = near * 3
  let least = awayAt(nearest)
  for (const step of [3, -3])
    for (let at = near * 3 + step; at >= 0 && at < labs.length; at += step) {
      const lighter = (labs[at] ?? 0) - l
      if (lighter * step > 0 && lighter ** 2 > least) break
      const away = awayAt(at)
      if (away >= least) continue
      least = away
      nearest = at
    }
  return nearest / 3
}

export const nearestName = (color: Lab): ColorName =>
  byLightness[findNearest(color, 0, 0)]?.name ?? 'black'

export const findInPalette = (name: string, palette: readonly string[]): string | undefined => {
  const labs = labsByName.get(name === 'aqua' ? 'cyan' : name) ?? []
  let found: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const hex of palette) {
    const color = hexToLab(hex)
    for (const lab of labs) {
      const away = distance(color, lab)
      if (away < least) [least, found] = [away, hex]
    }
  }
  return found
}

const withAlias = ({ name }: Ranked): ColorName[] => (name === 'cyan' ? ['cyan', 'aqua'] : [name])

const mostColors = 6
const rounds = 8
// The squared OKLab distance below which two colors look the same.
const sameColor = 0.05 ** 2

interface Bucket {
  color: Lab
  count: number
}

/**
 * Finds up to six dominant colors as `#RRGGBB`, most dominant first. The algorithm is k-means in OKLab with a fixed
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

// Groups the pixels of a picture by similar color, into the cells of a 16 × 16 × 16 RGB cube.
const countBuckets = (pixels: Uint8Array): Bucket[] => {
  const cells = new Map<number, { sum: [number, number, number]; count: number }>()
  const labs = labsOf(pixels)
  for (let at = 0; at < labs.length; at += 3) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const cell = cells.get(key) ?? { sum: [0, 0, 0], count: 0 }
    if (cell.count === 0) cells.set(key, cell)
    cell.sum[0] += labs[at] ?? 0
    cell.sum[1] += labs[at + 1] ?? 0
    cell.sum[2] += labs[at + 2] ?? 0
    cell.count += 1
  }
  return [...cells.values()].map(({ sum: [l, a, b], count }) => ({
    color: [l / count, a / count, b / count],
    count,
  }))
}

// Chooses the first palette colors for k-means. The most common color comes first, then common colors that differ
// much from the chosen ones.
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
