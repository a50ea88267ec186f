import { html } from 'hono/html'
import { isHexColor, type PictureSize } from '../../../shared/filter-rules.ts'
import { colorNames, writeFilters } from '../../../shared/filter-values.ts'
import { readFilters as readWallpaperFilters } from '../../../shared/read-filters.ts'
import { cut } from '../../../shared/text.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import type { WallpaperFilters } from '../../../shared/wallpaper-filters.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Site } from '../../http/site.ts'
import { findColorHex } from '../../pictures/css-colors.ts'
import type { Html } from '../layout.ts'
import { capitalized } from '../words.ts'

export interface Filters extends WallpaperFilters {
  q?: string | undefined
}

const longestValue = 200

/** Reads the home page's filters from a URL. An invalid value is ignored, because people type URLs by hand. */
export const readFilters = (ask: (name: string) => string | undefined): Filters => {
  const read = (name: string) => cut(ask(name)?.trim() ?? '', longestValue) || undefined
  return { q: read('q'), ...readWallpaperFilters(read) }
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

interface ColorChoice extends Choice {
  hex: string | undefined
}

export interface FilterChoices {
  categories: readonly Choice[]
  colors: readonly ColorChoice[]
  types: readonly Choice[]
  tones: readonly Choice[]
  ratios: readonly Choice[]
  sizes: readonly Choice[]
}

const typeTexts: Readonly<Record<DeviceType, string>> = { desktop: 'Desktop', mobile: 'Phone' }
export const toneTexts = { dark: 'Dark', light: 'Light' } as const
const ratios = ['16x9', '16x10', '21x9', '32x9', '3x2', '4x3', 'square', '9x16', '9x20']
const sizes = [
  { text: 'Full HD', width: 1920, height: 1080 },
  { text: '2560 × 1440', width: 2560, height: 1440 },
  { text: '4K', width: 3840, height: 2160 },
]

export const ratioText = (ratio: string): string => capitalized(ratio.replace('x', ':'))

// In a catalogue with more wallpapers, counting the matches of all choices would delay other requests.
const mostCounted = 100_000

/**
 * Lists the filters that find something together with those that are chosen already. In a very large catalogue, the
 * filters that are chosen already do not count.
 */
export type FilteredCatalogue = Pick<Catalogue, 'size' | 'pool' | 'listCategories'>

export const listChoices = (
  catalogue: FilteredCatalogue,
  { q, ...chosen }: Filters,
  site: Site,
): FilterChoices => {
  const toChoice = (text: string, isChosen: boolean, only: WallpaperFilters, next: Filters) => ({
    value: Object.values(writeFilters(only)).join(),
    text,
    isChosen,
    href: toHref({ q, ...chosen, ...next }, site),
    count: catalogue.pool(catalogue.size > mostCounted ? only : { ...chosen, ...only }).size,
  })
  const listOne = <T extends 'type' | 'tone'>(
    name: T,
    texts: Readonly<Record<string & WallpaperFilters[T], string>>,
  ) =>
    Object.entries<string>(texts).map(([value, text]) => {
      const isChosen = chosen[name] === value
      return toChoice(text, isChosen, { [name]: value }, { [name]: isChosen ? undefined : value })
    })
  const listMany = (
    name: 'category' | 'color' | 'ratio',
    values: readonly string[],
    toText: (value: string) => string,
  ) =>
    [...new Set([...values, ...(chosen[name] ?? [])])].map((value) =>
      toChoice(
        toText(value),
        chosen[name]?.includes(value) ?? false,
        { [name]: [value] },
        { [name]: toggle(chosen[name], value) },
      ),
    )
  const colors = listMany('color', colorNames, capitalized).map((choice) => ({
    ...choice,
    hex: isHexColor(choice.value) ? choice.value : findColorHex(choice.value),
  }))
  return {
    categories: shown(listMany('category', catalogue.listCategories(), capitalized)),
    colors: oneForEachHex(shown(colors)),
    types: shown(listOne('type', typeTexts)),
    tones: shown(listOne('tone', toneTexts)),
    ratios: shown(listMany('ratio', ratios, ratioText)),
    sizes: shown(
      listSizes(chosen.atleast).map(({ text, ...atleast }) => {
        const isChosen = isSame(chosen.atleast, atleast)
        return toChoice(text, isChosen, { atleast }, { atleast: isChosen ? undefined : atleast })
      }),
    ),
  }
}

const toggle = (values: readonly string[] = [], value: string) => {
  const others = values.filter((each) => each !== value)
  if (others.length === values.length) return [...values, value]
  return others.length === 0 ? undefined : others
}

const shown = <T extends Choice>(choices: readonly T[]) =>
  choices.filter(({ count, isChosen }) => count > 0 || isChosen)

const isSame = (one: PictureSize | undefined, other: PictureSize) =>
  one?.width === other.width && one.height === other.height

const listSizes = (chosen: PictureSize | undefined) =>
  chosen === undefined || sizes.some((size) => isSame(chosen, size))
    ? sizes
    : [...sizes, { text: sizeText(chosen), ...chosen }]

export const sizeText = ({ width, height }: PictureSize): string =>
  sizes.find((size) => isSame(size, { width, height }))?.text ?? `${width} × ${height}`

const oneForEachHex = (colors: readonly ColorChoice[]): ColorChoice[] =>
  colors.filter((color) => {
    const equals = colors.filter(({ hex }) => hex === color.hex)
    return toBest(equals) === color
  })

const toBest = (equals: readonly ColorChoice[]) =>
  equals.find(({ isChosen }) => isChosen) ?? equals.toSorted((a, b) => b.count - a.count)[0]

const shownAtOnce = 14

export const filterBar = (filters: Filters, choices: FilterChoices, site: Site): Html => {
  const { categories, colors, types } = choices
  return html`<search class="filters">
    ${searchForm(filters, site)}
    ${categories.length > 1 || filters.category ? categoryList(filters, categories, site) : ''}
    <div class="filter-row">
      ${colors.length > 1 || filters.color ? colorList(colors) : ''}
      ${types.length > 1 || filters.type ? chips('Screens', types, anyChip('Any screen', { ...filters, type: undefined }, { isCurrent: !filters.type, site })) : ''}
    </div>
    ${moreFilters(filters, choices, site)}
  </search>`
}

const searchForm = (
  { q, ...others }: Filters,
  site: Site,
) => html`<form class="search" action="${browseLink(site)}" method="get">
    <label class="unseen" for="q">Search</label>
    <input id="q" name="q" type="search" value="${q ?? ''}" placeholder="Lake, neon, fog…" maxlength="200" autocomplete="off" enterkeyhint="search">
    ${Object.entries(writeFilters(others)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <button class="button">Search</button>
  </form>`

const current = html`aria-current="true"`

const categoryList = (filters: Filters, choices: readonly Choice[], site: Site) => {
  const links = choices.map((choice) => chip(choice, filters.q === undefined))
  const firstHidden = choices.findIndex(({ isChosen }, at) => at >= shownAtOnce && isChosen)
  return html`<nav aria-label="Categories">
    <ul class="chips">
      ${anyChip('All', { ...filters, category: undefined }, { isCurrent: !filters.category, site })}
      ${links.slice(0, shownAtOnce)}
    </ul>
    ${
      links.length > shownAtOnce
        ? html`<details ${firstHidden < 0 ? '' : 'open'}><summary>All ${links.length} categories</summary><ul class="chips">${links.slice(shownAtOnce)}</ul></details>`
        : ''
    }
  </nav>`
}

const anyChip = (
  text: string,
  filters: Filters,
  { isCurrent, site }: { isCurrent: boolean; site: Site },
) => html`<li><a href="${toHref(filters, site)}" ${isCurrent ? current : ''}>${text}</a></li>`

const chip = ({ text, href, count, isChosen }: Choice, isCounted = false) =>
  html`<li><a href="${href}" ${isChosen ? current : ''}>${text}${
    isCounted ? html` <span class="count">${count}</span>` : ''
  }${isChosen ? removal : ''}</a></li>`

const removal = html`<span class="unseen">, selected. Click to remove.</span>`

const chips = (label: string, choices: readonly Choice[], any: Html) =>
  html`<nav aria-label="${label}"><ul class="chips">
    ${any}
    ${choices.map((choice) => chip(choice))}
  </ul></nav>`

const colorList = (choices: readonly ColorChoice[]) =>
  html`<nav aria-label="Colors"><ul class="dots">${choices.map(
    ({ text, href, hex, isChosen }) =>
      html`<li><a href="${href}" title="${text}" ${isChosen ? current : ''}><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9.5" fill="${hex ?? 'none'}"/></svg><span class="unseen">${text}</span>${isChosen ? removal : ''}</a></li>`,
  )}</ul></nav>`

const moreFilters = (filters: Filters, { tones, ratios, sizes }: FilterChoices, site: Site) => {
  const { tone, ratio, atleast } = filters
  const groups = [
    tones.length > 1 || tone
      ? chips(
          'Tone',
          tones,
          anyChip('Any tone', { ...filters, tone: undefined }, { isCurrent: !tone, site }),
        )
      : '',
    ratios.length > 1 || ratio
      ? chips(
          'Shapes',
          ratios,
          anyChip('Any shape', { ...filters, ratio: undefined }, { isCurrent: !ratio, site }),
        )
      : '',
    sizes.length > 0 || atleast ? sizeList(filters, sizes, site) : '',
  ].filter((group) => group !== '')
  if (groups.length === 0) return ''
  return html`<details class="more-filters" ${tone || ratio || atleast ? 'open' : ''}>
    <summary>Tone, shape and size</summary>
    <div class="filter-row">${groups}</div>
  </details>`
}

// A script of the page turns the hidden link into a filter for the size of the reader's screen.
const sizeList = (filters: Filters, choices: readonly Choice[], site: Site) =>
  html`<nav aria-label="Smallest size"><ul class="chips">
    ${anyChip('Any size', { ...filters, atleast: undefined }, { isCurrent: !filters.atleast, site })}
    ${choices.map((choice) => chip({ ...choice, text: `${choice.text} or larger` }))}
    <li hidden data-screen="${toHref({ ...filters, atleast: { width: 1, height: 1 } }, site)}"><a></a></li>
  </ul></nav>`
