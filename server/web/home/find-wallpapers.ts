import type { CatalogueSnapshot } from '../../catalogue/catalogue-store.ts'
import { permutedPage } from '../../catalogue/draw.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import { toColorNames } from '../../catalogue/wallpaper-detail.ts'
import { findPage, type ListPage, toListPage } from '../../http/interchange/list-page.ts'
import type { Filters } from './filters.ts'

/** A page of the wallpapers that match. */
export interface Found extends ListPage<Wallpaper> {
  /** How many match on all pages together. */
  count: number
}

interface FindOptions {
  /** The page number as it was written. */
  page?: string | undefined
  /** Names the order of what no search has put in one. */
  seed: string
}

const perPage = 30
/** Who searches by words looks at the best matches only. */
const mostHits = 300

type Searched = Pick<CatalogueSnapshot, 'catalogue' | 'search'>

/** @throws DomainError `BUSY` when too many search at the same time */
export const findWallpapers = (
  snapshot: Searched,
  filters: Filters,
  options: FindOptions,
): Promise<Found> | Found =>
  filters.q === undefined
    ? findInOrder(snapshot, filters, options)
    : findByWords(snapshot, { ...filters, q: filters.q }, options)

const findInOrder = (
  { catalogue }: Searched,
  filters: Filters,
  { page: asked, seed }: FindOptions,
): Found => {
  const pool = catalogue.pool(filters)
  const page = findPage(pool.size, asked, perPage)
  const positions = permutedPage(pool.size, seed, page.number, perPage)
  return {
    ...page,
    count: pool.size,
    items: positions.map((position) => catalogue.at(pool.rowAt(position))),
  }
}

const findByWords = async (
  { catalogue, search }: Searched,
  { q, category, type, color }: Filters & { q: string },
  { page }: FindOptions,
): Promise<Found> => {
  const { hits } = await search.search({ q, category, type, limit: mostHits, offset: 0 })
  const found = hits
    .map(({ id }) => catalogue.find(id))
    .filter((wallpaper) => wallpaper !== undefined)
    .filter((wallpaper) => color === undefined || toColorNames(wallpaper).includes(color))
  return { ...toListPage(found, page, perPage), count: found.length }
}
