import { html } from 'hono/html'
import { listSeeded } from '../../../shared/catalogue/seeded-order.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { type FilterName, filterForms, filterNames, isUnwanted } from '../../../shared/filters.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { SearchIndex } from '../../catalogue/search-index.ts'
import type { Site } from '../../http/site.ts'
import type { Html } from '../layout.ts'
import type { PictureUrls } from '../picture.ts'
import { findPage, type ListPage, pager, toListPage, type WallOptions, wall } from '../wall.ts'
import { capitalized, countOf } from '../words.ts'
import {
  browseLink,
  describeValues,
  type FilteredCatalogue,
  type Filters,
  filterBar,
  formNames,
  listChoices,
  toHref,
  toQuery,
} from './filters.ts'

export interface Found extends ListPage<Wallpaper> {
  count: number
}

/** Orders the wallpapers of a site of plain files, which must be the same whenever it is exported. */
export const fixedSeed = '1970-01-01'

const perPage = 30
const mostHits = 300

interface Searched {
  catalogue: Pick<Catalogue, 'pool' | 'at' | 'find' | 'groupAt'>
  search: Pick<SearchIndex, 'search'>
}

export const findWallpapers = async (
  { catalogue, search }: Searched,
  { q, ...filters }: Filters,
  { page: asked, seed }: { page?: string | undefined; seed: string },
): Promise<Found> => {
  if (q !== undefined) {
    const { hits } = await search.search({ ...filters, q, limit: mostHits, offset: 0 })
    const found = hits.flatMap(({ id }) => catalogue.find(id) ?? [])
    return { ...toListPage(found, asked, perPage), count: found.length }
  }
  const pool = catalogue.pool(filters)
  const page = findPage(pool.size, asked, perPage)
  const rows = listSeeded(catalogue, pool, { seed, start: page.start, count: perPage })
  return { ...page, count: pool.size, items: rows.map(catalogue.at) }
}

export const results = (
  found: Found,
  filters: Filters,
  urls: Pick<WallOptions, 'urls' | 'site' | 'action'>,
): Html => {
  const query = toQuery(filters)
  const wanted = toQuery({ ...filters, q: undefined })
  const isOwnPage = urls.site.plainFiles !== undefined
  const path = isOwnPage ? browseLink(urls.site) : ''
  const hash = query === '' && !isOwnPage ? '#wallpapers' : ''
  const toHref = (page: number) => `${path}?${query && `${query}&`}page=${page}${hash}`
  return html`${wall(found.items, { ...urls, query: wanted })}${pager(found, toHref)}`
}

export interface Browsed extends PictureUrls {
  catalogue: FilteredCatalogue
  filters: Filters
  found: Found
  /** More wallpapers to show if few were found. */
  others: readonly Wallpaper[]
  action?: WallOptions['action']
}

const few = 6

/** If few wallpapers were found, finds others for `browseContent`. */
export const findOthers = async (
  searched: Searched,
  filters: Filters,
  { count, seed }: { count: number; seed: string },
): Promise<readonly Wallpaper[]> =>
  count < few ? (await findWallpapers(searched, toWider(filters), { seed })).items : []

/** Leaves out what a person searched for, but keeps what they exclude or need, such as a free license. */
const toWider = ({ q: _, category, tag, color, ...needed }: Filters): Filters => ({
  ...needed,
  category: category?.filter(isUnwanted),
  tag: tag?.filter(isUnwanted),
  color: color?.filter(isUnwanted),
})

/** The content of the page that shows the results of filters and searches. A browser can make it, too. */
export const browseContent = ({ catalogue, filters, found, others, ...urls }: Browsed): Html => {
  const { site } = urls
  const shown = new Set(found.items.map(({ id }) => id))
  const besides = others.filter(({ id }) => !shown.has(id)).slice(0, few)
  return html`<main id="main" class="wide home browse">
      <h1 dir="auto">${describeFilters(filters, catalogue)}</h1>
      <p class="lead" role="status">${countText(found)}</p>
      ${filterBar(filters, listChoices(catalogue, filters, site), site)}
      ${found.count === 0 ? nothingFound(filters, site) : results(found, filters, urls)}
      ${besides.length > 0 && html`<section aria-labelledby="else"><h2 id="else">You may also like</h2>${wall(besides, urls)}</section>`}
    </main>`
}

const nothingFound = (filters: Filters, site: Site) => html`<div class="nothing">
    <p class="lead">No wallpapers match all of that. Try a wider search:</p>
    <p class="buttons">${loosened(filters, site).map(({ text, href }) => html`<a class="button quiet" href="${href}">${text}</a>`)}</p>
  </div>`

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

export const describeFilters = (
  { q, ...filters }: Filters,
  { labelOf }: Pick<FilteredCatalogue, 'labelOf'>,
): string => {
  const listTexts = (names: readonly FilterName[]) =>
    names.map((name) => describeValues(name, filters, labelOf))
  const isSubject = (name: FilterName) => name === 'category' || name === 'color'
  const subject = [q && `“${q}”`, ...listTexts(formNames.filter(isSubject))]
  const details = listTexts(formNames.filter((name) => !isSubject(name)))
  const all = [subject.filter(Boolean).join(' in '), ...details]
  return capitalized(all.filter(Boolean).join(', ')) || 'All wallpapers'
}

export const countText = ({ count }: Found): string =>
  count === 0 ? 'No wallpapers' : countOf(count, 'wallpaper')
