import { distance, hexToLab, type Lab } from '../pictures/oklab.ts'
import { toDeviceType } from '../pictures/shape-and-format.ts'
import type { Catalogue } from './catalogue.ts'
import { permutedPage } from './draw.ts'
import type { Wallpaper } from './wallpaper.ts'
import { toColorNames } from './wallpaper-detail.ts'

type Searched = Pick<Catalogue, 'pool' | 'at'>

/** Wallpapers looked at of each pool: all of a small catalogue, a fixed few of a large one. */
const perPool = 32
/** Colors by which others are looked for. */
const leadingColors = 3

/**
 * Wallpapers that go with this one, the most similar first: by tags, category, colors and shape.
 * The same ones for the same catalogue; takes some ms, however large it is.
 */
export const findSimilar = (
  catalogue: Searched,
  wallpaper: Wallpaper,
  count: number,
): Wallpaper[] => {
  const score = createScore(wallpaper)
  return listCandidates(catalogue, wallpaper)
    .map((candidate) => ({ candidate, score: score(candidate) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

const listCandidates = (catalogue: Searched, wallpaper: Wallpaper): Wallpaper[] => {
  const rows = new Set<number>()
  for (const filter of filtersOf(wallpaper)) {
    const pool = catalogue.pool(filter)
    for (const position of permutedPage(pool.size, wallpaper.id, 1, perPool))
      rows.add(pool.rowAt(position))
  }
  return [...rows]
    .sort((one, other) => one - other)
    .map(catalogue.at)
    .filter(({ id }) => id !== wallpaper.id)
}

/** From the closest to the widest, so that there is something beside any wallpaper. */
const filtersOf = (wallpaper: Wallpaper) => {
  const category = wallpaper.category || undefined
  const type = toDeviceType(wallpaper.orientation)
  const colors = toColorNames(wallpaper).slice(0, leadingColors)
  return [
    ...colors.map((color) => ({ category, color })),
    ...colors.map((color) => ({ color, type })),
    { category },
    { type },
  ]
}

/** How similar another is, from 0 to the sum of the weights. */
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

/** 0 to 1: how many of both lists are in both (the cosine of their sets). */
const overlap = (own: ReadonlySet<string>, others: readonly string[]): number => {
  const shared = others.filter((word) => own.has(word)).length
  return shared === 0 ? 0 : shared / Math.sqrt(own.size * others.length)
}

/** By what is seen; by names where the catalogue has no more than those. */
const createColorScore = (wallpaper: Wallpaper) => {
  const palette = wallpaper.palette.map(hexToLab)
  const names = new Set(toColorNames(wallpaper))
  return (other: Wallpaper): number =>
    palette.length > 0 && other.palette.length > 0
      ? closeness(palette, other.palette.map(hexToLab))
      : overlap(names, toColorNames(other))
}

/** In OKLab, black is 1 from white; colors this far apart have nothing in common. */
const farApart = 0.4

const closeness = (own: readonly Lab[], others: readonly Lab[]): number => {
  const nearest = own.map((color) => Math.min(...others.map((other) => distance(color, other))))
  const mean = nearest.reduce((sum, squared) => sum + Math.sqrt(squared), 0) / nearest.length
  return Math.max(0, 1 - mean / farApart)
}
