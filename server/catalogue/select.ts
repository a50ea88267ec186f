import { quoted } from '../../shared/query.ts'
import type { DeviceType } from '../../shared/wallpaper.ts'
import { DomainError } from '../domain-error.ts'
import type { Random } from '../ports.ts'
import type { Catalogue, Pool, Pools, WallpaperFilter } from './catalogue.ts'
import { permutedPage, sampleDistinct } from './draw.ts'

export interface NamedList {
  username: string
  ids: readonly string[]
}

export interface SelectRequest extends WallpaperFilter {
  count: number
  from?: NamedList | undefined
  exclude: readonly string[]
  seed?: string | undefined
  page?: number
}

/** The selected rows and the filters that were applied. `all` stands for a filter that was not applied. */
export interface Selection {
  rows: readonly number[]
  category: string
  color: string
  type: DeviceType | 'all'
}

/** Selects random wallpapers as spec §4.1 says. Ignores the type filter if no wallpaper matches it. */
export const selectWallpapers = (
  catalogue: Catalogue,
  request: SelectRequest,
  random: Random,
): Selection => {
  const { category, color, type } = request
  const pools = poolsOf(catalogue, request)
  const typed = pools.pool({ category, color, type })
  if (typed.size > 0) return toSelection(request, type, choose(catalogue, typed, request, random))
  const untyped = pools.pool({ category, color })
  if (untyped.size > 0)
    return toSelection(request, undefined, choose(catalogue, untyped, request, random))
  if (request.from) throw nothingFrom(request.from, pools, { category, color })
  throw explainNothing(request, pools.pool({ category }).size > 0)
}

/** Selects random wallpapers as spec §4.2 says, where each word of a file name counts as a category, too. */
export const selectWallpapersByName = (
  catalogue: Catalogue,
  request: SelectRequest,
  random: Random,
): Selection => {
  const { category, color, type } = request
  const pools = poolsOf(catalogue, request)
  const pool = pools.poolByName({ category, color, type })
  if (pool.size > 0) return toSelection(request, type, choose(catalogue, pool, request, random))
  if (request.from) throw nothingFrom(request.from, pools, { category, color, type })
  if (pools.poolByName({ category }).size > 0) throw nothingWith({ category, color, type })
  throw explainNothing(request, false)
}

const poolsOf = (catalogue: Catalogue, { from }: SelectRequest): Pools =>
  from === undefined ? catalogue : catalogue.among(from.ids)

const toSelection = (
  { category = 'all', color = 'all' }: SelectRequest,
  type: DeviceType | undefined,
  rows: readonly number[],
): Selection => ({ rows, category, color, type: type ?? 'all' })

const choose = (
  catalogue: Catalogue,
  pool: Pool,
  request: SelectRequest,
  random: Random,
): readonly number[] => {
  const { count, exclude, seed, page = 1 } = request
  const excluded = new Set(exclude)
  const without = (rows: readonly number[]) =>
    excluded.size === 0 ? rows : rows.filter((row) => !excluded.has(catalogue.idAt(row)))
  if (seed !== undefined) {
    return without(permutedPage(pool.size, seed, page, count).map(pool.rowAt))
  }
  // Draws one extra wallpaper for each excluded id and then removes the excluded ones. Every other wallpaper stays
  // equally likely.
  const drawn = sampleDistinct(pool.size, count + exclude.length, random).map(pool.rowAt)
  const wanted = without(drawn).slice(0, count)
  if (wanted.length > 0) return wanted
  throw new DomainError('NOT_FOUND', 'No wallpapers left: every match is excluded')
}

const explainNothing = ({ category, color }: SelectRequest, categoryExists: boolean) => {
  if (category !== undefined && !categoryExists) {
    return new DomainError('NOT_FOUND', `Category ${quoted(category)} not found`)
  }
  return nothingWith({ color })
}

const nothingWith = (filter: WallpaperFilter) => {
  const named = nameFilters(filter)
  return new DomainError(
    'NOT_FOUND',
    named === '' ? 'No wallpapers available' : `No wallpapers found with ${named}`,
  )
}

const nothingFrom = ({ username }: NamedList, pools: Pools, filter: WallpaperFilter) => {
  const whose = `favorites of ${quoted(`@${username}`)}`
  return new DomainError(
    'NOT_FOUND',
    pools.pool({}).size === 0
      ? `None of the ${whose} are in the catalogue`
      : `No ${whose} found with ${nameFilters(filter)}`,
  )
}

const nameFilters = (filter: WallpaperFilter) =>
  (['category', 'color', 'type'] as const)
    .filter((name) => filter[name] !== undefined)
    .map((name) => `${name} ${quoted(filter[name])}`)
    .join(', ')
