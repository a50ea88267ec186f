import { html } from 'hono/html'
import { listSeeded } from '../../../shared/catalogue/seeded-order.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { type FilterName, filterForms, filterNames } from '../../../shared/filters.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { SearchIndex } from '../../catalogue/search-index.ts'
import { findPage, type ListPage, toListPage } from '../../http/interchange/list-page.ts'
import type { Site } from '../../http/site.ts'
import type { Html } from '../layout.ts'
import type { PictureUrls } from '../picture.ts'
import { pager, wall } from '../wall.ts'
import { capitalized, countOf } from '../words.ts'
import {
  browseLink,
  type Filters,
  formNames,
  listChosen,
  phraseOf,
  toHref,
  toQuery,
} from './filters.ts'

export interface Found extends ListPage<Wallpaper> {
  count: number
}

interface FindOptions {
  page?: string | undefined
  seed: string
}

/** Orders the wallpapers of a site of plain files, which must be the same whenever it is exported. */
export const fixedSeed = '1970-01-01'

const perPage = 30
const mostHits = 300

interface Searched {
  catalogue: Pick<Catalogue, 'pool' | 'at' | 'find' | 'groupAt'>
  search: Pick<SearchIndex, 'search'>
}

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
  { q: _, ...filters }: Filters,
  { page: asked, seed }: FindOptions,
): Found => {
  const pool = catalogue.pool(filters)
  const page = findPage(pool.size, asked, perPage)
  const start = (page.number - 1) * perPage
  const rows = listSeeded(catalogue, pool, { seed, start, count: perPage })
  return { ...page, count: pool.size, items: rows.map(catalogue.at) }
}

const findByWords = async (
  { catalogue, search }: Searched,
  filters: Filters & { q: string },
  { page }: FindOptions,
): Promise<Found> => {
  const { hits } = await search.search({ ...filters, limit: mostHits, offset: 0 })
  const found = hits
    .map(({ id }) => catalogue.find(id))
    .filter((wallpaper) => wallpaper !== undefined)
  return { ...toListPage(found, page, perPage), count: found.length }
}

const pagerWords = { previous: 'Previous page', next: 'Next page' }

export const results = (found: Found, filters: Filters, urls: PictureUrls): Html => {
  const query = toQuery(filters)
  const isOwnPage = urls.site.plainFiles !== undefined
  const path = isOwnPage ? browseLink(urls.site) : ''
  const hash = query === '' && !isOwnPage ? '#wallpapers' : ''
  return html`${wall(found.items, urls)}${pager(found, { ...pagerWords, path, query, hash })}`
}

export const nothingFound = (filters: Filters, site: Site): Html => html`<div class="nothing">
    <p class="lead">No wallpapers match all of that. Try a wider search:</p>
    <p class="buttons">${loosened(filters, site).map(({ text, href }) => html`<a class="button quiet" href="${href}">${text}</a>`)}</p>
  </div>`

export const somethingElse = (others: readonly Wallpaper[], urls: PictureUrls): Html | '' =>
  others.length === 0
    ? ''
    : html`<section aria-labelledby="else">
        <h2 id="else">You may also like</h2>
        ${wall(others, urls)}
      </section>`

const loosened = ({ q, ...filters }: Filters, site: Site) => [
  ...filterNames
    .filter((name) => filters[name] !== undefined)
    .filter((_, __, all) => all.length > 1 || q !== undefined)
    .map((name) => ({
      text: `Any ${filterForms[name].noun}`,
      href: toHref({ q, ...filters, [name]: undefined }, site),
    })),
  { text: 'All wallpapers', href: toHref({}, site) },
]

export const describeFilters = ({ q, ...filters }: Filters): string => {
  const phrases = formNames.flatMap((name) => {
    const values = listChosen(name, filters).map((value) => phraseOf(name, value))
    return values.length === 0 ? [] : [{ name, text: values.join(' or ') }]
  })
  const isSubject = ({ name }: { name: FilterName }) => name === 'category' || name === 'color'
  const textOf = ({ text }: { text: string }) => text
  const subject = [q && `“${q}”`, ...phrases.filter(isSubject).map(textOf)]
  const details = [
    subject.filter(Boolean).join(' in '),
    ...phrases.filter((phrase) => !isSubject(phrase)).map(textOf),
  ]
  return capitalized(details.filter(Boolean).join(', ')) || 'All wallpapers'
}

export const countText = ({ count }: Found): string =>
  count === 0 ? 'No wallpapers' : countOf(count, 'wallpaper')
