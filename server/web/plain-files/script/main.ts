/** Fills the pages of a site of plain files that depend on a query or on the day. All they need is in index.json. */

import { html } from 'hono/html'
import { addCredits } from '../../../../shared/catalogue/credits.ts'
import { readFavoritesHash } from '../../../../shared/catalogue/favorites-link.ts'
import { parseNamedRow } from '../../../../shared/catalogue/parse-row.ts'
import { createRowCatalogue } from '../../../../shared/catalogue/row-catalogue.ts'
import { createSearchOf } from '../../../../shared/catalogue/row-search.ts'
import { selectForDay } from '../../../../shared/catalogue/today.ts'
import { toDate, toDayNumber } from '../../../../shared/days.ts'
import { toBoxShape } from '../../../../shared/filter-rules.ts'
import { toPortableNames } from '../../../catalogue/portable-names.ts'
import { createStaticUrls } from '../../../catalogue/static-urls.ts'
import { createSite } from '../../../http/site.ts'
import { readFilters } from '../../home/filters.ts'
import {
  browseContent,
  describeFilters,
  findOthers,
  findWallpapers,
  fixedSeed,
} from '../../home/results.ts'
import type { Html } from '../../layout.ts'
import { wall } from '../../wall.ts'
import { hueClass } from '../../wallpaper-classes.ts'
import { presentText } from '../../words.ts'

const { dataset } = document.querySelector<HTMLScriptElement>('script[data-page]') ?? {}
const publicUrl = dataset?.site ?? location.origin
const site = createSite(publicUrl, { script: '' })
const query = new URLSearchParams(location.search)
const filters = readFilters((name) => query.get(name) ?? undefined)

const toName = (name: string) => name

const readCatalogue = async () => {
  const response = await fetch(site.link('/index.json'))
  if (!response.ok) throw new Error(`index.json answers with ${response.status}`)
  const rows: unknown = await response.json()
  const read = (Array.isArray(rows) ? rows : []).map((row) =>
    addCredits(parseNamedRow(row, toName), row),
  )
  const wallpapers = read.filter((wallpaper) => wallpaper !== undefined)
  const pageNames = toPortableNames(wallpapers.map(({ id }) => id))
  const catalogue = createRowCatalogue(wallpapers)
  return {
    catalogue,
    search: createSearchOf(catalogue, Math.random),
    urls: createStaticUrls({ publicUrl, pageNames }),
  }
}

const showResults = async () => {
  const { catalogue, search, urls } = await readCatalogue()
  const [searched, seed] = [{ catalogue, search }, fixedSeed]
  const page = query.get('page') ?? undefined
  const found = await findWallpapers(searched, filters, { page, seed })
  const others = await findOthers(searched, filters, { count: found.count, seed })
  const [first] = found.items
  const [ofSite = ''] = / · .*/.exec(document.title) ?? []
  document.title = describeFilters(filters, catalogue) + ofSite
  if (first) document.documentElement.className = hueClass(first)
  await show(browseContent({ catalogue, filters, found, others, urls, site }))
  loadScriptOfPages()
}

const show = async (content: Html) => {
  const main = document.querySelector('main')
  if (main) main.outerHTML = String(await content)
}

const showFavorites = async () => {
  const { catalogue, urls } = await readCatalogue()
  const showLinked = async () => {
    const ids = readFavoritesHash(location.hash)
    const wallpapers = ids.map(catalogue.find).filter((found) => found !== undefined)
    const gone = ids.length - wallpapers.length
    const isEmpty = wallpapers.length === 0
    await show(html`<main id="main" class="wide home browse">
      <h1>Somebody’s favorites</h1>
      <p class="lead" role="status">${isEmpty ? 'This link names no wallpaper of this site.' : presentText(wallpapers.length, gone)}</p>
      ${isEmpty ? html`<p><a class="button" href="${site.link('/')}">See the wallpapers</a></p>` : wall(wallpapers, { urls, site })}
    </main>`)
  }
  addEventListener('hashchange', showLinked)
  await showLinked()
  loadScriptOfPages()
}

// `site.js` sets up the filters that this script has just added to the page, so it is loaded only now.
const loadScriptOfPages = () => {
  const script = document.createElement('script')
  script.src = dataset?.then ?? ''
  document.head.append(script)
}

const openToday = async () => {
  const { catalogue, urls } = await readCatalogue()
  const date = query.get('date') ?? toDate(Date.now(), query.get('tz') ?? 'UTC')
  const { q: _, ...wanted } = filters
  const [width, height] = ['w', 'h'].map((name) => Number(query.get(name)))
  const boxShape = width && height ? toBoxShape({ width, height }) : undefined
  const [row] = selectForDay(catalogue, { ...wanted, boxShape }, toDayNumber(date))
  location.replace(site.withoutOrigin(urls.page({ id: catalogue.idAt(row) })))
}

const tellFailure = (error: unknown) => {
  console.error(error)
  const status = document.querySelector('[role=status]')
  if (status)
    status.textContent = 'The wallpapers could not be loaded. Please reload the page in a moment.'
}

const pages: Record<string, () => Promise<void>> = {
  browse: showResults,
  today: openToday,
  favorites: showFavorites,
}
await pages[dataset?.page ?? '']?.().catch(tellFailure)
