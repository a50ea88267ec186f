import { html } from 'hono/html'
import type { CatalogueSnapshot } from '../../catalogue/catalogue-store.ts'
import { permutedPage } from '../../catalogue/draw.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import { toColorNames } from '../../catalogue/wallpaper-detail.ts'
import { findPage, type ListPage, toListPage } from '../../http/interchange/list-page.ts'
import type { Html } from '../layout.ts'
import type { PictureUrls } from '../picture.ts'
import { pager, wall } from '../wall.ts'
import { capitalized, countOf, written } from '../words.ts'
import { type Filters, toHref, toQuery } from './filters.ts'

export interface Found extends ListPage<Wallpaper> {
  count: number
}

interface FindOptions {
  page?: string | undefined
  seed: string
}

const perPage = 30
const mostHits = 300

type Searched = Pick<CatalogueSnapshot, 'catalogue' | 'search'>

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

const pagerWords = { previous: 'Previous page', next: 'Next page' }

export const results = (found: Found, filters: Filters, urls: PictureUrls): Html => {
  const hash = toQuery(filters) === '' ? '#wallpapers' : ''
  return html`${wall(found.items, urls)}${pager(found, { ...pagerWords, query: toQuery(filters), hash })}`
}

export const nothingFound = (filters: Filters): Html => html`<div class="nothing">
    <p class="lead">No wallpapers match all of that. Try a wider search:</p>
    <p class="buttons">${loosened(filters).map(({ text, href }) => html`<a class="button quiet" href="${href}">${text}</a>`)}</p>
  </div>`

export const somethingElse = (others: readonly Wallpaper[], urls: PictureUrls): Html | '' =>
  others.length === 0
    ? ''
    : html`<section aria-labelledby="else">
        <h2 id="else">You may also like</h2>
        ${wall(others, urls)}
      </section>`

const words = { category: 'any category', color: 'any color', type: 'any screen' } as const

const loosened = (filters: Filters) => [
  ...(['category', 'color', 'type'] as const)
    .filter((name) => filters[name] !== undefined)
    .filter((_, __, all) => all.length > 1 || filters.q !== undefined)
    .map((name) => ({
      text: capitalized(words[name]),
      href: toHref({ ...filters, [name]: undefined }),
    })),
  { text: 'All wallpapers', href: toHref({}) },
]

const screens = { desktop: 'for desktops', mobile: 'for phones' } as const

export const describeFilters = ({ q, category, color, type }: Filters): string => {
  const what = q === undefined ? category && capitalized(category) : `“${q}”`
  const where = q !== undefined && category ? ` in ${written(category)}` : ''
  const hue = color
    ? `${what === undefined ? '' : ' in '}${what === undefined ? capitalized(color) : color}`
    : ''
  const shape = type ? `${(what ?? color) ? ', ' : ''}${screens[type]}` : ''
  return capitalized(`${what ?? ''}${where}${hue}${shape}`) || 'All wallpapers'
}

export const countText = ({ count }: Found): string =>
  count === 0 ? 'No wallpapers' : countOf(count, 'wallpaper')
