import { html } from 'hono/html'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { findColorHex } from '../../pictures/css-colors.ts'
import type { Html } from '../layout.ts'
import { capitalized } from '../words.ts'
import type { Choice, FilterChoices } from './filter-choices.ts'
import { type Filters, toHref } from './filters.ts'

/** More than these are folded away: a catalogue may have hundreds. */
const shownAtOnce = 14

/** Search and filters as a form and links: each is an address that can be kept or sent. */
export const filterBar = (filters: Filters, choices: FilterChoices): Html =>
  html`<search class="filters">
    ${searchForm(filters)}
    ${choices.categories.length > 1 || filters.category ? categoryList(filters, choices.categories) : ''}
    <div class="filter-row">
      ${choices.colors.length > 1 || filters.color ? colorList(filters, choices.colors) : ''}
      ${choices.types.length > 1 || filters.type ? typeList(filters, choices.types) : ''}
    </div>
  </search>`

const searchForm = ({ q, ...others }: Filters) => html`<form class="search" action="/" method="get">
    <label class="unseen" for="q">Search</label>
    <input id="q" name="q" type="search" value="${q ?? ''}" placeholder="Lake, neon, fog…" maxlength="200" autocomplete="off" enterkeyhint="search">
    ${Object.entries(others).map(([name, value]) => (value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`))}
    <button class="button">Search</button>
  </form>`

const categoryList = (filters: Filters, choices: readonly Choice[]) => {
  const links = choices.map((choice) => categoryLink(filters, choice))
  const firstHidden = choices.findIndex(({ isChosen }, at) => at >= shownAtOnce && isChosen)
  return html`<nav aria-label="Categories">
    <ul class="chips">
      <li><a href="${toHref({ ...filters, category: undefined })}" ${filters.category === undefined ? current : ''}>All</a></li>
      ${links.slice(0, shownAtOnce)}
    </ul>
    ${
      links.length > shownAtOnce
        ? html`<details ${firstHidden < 0 ? '' : 'open'}><summary>All ${links.length} categories</summary><ul class="chips">${links.slice(shownAtOnce)}</ul></details>`
        : ''
    }
  </nav>`
}

const current = html`aria-current="true"`

const categoryLink = (filters: Filters, { value, count, isChosen }: Choice) =>
  html`<li><a href="${toHref({ ...filters, category: value })}" ${isChosen ? current : ''}>${capitalized(value)}${
    filters.q === undefined ? html` <span class="count">${count}</span>` : ''
  }</a></li>`

/** A chosen color is a link to everything without it. */
const colorList = (filters: Filters, choices: readonly Choice[]) =>
  html`<nav aria-label="Colors"><ul class="dots">${choices.map(({ value, isChosen }) => {
    const href = toHref({ ...filters, color: isChosen ? undefined : value })
    return html`<li><a href="${href}" title="${capitalized(value)}" ${isChosen ? current : ''}><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9.5" fill="${findColorHex(value) ?? 'none'}"/></svg><span class="unseen">${capitalized(value)}${isChosen ? ', chosen: remove' : ''}</span></a></li>`
  })}</ul></nav>`

const typeNames: Readonly<Record<DeviceType, string>> = { desktop: 'Desktop', mobile: 'Phone' }

const typeList = (filters: Filters, choices: readonly Choice<DeviceType>[]) =>
  html`<nav aria-label="Screens"><ul class="chips">
    <li><a href="${toHref({ ...filters, type: undefined })}" ${filters.type === undefined ? current : ''}>Any screen</a></li>
    ${choices.map(({ value, isChosen }) => html`<li><a href="${toHref({ ...filters, type: value })}" ${isChosen ? current : ''}>${typeNames[value]}</a></li>`)}
  </ul></nav>`
