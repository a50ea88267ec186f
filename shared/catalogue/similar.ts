import { toTags, type WallpaperFilters } from '../filters.ts'
import { distance, hexToLab, type Lab } from '../oklab.ts'
import { permutedSlice } from './draw.ts'
import { createApart, type Pool, type SelectableCatalogue } from './select.ts'
import { toDeviceType } from './shape-and-format.ts'
import type { Wallpaper } from './wallpaper.ts'
import { toColorNames } from './wallpaper-detail.ts'

interface Searched extends Pick<SelectableCatalogue, 'pool' | 'rowOf' | 'groupAt' | 'listTagged'> {
  at(row: number): Wallpaper
}

const perPool = 32
// How many rows with the wallpaper's tags are counted, those with the rarest tags first.
const mostTagged = 2_000
const leadingColors = 3

/** Lists wallpapers, the most similar first. One of each group of near-duplicates keeps its place. The rest come last. */
export const findSimilar = (
  catalogue: Searched,
  wallpaper: Wallpaper,
  { count, filters = {} }: { count: number; filters?: WallpaperFilters },
): Wallpaper[] => {
  const score = createScore(wallpaper)
  const apart = createApart(catalogue, [wallpaper.id])
  const wanted = catalogue.pool(filters)
  listCandidates(catalogue, wallpaper, wanted)
    .filter(wanted.has)
    .map((row) => ({ row, score: score(catalogue.at(row)) }))
    .sort((one, other) => other.score - one.score)
    .map(({ row }) => row)
    .forEach(apart.add)
  return apart.all().slice(0, count).map(catalogue.at)
}

const listCandidates = (catalogue: Searched, wallpaper: Wallpaper, wanted: Pool) => {
  const slice = { seed: wallpaper.id, start: 0, count: perPool }
  const rows = new Set<number>()
  for (const pool of [...filtersOf(wallpaper).map(catalogue.pool), wanted])
    for (const position of permutedSlice(pool.size, slice)) rows.add(pool.rowAt(position))
  for (const row of listTagged(catalogue, wallpaper, wanted)) rows.add(row)
  rows.delete(catalogue.rowOf(wallpaper.id) ?? -1)
  return [...rows].sort((one, other) => one - other)
}

const listTagged = (catalogue: Searched, { tags }: Wallpaper, { has }: Pool) => {
  const lists = toTags(tags)
    .map(catalogue.listTagged)
    .sort((a, b) => a.length - b.length)
  const shared = new Map<number, number>()
  let left = mostTagged
  for (const list of lists)
    for (let at = 0; at < list.length && left > 0; at++, left--) {
      const row = list[at] ?? 0
      if (has(row)) shared.set(row, (shared.get(row) ?? 0) + 1)
    }
  return [...shared]
    .sort(([, one], [, other]) => other - one)
    .slice(0, perPool)
    .map(([row]) => row)
}

const filtersOf = (wallpaper: Wallpaper) => {
  const category = wallpaper.category === '' ? undefined : [wallpaper.category]
  const type = toDeviceType(wallpaper.orientation)
  const colors = toColorNames(wallpaper)
    .slice(0, leadingColors)
    .map((name) => [name])
  return [
    ...colors.map((color) => ({ category, color })),
    ...colors.map((color) => ({ color, type })),
    { category },
    { type },
  ]
}

const weights = { tags: 3, colors: 2, category: 1, shape: 0.5 }

const createScore = (wallpaper: Wallpaper) => {
  const tags = new Set(wallpaper.tags)
  const colorsAlike = createColorScore(wallpaper)
  return (other: Wallpaper): number =>
    weights.tags * overlap(tags, other.tags) +
    weights.colors * colorsAlike(other) +
    weights.category * Number(wallpaper.category !== '' && other.category === wallpaper.category) +
    weights.shape * Number(other.orientation === wallpaper.orientation)
}

const overlap = (own: ReadonlySet<string>, others: readonly string[]): number => {
  const shared = others.filter((word) => own.has(word)).length
  return shared === 0 ? 0 : shared / Math.sqrt(own.size * others.length)
}

const createColorScore = (wallpaper: Wallpaper) => {
  const palette = paletteLabs(wallpaper)
  const names = new Set(toColorNames(wallpaper))
  return (other: Wallpaper): number =>
    palette.length > 0 && other.palette.length > 0
      ? closeness(palette, paletteLabs(other))
      : overlap(names, toColorNames(other))
}

const known = new WeakMap<Wallpaper, readonly Lab[]>()

// Cached, because a page of a wallpaper compares hundreds of palettes.
const paletteLabs = (wallpaper: Wallpaper): readonly Lab[] => {
  const labs = known.get(wallpaper) ?? wallpaper.palette.map(hexToLab)
  known.set(wallpaper, labs)
  return labs
}

// The color distance at which palettes count as completely different. In OKLab, black and white are 1 apart.
const farApart = 0.4

const closeness = (own: readonly Lab[], others: readonly Lab[]): number => {
  let sum = 0
  for (const color of own) {
    let nearest = Number.POSITIVE_INFINITY
    for (const other of others) nearest = Math.min(nearest, distance(color, other))
    sum += Math.sqrt(nearest)
  }
  return Math.max(0, 1 - sum / own.length / farApart)
}
