import type { Preference } from '../filter-rules.ts'
import {
  isUnwanted,
  type PoolFilters,
  pickFilters,
  type WallpaperFilters,
  writeFilters,
} from '../filters.ts'
import { quoted } from '../text.ts'
import { type Random, sampleDistinct } from './draw.ts'
import { listSeeded } from './seeded-order.ts'

export interface Pools {
  pool(filters: PoolFilters): Pool
  /** Like `pool`, where each word of a file name counts as a category, too. */
  poolByName(filters: WallpaperFilters): Pool
}

export interface Pool {
  size: number
  rowAt(position: number): number
  has(row: number): boolean
}

export const toPool = (rows: readonly number[]): Pool => {
  let known: ReadonlySet<number> | undefined
  return {
    size: rows.length,
    // biome-ignore lint/style/noNonNullAssertion: callers ask for positions below `size`
    rowAt: (position) => rows[position]!,
    has: (row) => {
      known ??= new Set(rows)
      return known.has(row)
    },
  }
}

/** The functions of a catalogue that selection needs. Its rows have the numbers 0 to `size - 1`. */
export interface SelectableCatalogue extends Pools {
  size: number
  idAt(row: number): string
  /** Returns the row that a text means: an id or the name of a file (`findSpelled`). */
  rowOf(text: string): number | undefined
  /** Returns pools of the rows with these ids. Names of files do not count. */
  among(ids: readonly string[]): Pools
  /**
   * Returns the number of a row's group of near-duplicates. 0 means that no other wallpaper looks like it.
   * `undefined` means that this catalogue does not look for near-duplicates.
   */
  groupAt: ((row: number) => number) | undefined
  /** Returns the rows that have a tag, which is as `toTags` returns it. */
  listTagged(tag: string): ArrayLike<number>
  /** Returns a row by its place in the order from the newest wallpaper, 0, to the oldest. */
  newestAt(place: number): number
}

/** No wallpaper has an id or matches a request, or all that match are excluded. The message is written for people. */
export class NoWallpapersError extends Error {
  override name = 'NoWallpapersError'
  code = 'NOT_FOUND' as const
}

export interface NamedList {
  username: string
  ids: readonly string[]
}

export interface SelectRequest extends WallpaperFilters {
  count: number
  from?: NamedList | undefined
  exclude: readonly string[]
  seed?: string | undefined
  page?: number
  sort?: 'random' | 'latest' | undefined
  /** The preferences for pictures. The first preference that any matching picture meets decides. */
  preferences?: readonly Preference[] | undefined
  offset?: number | undefined
}

export interface RandomRequest extends SelectRequest {
  random: Random
}

export interface Selection {
  rows: readonly number[]
  total: number
  applied: WallpaperFilters
}

type Select = (catalogue: SelectableCatalogue, request: SelectRequest, random: Random) => Selection

/** Selects random wallpapers for `GET /api/wallpapers`. Ignores the type filter if no wallpaper matches it. */
export const selectWallpapers: Select = (catalogue, request, random) => {
  const draw = { ...request, random }
  const { pool } = poolsOf(catalogue, request)
  const filters = toNearestDays(pickFilters(request), pool)
  const { preferences = [] } = request
  const chooseFrom = (all: Pool, applied: WallpaperFilters) => {
    let preferred = all
    for (const preference of preferences) {
      preferred = pool({ ...applied, preference })
      if (preferred.size > 0) break
      preferred = all
    }
    return { ...choose(catalogue, [preferred, all], draw), applied }
  }
  const typed = pool(filters)
  if (typed.size > 0) return chooseFrom(typed, filters)
  const untyped = { ...filters, type: undefined }
  const all = pool(untyped)
  if (all.size > 0) return chooseFrom(all, untyped)
  if (request.from) throw nothingFrom(request.from, pool, untyped)
  refuseUnknown(filters, pool)
  // A category that exists cannot be why nothing is found, but an unwanted one can.
  const category = filters.category?.some(isUnwanted) ? filters.category : undefined
  throw nothingWith({ ...untyped, category })
}

/** Selects random wallpapers for `GET /api/random-wallpaper`, where each word of a file name counts as a category, too. */
export const selectWallpapersByName: Select = (catalogue, request, random) => {
  const { poolByName } = poolsOf(catalogue, request)
  const filters = toNearestDays(pickFilters(request), poolByName)
  const pool = poolByName(filters)
  if (pool.size > 0)
    return { ...choose(catalogue, [pool], { ...request, random }), applied: filters }
  if (request.from) throw nothingFrom(request.from, poolByName, filters)
  refuseUnknown(filters, poolByName)
  throw nothingWith(filters)
}

const daysAround = [1, 2, 4, 8, 16, 32, 64, 128, 183]

const toNearestDays = (filters: WallpaperFilters, pool: Pools['pool']): WallpaperFilters => {
  const { on } = filters
  if (on === undefined || pool(filters).size > 0) return filters
  const wider = daysAround.map((days) => ({ ...filters, on: `${on.replace(/~.*/, '')}~${days}` }))
  return wider.find((each) => pool(each).size > 0) ?? filters
}

const poolsOf = (catalogue: SelectableCatalogue, { from }: SelectRequest): Pools =>
  from === undefined ? catalogue : catalogue.among(from.ids)

// Chooses from the first pool, and from the second what the first does not have.
const choose = (
  catalogue: SelectableCatalogue,
  [preferred, all = preferred]: readonly [Pool, Pool?],
  request: RandomRequest,
): Omit<Selection, 'applied'> => {
  const { count, exclude, seed, page = 1, sort, offset } = request
  const excluded = new Set(exclude.map(catalogue.rowOf))
  const without = (rows: readonly number[]) =>
    excluded.size === 0 ? rows : rows.filter((row) => !excluded.has(row))
  const chooseFrom = (pool: Pool) => {
    if (sort === 'latest')
      return without(listNewest(catalogue, pool, { offset: offset ?? 0, count }))
    if (seed === undefined) return drawRows(catalogue, pool, request)
    const rows = listSeeded(catalogue, pool, { seed, start: offset ?? (page - 1) * count, count })
    if (excluded.size === 0) return rows
    const apart = createApart(catalogue, exclude)
    without(rows).forEach(apart.add)
    return apart.all()
  }
  let rows = chooseFrom(preferred)
  if (preferred !== all && rows.length < count)
    rows = [...new Set([...rows, ...chooseFrom(all)])].slice(0, count)
  if (rows.length === 0 && seed === undefined && sort !== 'latest')
    throw new NoWallpapersError('No wallpapers left: every match is excluded')
  return { rows, total: preferred.size }
}

// How many more rows are drawn at most to replace near-duplicates.
const mostExtra = 1_000

/**
 * Draws distinct rows that are not excluded. A row that looks like an excluded or a drawn one is set aside, and
 * returned only when too few others are left.
 */
export const drawRows = (
  catalogue: Pick<SelectableCatalogue, 'rowOf' | 'groupAt'>,
  pool: Pool,
  { count, exclude, random }: Pick<RandomRequest, 'count' | 'exclude' | 'random'>,
): number[] => {
  const excluded = new Set(exclude.map(catalogue.rowOf))
  const isAllowed = (row: number) => !excluded.has(row)
  const draw = (most: number) => sampleDistinct(pool.size, most, random).map(pool.rowAt)
  // Draws one extra wallpaper for each excluded id and then removes the excluded ones. Every other wallpaper stays
  // equally likely.
  const drawn = draw(count + exclude.length)
  const allowed = drawn.filter(isAllowed)
  if (catalogue.groupAt === undefined) return allowed.slice(0, count)

  const apart = createApart(catalogue, exclude)
  allowed.forEach(apart.add)
  if (apart.rows.length < count && drawn.length < pool.size) {
    // Adds new rows from a larger sample to the first sample. If the larger sample replaced it, rows without
    // near-duplicates would be more likely than others.
    const seen = new Set(drawn)
    const others = draw(drawn.length + mostExtra).filter((row) => !seen.has(row))
    others.filter(isAllowed).forEach(apart.add)
  }
  return apart.all().slice(0, count)
}

/** Collects rows in order. A near-duplicate of an earlier row, or of an excluded one, is set aside and comes last. */
export const createApart = (
  { rowOf, groupAt = () => 0 }: Pick<SelectableCatalogue, 'rowOf' | 'groupAt'>,
  exclude: readonly string[],
) => {
  const excludedRows = exclude.map(rowOf).filter((row) => row !== undefined)
  const groups = new Set(excludedRows.map(groupAt).filter((group) => group !== 0))
  const rows: number[] = []
  const setAside: number[] = []
  const add = (row: number) => {
    const group = groupAt(row)
    const isNew = !groups.has(group)
    if (isNew && group !== 0) groups.add(group)
    const list = isNew ? rows : setAside
    list.push(row)
  }
  return { rows, add, all: () => [...rows, ...setAside] }
}

interface Part {
  offset: number
  count: number
}

/** Lists `count` of a pool's rows from the newest to the oldest wallpaper. Skips the `offset` newest ones. */
export const listNewest = (
  { size, newestAt }: Pick<SelectableCatalogue, 'size' | 'newestAt'>,
  pool: Pool,
  { offset, count }: Part,
): number[] => {
  if (offset >= pool.size) return []
  const isWhole = pool.size === size
  const end = Math.min(pool.size, offset + count)
  const rows: number[] = []
  for (let place = isWhole ? offset : 0, seen = place; seen < end; place++) {
    const row = newestAt(place)
    if (!isWhole && !pool.has(row)) continue
    if (seen++ >= offset) rows.push(row)
  }
  return rows
}

interface SortedPart {
  /** Without one, the order of the pool. */
  sort?: 'relevance' | 'random' | 'latest' | undefined
  limit: number
  offset: number
  random: Random
}

export const listSorted = (
  catalogue: Pick<SelectableCatalogue, 'size' | 'newestAt'>,
  pool: Pool,
  { sort, limit, offset, random }: SortedPart,
): number[] => {
  const length = Math.max(0, Math.min(limit, pool.size - offset))
  if (sort === 'random') return sampleDistinct(pool.size, length, random).map(pool.rowAt)
  return sort === 'latest'
    ? listNewest(catalogue, pool, { offset, count: length })
    : Array.from({ length }, (_, at) => pool.rowAt(offset + at))
}

const refuseUnknown = (filters: WallpaperFilters, pool: Pools['pool']) => {
  const category = filters.category?.filter((each) => !isUnwanted(each)) ?? []
  if (category.length > 0 && pool({ category }).size === 0)
    throw new NoWallpapersError(`Category ${quoted(category.join(','))} not found`)
}

const nothingWith = (filters: WallpaperFilters) => {
  const named = nameFilters(filters)
  return new NoWallpapersError(
    named === '' ? 'No wallpapers available' : `No wallpapers found with ${named}`,
  )
}

const nothingFrom = ({ username }: NamedList, pool: Pools['pool'], filters: WallpaperFilters) => {
  const whose = `favorites of ${quoted(`@${username}`)}`
  return new NoWallpapersError(
    pool({}).size === 0
      ? `None of the ${whose} are in the catalogue`
      : `No ${whose} found with ${nameFilters(filters)}`,
  )
}

const nameFilters = (filters: WallpaperFilters) =>
  Object.entries(writeFilters(filters))
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join(', ')
