import { pickFilters, type WallpaperFilters, writeFilters } from '../filters.ts'
import type { TodayResponse } from '../random-api.ts'
import type { IndexRow, SearchQuery, SearchResponse } from '../search-api.ts'
import { quoted } from '../text.ts'
import type {
  SimilarQuery,
  SimilarResponse,
  WallpapersQuery,
  WallpapersResponse,
} from '../wallpapers-api.ts'
import type { Random } from './draw.ts'
import {
  listSorted,
  NoWallpapersError,
  type Pools,
  type RandomRequest,
  type SelectableCatalogue,
  type Selection,
  selectWallpapers,
  selectWallpapersByName,
} from './select.ts'
import { findSimilar } from './similar.ts'
import type { chooseForDay } from './today.ts'
import type { Wallpaper } from './wallpaper.ts'
import { type DetailUrls, toDetail } from './wallpaper-detail.ts'

export interface AnsweredCatalogue extends SelectableCatalogue {
  at(row: number): Wallpaper
  mainPathAt(row: number): string
  /** Returns the wallpaper that a text means. */
  find(text: string): Wallpaper | undefined
  /** Returns the unchanged row of `index.json` that has this id. */
  recordOf(id: string): IndexRow | undefined
}

interface AnswerSource {
  catalogue: AnsweredCatalogue
  urls: DetailUrls & { fullAt(mainPath: string): string }
}

export interface SearchHits {
  total: number
  /** One page of the wallpapers that were found. `relevance` is between 0 and 1. */
  hits: readonly { id: string; relevance: number }[]
}

export interface Search {
  search(request: SearchQuery): Promise<SearchHits>
}

const answerWith =
  (select: typeof selectWallpapersByName, pool: keyof Pools) =>
  (
    { catalogue, urls }: AnswerSource,
    query: WallpapersQuery,
    { random, from }: Pick<RandomRequest, 'random' | 'from'>,
  ): { response: WallpapersResponse; total: number } => {
    const { ids, include, page = 1, limit, count, sort, offset } = query
    const selected = { ...query, count: limit ?? count, page: Number(page), from }
    const { rows, total, applied } = ids
      ? selectByIds(catalogue, ids, { pool, applied: pickFilters(query) })
      : select(catalogue, selected, random)
    const response: WallpapersResponse = {
      wallpapers: rows.map((row) => urls.fullAt(catalogue.mainPathAt(row))),
      count: rows.length,
      category: 'all',
      type: 'all',
      color: 'all',
      ...writeFilters(applied),
      ...((sort ?? limit ?? offset) !== undefined && { total }),
      ...((ids || include === 'details') && {
        items: rows.map((row) => toDetail(catalogue.at(row), urls)),
      }),
    }
    return { response, total }
  }

// Selects the wallpapers that `ids` mean and that match the filters, each once and in the order of `ids`.
const selectByIds = (
  catalogue: SelectableCatalogue,
  ids: readonly string[],
  { pool, applied }: { pool: keyof Pools; applied: WallpaperFilters },
): Selection => {
  const { has } = catalogue[pool](applied)
  const found = ids.map(catalogue.rowOf).filter((row) => row !== undefined)
  const rows = [...new Set(found)].filter(has)
  return { rows, total: rows.length, applied }
}

/** Answers `GET /api/wallpapers`. `total` counts the wallpapers that match. */
export const answerWallpapers = answerWith(selectWallpapers, 'pool')

/** Answers `GET /api/random-wallpaper`, where each word of a file name counts as a category, too. */
export const answerRandomWallpaper = answerWith(selectWallpapersByName, 'poolByName')

export const answerSearch = async (
  { catalogue, urls, search }: AnswerSource & { search: Search },
  query: SearchQuery,
  { random }: Pick<RandomRequest, 'random'>,
): Promise<SearchResponse> => {
  const { count, offset, include } = query
  const limit = count ?? query.limit
  const request = { ...query, limit }
  const { total, hits } =
    query.q === '' ? listAll(catalogue, request, random) : await search.search(request)
  // The search may still use the previous version of the catalogue, so a hit may be gone.
  const found = hits.flatMap(({ id, relevance }) => {
    const wallpaper = catalogue.find(id)
    return wallpaper ? [{ wallpaper, relevance }] : []
  })
  return {
    results: found.map(({ wallpaper, relevance }) => ({
      public_id: wallpaper.id,
      name: wallpaper.id.slice(wallpaper.id.lastIndexOf('/') + 1),
      url: urls.full(wallpaper),
      category: wallpaper.category,
      tags: [...wallpaper.tags],
      relevance: Number(relevance.toPrecision(4)),
    })),
    total,
    limit,
    offset,
    ...(count !== undefined && {
      wallpapers: hits
        .map(({ id }) => catalogue.recordOf(id))
        .filter((record) => record !== undefined),
    }),
    ...(include === 'details' && {
      items: found.map(({ wallpaper }) => toDetail(wallpaper, urls)),
    }),
  }
}

const listAll = (catalogue: SelectableCatalogue, request: SearchQuery, random: Random) => {
  const pool = catalogue.pool(pickFilters(request))
  const rows = listSorted(catalogue, pool, { ...request, random })
  return { total: pool.size, hits: rows.map((row) => ({ id: catalogue.idAt(row), relevance: 1 })) }
}

export const answerToday = (
  { catalogue, urls }: AnswerSource,
  { date, tz, endsAt, rows: [row] }: ReturnType<typeof chooseForDay>,
): TodayResponse => ({
  date,
  tz,
  next_at: endsAt === undefined ? null : new Date(endsAt).toISOString(),
  wallpaper: toDetail(catalogue.at(row), urls),
})

/** Answers `GET /api/wallpapers/{id}/similar`, with the most similar wallpaper first. */
export const answerSimilar = (
  { catalogue, urls }: AnswerSource,
  id: string,
  { limit, include, ...filters }: SimilarQuery,
): SimilarResponse => {
  const found = findSimilar(catalogue, findWallpaper(catalogue, id), { count: limit, filters })
  return {
    wallpapers: found.map(urls.full),
    count: found.length,
    ...(include === 'details' && { items: found.map((each) => toDetail(each, urls)) }),
  }
}

/** @throws NoWallpapersError */
export const findWallpaper = ({ find }: Pick<AnsweredCatalogue, 'find'>, id: string): Wallpaper => {
  const wallpaper = find(id)
  if (wallpaper === undefined) throw new NoWallpapersError(`Wallpaper ${quoted(id)} not found`)
  return wallpaper
}
