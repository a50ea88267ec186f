import { html } from 'hono/html'
import { colorNames } from '../../../shared/filter-values.ts'
import { cut } from '../../../shared/query.ts'
import { type DeviceType, deviceTypeSchema } from '../../../shared/wallpaper.ts'
import type { Catalogue, WallpaperFilter } from '../../catalogue/catalogue.ts'
import { findColorHex } from '../../pictures/css-colors.ts'
import type { Html } from '../layout.ts'
import { capitalized } from '../words.ts'

export interface Filters extends WallpaperFilter {
  q?: string | undefined
}

const longestQ = 200

/** Reads the home page's filters from a URL. An invalid value is ignored, because people type URLs by hand. */
export const readFilters = (ask: (name: string) => string | undefined): Filters => {
  const read = (name: string) => cut(ask(name)?.trim() ?? '', longestQ) || undefined
  const type = deviceTypeSchema.safeParse(read('type')?.toLowerCase())
  return {
    q: read('q'),
    category: read('category')?.toLowerCase(),
    color: read('color')?.toLowerCase(),
    type: type.success ? type.data : undefined,
  }
}

const names = ['q', 'category', 'color', 'type'] as const

export const hasFilters = (filters: Filters): boolean =>
  names.some((name) => filters[name] !== undefined)

export const toQuery = (filters: Filters): string => {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = filters[name]
    if (value !== undefined) query.append(name, value)
  }
  return query.toString()
}

export const toHref = (filters: Filters): string => {
  const query = toQuery(filters)
  return query === '' ? '/#wallpapers' : `/?${query}`
}

interface Choice<T extends string = string> {
  value: T
  count: number
  isChosen: boolean
}

interface FilterChoices {
  categories: readonly Choice[]
  colors: readonly Choice[]
  types: readonly Choice<DeviceType>[]
}

const types: readonly DeviceType[] = ['desktop', 'mobile']

export const listChoices = (catalogue: Catalogue, filters: Filters): FilterChoices => {
  const list = <T extends string>(
    name: 'category' | 'color' | 'type',
    values: readonly T[],
  ): Choice<T>[] =>
    values
      .map((value) => ({
        value,
        count: catalogue.pool({ ...filters, [name]: value }).size,
        isChosen: filters[name] === value,
      }))
      .filter(({ count, isChosen }) => count > 0 || isChosen)
  return {
    categories: list('category', catalogue.listCategories()),
    colors: oneForEachHex(list('color', colorNames)),
    types: list('type', types),
  }
}

const oneForEachHex = (colors: readonly Choice[]): Choice[] =>
  colors.filter((color) => {
    const equals = colors.filter(({ value }) => findColorHex(value) === findColorHex(color.value))
    return toBest(equals) === color
  })

const toBest = (equals: readonly Choice[]) =>
  equals.find(({ isChosen }) => isChosen) ?? equals.toSorted((a, b) => b.count - a.count)[0]

const shownAtOnce = 14

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

const colorList = (filters: Filters, choices: readonly Choice[]) =>
  html`<nav aria-label="Colors"><ul class="dots">${choices.map(({ value, isChosen }) => {
    const href = toHref({ ...filters, color: isChosen ? undefined : value })
    return html`<li><a href="${href}" title="${capitalized(value)}" ${isChosen ? current : ''}><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9.5" fill="${findColorHex(value) ?? 'none'}"/></svg><span class="unseen">${capitalized(value)}${isChosen ? ', selected. Click to remove.' : ''}</span></a></li>`
  })}</ul></nav>`

const typeNames: Readonly<Record<DeviceType, string>> = { desktop: 'Desktop', mobile: 'Phone' }

const typeList = (filters: Filters, choices: readonly Choice<DeviceType>[]) =>
  html`<nav aria-label="Screens"><ul class="chips">
    <li><a href="${toHref({ ...filters, type: undefined })}" ${filters.type === undefined ? current : ''}>Any screen</a></li>
    ${choices.map(({ value, isChosen }) => html`<li><a href="${toHref({ ...filters, type: value })}" ${isChosen ? current : ''}>${typeNames[value]}</a></li>`)}
  </ul></nav>`
