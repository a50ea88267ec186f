import { html } from 'hono/html'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Html } from '../layout.ts'
import type { PictureUrls } from '../picture.ts'
import { type FilteredCatalogue, type Filters, filterBar, listChoices } from './filters.ts'
import {
  countText,
  describeFilters,
  type Found,
  nothingFound,
  results,
  somethingElse,
} from './results.ts'

interface Browsed extends PictureUrls {
  catalogue: FilteredCatalogue
  filters: Filters
  found: Found
  /** Wallpapers to look at if few were found. */
  others: readonly Wallpaper[]
}

export const few = 6

/** The content of the page that shows the results of filters and searches. A browser can make it, too. */
export const browseContent = ({ catalogue, filters, found, others, ...urls }: Browsed): Html => {
  const { site } = urls
  return html`<main id="main" class="wide home browse">
      <h1>${describeFilters(filters)}</h1>
      <p class="lead" role="status">${countText(found)}</p>
      ${filterBar(filters, listChoices(catalogue, filters, site), site)}
      ${found.count === 0 ? nothingFound(filters, site) : results(found, filters, urls)}
      ${found.count < few ? somethingElse(besides(found, others), urls) : ''}
    </main>`
}

const besides = ({ items }: Found, others: readonly Wallpaper[]) => {
  const shown = new Set(items.map(({ id }) => id))
  return others.filter(({ id }) => !shown.has(id)).slice(0, few)
}
