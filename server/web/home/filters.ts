import { html } from 'hono/html'
import { colorTones } from '../../../shared/color-tones.ts'
import { isHexColor } from '../../../shared/filter-rules.ts'
import {
  type FilterName,
  filterForms,
  filters as filterTable,
  isUnwanted,
  readFilters as readWallpaperFilters,
  type WallpaperFilters,
  writeFilters,
} from '../../../shared/filters.ts'
import { cut } from '../../../shared/text.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { findColorHex } from '../../catalogue/css-colors.ts'
import type { Site } from '../../http/site.ts'
import type { Html } from '../layout.ts'
import { capitalized, written } from '../words.ts'

export interface Filters extends WallpaperFilters {
  q?: string | undefined
}

const longestSearch = 200

/** Reads the home page's filters from a URL. An invalid value is ignored, because people type URLs by hand. */
export const readFilters = (ask: (name: string) => string | undefined): Filters => {
  const q = cut(ask('q')?.trim() ?? '', longestSearch) || undefined
  return { q, ...readWallpaperFilters(ask) }
}

export const hasFilters = (filters: Filters): boolean => toQuery(filters) !== ''

export const toQuery = ({ q, ...filters }: Filters): string =>
  new URLSearchParams({ ...(q !== undefined && { q }), ...writeFilters(filters) }).toString()

/** A link to the page that shows the results of filters. In a site of plain files, a script fills that page. */
export const browseLink = (site: Site): string => site.link(site.plainFiles ? '/browse' : '/')

export const toHref = (filters: Filters, site: Site): string => {
  const query = toQuery(filters)
  return query === '' ? site.link('/#wallpapers') : `${browseLink(site)}?${query}`
}

export interface Choice {
  /** The value of the filter in a query. */
  value: string
  text: string
  href: string
  count: number
  isChosen: boolean
}

export type FilterChoices = Readonly<Record<FilterName, readonly Choice[]>>

/** The names of the filters in the order of the pages. */
export const formNames = Object.keys(filterForms) as readonly FilterName[]

type LabelOf = Catalogue['labelOf']
const noLabel: LabelOf = () => undefined

const phraseOf = (name: FilterName, value: string, labelOf = noLabel): string => {
  if (isUnwanted(value)) return `no ${phraseOf(name, value.slice(1), labelOf)}`
  const label = name === 'category' ? labelOf(value) : undefined
  return label ?? filterForms[name].phraseOf?.(value) ?? written(value)
}

/** What a heading says about the values of a filter, for example `lake or forest, no people`. */
export const describeValues = (
  name: FilterName,
  filters: WallpaperFilters,
  labelOf?: LabelOf,
): string => {
  const values = listChosen(name, filters)
  const phrases = (isChosen: (value: string) => boolean) =>
    values.filter(isChosen).map((value) => phraseOf(name, value, labelOf))
  const wanted = phrases((value) => !isUnwanted(value)).join(' or ')
  return [wanted, ...phrases(isUnwanted)].filter(Boolean).join(', ')
}

const textOf = (name: FilterName, value: string): string =>
  filterForms[name].textOf?.(value) ?? capitalized(phraseOf(name, value))

const listChosen = (name: FilterName, filters: WallpaperFilters): readonly string[] =>
  writeFilters(filters)[name]?.split(',') ?? []

// In a catalogue with more wallpapers, counting the matches of all choices would delay other requests.
const mostCounted = 100_000

export type FilteredCatalogue = Pick<
  Catalogue,
  'size' | 'pool' | 'listCategories' | 'listCommonTags' | 'labelOf'
>

/**
 * Lists the filters that find something together with those that are chosen already. In a very large catalogue, the
 * filters that are chosen already do not count.
 */
export const listChoices = (
  catalogue: FilteredCatalogue,
  { q, ...chosen }: Filters,
  site: Site,
): FilterChoices => {
  const namesOf: { [Name in FilterName]?: () => readonly string[] } = {
    category: catalogue.listCategories,
    tag: catalogue.listCommonTags,
  }
  const listOf = (name: FilterName): readonly Choice[] => {
    const values = listChosen(name, chosen)
    const toFilter = (texts: readonly string[]) =>
      readWallpaperFilters((each) => (each === name ? texts.join() : undefined))
    const others = { ...chosen, [name]: undefined }
    // In a query, a comma would split a name in two, and a minus at its start would exclude it.
    const isOne = (text: string) => !text.includes(',') && !isUnwanted(text)
    const offered = namesOf[name]?.().filter(isOne) ?? filterForms[name].values
    const choices = [...new Set([...offered, ...values])].map((value): Choice => {
      const unwanted = values.filter((each) => isUnwanted(each) && each !== value)
      const only = toFilter([...unwanted, value])
      const next = filterTable[name].isList
        ? toggle(values, value)
        : toggle(values, value).slice(-1)
      return {
        value,
        text: (name === 'category' && catalogue.labelOf(value)) || textOf(name, value),
        isChosen: values.includes(value),
        href: toHref({ q, ...others, ...toFilter(next) }, site),
        count: catalogue.pool(catalogue.size > mostCounted ? only : { ...chosen, ...only }).size,
      }
    })
    return choices.filter(({ count, isChosen }) => count > 0 || isChosen)
  }
  const lists = Object.fromEntries(formNames.map((name) => [name, listOf(name)])) as FilterChoices
  return { ...lists, color: oneForEachHex(lists.color) }
}

const toggle = (values: readonly string[], value: string) => {
  const others = values.filter((each) => each !== value)
  return others.length === values.length ? [...values, value] : others
}

const hexOf = ({ value }: Choice) => (isHexColor(value) ? value : findColorHex(value))

const oneForEachHex = (colors: readonly Choice[]): readonly Choice[] =>
  [...Map.groupBy(colors, hexOf).values()].flatMap((equals) => toBest(equals) ?? [])

const toBest = (equals: readonly Choice[]) =>
  equals.find(({ isChosen }) => isChosen) ?? equals.toSorted((a, b) => b.count - a.count)[0]

const shownAtOnce = 14

export const filterBar = (filters: Filters, choices: FilterChoices, site: Site): Html => {
  const listOf = (name: FilterName) => {
    const { fewest = 2 } = filterForms[name]
    if (choices[name].length < fewest && filters[name] === undefined) return ''
    if (name === 'category') return categoryList(filters, choices.category, site)
    return name === 'color' ? colorList(choices.color) : chips(name, filters, choices[name], site)
  }
  const others = formNames.filter((name) => name !== 'category' && !filterForms[name].isMore)
  return html`<search class="filters">
    ${searchForm(filters, site)}
    ${listOf('category')}
    <div class="filter-row">
      ${others.map(listOf)}
    </div>
    ${moreFilters(filters, listOf)}
  </search>`
}

const searchForm = (
  { q, ...others }: Filters,
  site: Site,
) => html`<form class="search" action="${browseLink(site)}" method="get">
    <label class="unseen" for="q">Search</label>
    <input id="q" name="q" type="search" dir="auto" value="${q ?? ''}" placeholder="Lake, neon, fog…" maxlength="200" autocomplete="off" enterkeyhint="search">
    ${Object.entries(writeFilters(others)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <button class="button">Search</button>
  </form>`

const current = html`aria-current="true"`

const categoryList = (filters: Filters, choices: readonly Choice[], site: Site) => {
  const links = choices.map((choice) => chip(choice, filters.q === undefined))
  const firstHidden = choices.findIndex(({ isChosen }, at) => at >= shownAtOnce && isChosen)
  return html`<nav aria-label="${filterForms.category.listLabel}">
    <ul class="chips">
      ${anyChip('category', filters, site)}
      ${links.slice(0, shownAtOnce)}
    </ul>
    ${links.length > shownAtOnce && html`<details ${firstHidden < 0 ? '' : 'open'}><summary>All ${links.length} categories</summary><ul class="chips">${links.slice(shownAtOnce)}</ul></details>`}
  </nav>`
}

const anyChip = (name: FilterName, filters: Filters, site: Site) =>
  html`<li><a href="${toHref({ ...filters, [name]: undefined }, site)}" ${filters[name] ? '' : current}>${name === 'category' ? 'All' : `Any ${filterForms[name].noun}`}</a></li>`

const chip = ({ text, href, count, isChosen }: Choice, isCounted = false) =>
  html`<li><a href="${href}" ${isChosen && current}><bdi>${text}</bdi>${isCounted && html` <span class="count">${count}</span>`}${isChosen && removal}</a></li>`

const removal = html`<span class="unseen">, selected. Click to remove.</span>`

const chips = (name: FilterName, filters: Filters, choices: readonly Choice[], site: Site) => {
  const { listLabel } = filterForms[name]
  return html`<nav aria-label="${listLabel}"><ul class="chips">
    ${anyChip(name, filters, site)}
    ${choices.map((choice) => chip(choice))}
    ${name === 'atleast' && screenChip(filters, site)}
  </ul></nav>`
}

// A script of the page turns the hidden link into a filter for the size of the reader's screen.
const screenChip = (filters: Filters, site: Site) =>
  html`<li hidden data-screen="${toHref({ ...filters, atleast: { width: 1, height: 1 } }, site)}"><a></a></li>`

const colorList = (choices: readonly Choice[]) =>
  html`<nav aria-label="${filterForms.color.listLabel}"><ul class="dots">${choices.map(
    (choice) =>
      html`<li><a href="${choice.href}" title="${choice.text}" ${choice.isChosen ? current : ''}><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9.5" fill="${colorTones.get(choice.value) ?? hexOf(choice) ?? 'none'}"/></svg><span class="unseen">${choice.text}</span>${choice.isChosen ? removal : ''}</a></li>`,
  )}</ul></nav>`

const moreFilters = (filters: Filters, listOf: (name: FilterName) => Html | '') => {
  const names = formNames.filter((name) => filterForms[name].isMore)
  const lists = names.map(listOf).filter((list) => list !== '')
  if (lists.length === 0) return ''
  const nouns = names.map((name) => filterForms[name].noun)
  const isOpen = names.some((name) => filters[name] !== undefined)
  return html`<details class="more-filters" ${isOpen ? 'open' : ''}>
    <summary>${capitalized(nouns.slice(0, -1).join(', '))} and ${nouns.at(-1)}</summary>
    <div class="filter-row">${lists}</div>
  </details>`
}
