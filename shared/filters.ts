import { dayMs, toDate, toDayNumber } from './days.ts'
import {
  areNear,
  hasRatio,
  isAtLeast,
  isHexColor,
  isPreferred,
  type PictureSize,
  type Preference,
  type RoundedColor,
  roundColor,
  toTone,
} from './filter-rules.ts'
import { colorNames, mostValues } from './filter-values.ts'
import { quoted, toWord } from './text.ts'

// To add a filter, add a row to each of the three tables in this file: `filters` has its rule, `filterDocs` how the API
// describes it, and `filterForms` how pages show it. They are three so that the extension and exported sites do not load
// texts that they never show.

/** The condition of a filter: one of a few words, or a number that fits. */
export type Condition =
  | { of: NamedProperty; isOneOf: readonly string[] }
  | { of: MeasuredProperty; fits(value: number): boolean }

/** A picture matches if it has one of `some`, or `some` is empty, and it has none of `none`. */
export interface Terms {
  some: readonly Condition[]
  none: readonly Condition[]
}

export interface Filter<Value> {
  /** Whether a query may have several values, separated by commas. A value after a minus is not wanted. */
  isList: boolean
  words?: readonly string[]
  /** Reads the trimmed text of a query. The value of an empty list is `undefined`. */
  read(text: string): { value: Value | undefined } | { problem: string }
  write(value: Value): string
  want(value: Value): Terms
}

export const deviceTypes = ['desktop', 'mobile'] as const

export const readWord =
  <T extends string>(words: readonly T[]) =>
  (text: string) => {
    const value = words.find((each) => each === text.toLowerCase())
    return value === undefined ? { problem: quoted(text) } : { value }
  }

const word = <const T extends string>(
  words: readonly T[],
  want: (value: T) => Condition,
): Filter<T> => ({
  isList: false,
  words,
  read: readWord(words),
  write: (value) => value,
  want: (value) => ({ some: [want(value)], none: [] }),
})

/** Whether a value of a list names what a picture must not have. */
export const isUnwanted = (value: string) => value.startsWith('-')

/** @param read returns `undefined` for a value that is not accepted */
const list = (
  read: (value: string) => string | undefined,
  want: (value: string) => Condition,
): Filter<readonly string[]> => ({
  isList: true,
  read: (text) => {
    const values = text
      .split(',')
      .map((value) => value.trim().normalize('NFC').toLowerCase())
      .filter((value) => value !== '')
    const readSigned = (value: string) => {
      const sign = isUnwanted(value) ? '-' : ''
      const found = read(value.slice(sign.length).trim())
      return found ? `${sign}${found}` : undefined
    }
    const signed = values.map(readSigned)
    const invalid = values[signed.indexOf(undefined)]
    if (invalid !== undefined) return { problem: quoted(invalid) }
    if (values.length > mostValues) return { problem: `${values.length} values` }
    const distinct = [...new Set(signed.filter((value) => value !== undefined))]
    return { value: distinct.length === 0 ? undefined : distinct }
  },
  write: (values) => values.join(','),
  want: (values) => ({
    some: values.filter((value) => !isUnwanted(value)).map(want),
    none: values.filter(isUnwanted).map((value) => want(value.slice(1))),
  }),
})

const size = (want: (value: PictureSize) => Condition): Filter<PictureSize> => ({
  isList: false,
  read: (text) => {
    const value = readPair(text.toLowerCase(), sizePair)
    return value === undefined ? { problem: quoted(text) } : { value }
  },
  write: ({ width, height }) => `${width}x${height}`,
  want: (value) => ({ some: [want(value)], none: [] }),
})

// A program that encodes an address twice sends `#` as `%23`.
const hexColor = /^(?:#|%23)?(?:([0-9a-f]{6})|([0-9a-f]{3}))$/

const readColor = (text: string): string | undefined => {
  const [, six, three] = hexColor.exec(text) ?? []
  const digits = six ?? three?.replace(/./g, '$&$&')
  if (digits !== undefined) return `#${digits}`
  return /^(?:#|%23)/.test(text) ? undefined : text
}

const wantColor = (color: string): Condition => {
  if (!isHexColor(color)) return is('color', color)
  const wanted = roundColor(color)
  return { of: 'palette', fits: (value) => areNear(colorOf(value), wanted) }
}

const is = (of: NamedProperty, ...isOneOf: readonly string[]): Condition => ({ of, isOneOf })

const named = (of: NamedProperty) =>
  list(
    (text) => text,
    (name) => is(of, name),
  )

const ofSize = (fits: (size: PictureSize) => boolean): Condition => ({
  of: 'size',
  fits: (value) => fits(sizeOf(value)),
})

const ratioPair = /^([0-9]{1,5}(?:\.[0-9]{1,3})?)\s*[x×:/]\s*([0-9]{1,5}(?:\.[0-9]{1,3})?)$/
const sizePair = /^([0-9]{1,5})\s*[x×:/]\s*([0-9]{1,5})$/

const readPair = (text: string, pattern: RegExp): PictureSize | undefined => {
  const [width = 0, height = 0] = pattern.exec(text)?.slice(1).map(Number) ?? []
  return width > 0 && height > 0 ? { width, height } : undefined
}

const readRatio = (text: string): string | undefined => {
  if (['landscape', 'portrait', 'square'].includes(text)) return text
  const ratio = readPair(text, ratioPair)
  return ratio && `${ratio.width}x${ratio.height}`
}

// A day, with a year if only earlier pictures are wanted, and with how many days around it are wanted as well.
const dayPattern = /^(?:(\d{4})-)?((?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:~(\d{1,3}))?$/

const readDay = (text: string) => {
  const value = text.toLowerCase().replace(/^today/, () => toDate(Date.now()))
  return dayPattern.test(value) ? { value } : { problem: quoted(text) }
}

// A picture of last week is not one of an earlier year, although the year may have ended meanwhile.
const halfYear = 183

const wantDay = (text: string): Condition => {
  const [, year, day, around = 0] = dayPattern.exec(text) ?? []
  const latest =
    year === undefined ? Number.POSITIVE_INFINITY : toDayNumber(`${year}-01-01`) - halfYear
  const isNear = (taken: number) => {
    const inYear = new Date(taken * dayMs).getUTCFullYear()
    return [-1, 0, 1].some(
      (years) => Math.abs(Date.parse(`${inYear + years}-${day}`) / dayMs - taken) <= Number(around),
    )
  }
  return { of: 'taken', fits: (taken) => taken < latest && isNear(taken) }
}

const day: Filter<string> = {
  isList: false,
  read: readDay,
  write: (value) => value,
  want: (value) => ({ some: [wantDay(value)], none: [] }),
}

/**
 * The filters of every route that selects wallpapers, in the order in which answers name them. A wallpaper must match
 * all filters that are given.
 */
export const filters = {
  category: list(
    (text) => text,
    // The name of a folder may differ from the word that it becomes as a category.
    (category) => is('category', ...new Set([category, toWord(category) || category])),
  ),
  tag: named('tag'),
  color: list(readColor, wantColor),
  type: word(deviceTypes, (type) => is('type', type)),
  tone: word(['dark', 'light'], (tone) => is('luminance', tone)),
  ratio: list(readRatio, (ratio) => ofSize((one) => hasRatio(one, ratio))),
  atleast: size((smallest) => ofSize((one) => isAtLeast(one, smallest))),
  license: word(['free'], () => is('license', 'free')),
  source: named('source'),
  on: day,
}

interface FilterDocs {
  /** The filter's name in the components of the OpenAPI document. */
  id: string
  description: string
  example?: string
  pattern?: string
  /** The accepted values, for the error. A filter with `words` names them. */
  expected?: string
}

export const filterDocs: Readonly<Record<FilterName, FilterDocs>> = {
  type: { id: 'Type', description: '`desktop` is landscape, `mobile` is portrait.' },
  category: {
    id: 'Category',
    description:
      'A category from `/api/categories`, or several, separated by commas. A minus leaves out a category, as in `-anime`.',
    example: 'nature,art',
    expected: 'categories from /api/categories',
  },
  tag: {
    id: 'Tag',
    description:
      'A tag from `/api/tags`, or several, separated by commas. A wallpaper has to have one of them. A minus leaves out a tag, as in `lake,forest,-people`.',
    example: 'lake,-people',
    expected: 'tags from /api/tags',
  },
  color: {
    id: 'Color',
    description:
      'A color name from `/api/colors`, or a hex color like `336699`, `#336699` or `369`, which finds similar colors. Or several, separated by commas. A minus leaves out a color, as in `-blue`.',
    example: 'blue,336699',
    expected: 'color names from /api/colors or hex colors like 336699',
  },
  tone: {
    id: 'Tone',
    description:
      '`dark` pictures have a luminance below 0.18, `light` ones above 0.42. Others are neither. Wallpapers with an unknown luminance are left out.',
  },
  ratio: {
    id: 'Ratio',
    description:
      'The ratio of width to height, like `16x9` or `16:9`, with a tolerance of 3 %, or `landscape`, `portrait` or `square`. Or several, separated by commas. A minus leaves out a shape, as in `-square`. Wallpapers of unknown size are left out.',
    example: '16x9,landscape',
    expected: 'ratios like 16x9 or 16:9, landscape, portrait or square',
  },
  atleast: {
    id: 'AtLeast',
    description:
      'The smallest width and height in pixels, like `2560x1440`. Wallpapers of unknown size are left out.',
    example: '2560x1440',
    pattern: '^\\s*[0-9]{1,5}\\s*[xX×:/]\\s*[0-9]{1,5}\\s*$',
    expected: 'a width and a height in pixels, like 2560x1440',
  },
  license: {
    id: 'LicenseFilter',
    description:
      '`free` pictures may be used, changed and shared by everybody, for any purpose: public domain, CC0, CC BY, CC BY-SA, MIT and similar licenses. Wallpapers without a license are left out.',
  },
  source: {
    id: 'SourceFilter',
    description:
      'The name of a source that the server pulls pictures from, or several, separated by commas. A minus leaves out a source, as in `-news`.',
    example: 'news,-commons',
    expected: 'names of sources that this server pulls pictures from',
  },
  on: {
    id: 'OnDay',
    description:
      'Pictures that were taken on this day of a year: `today`, `11-29`, or a date like `2026-11-29`, for the years before it. `~3` adds the three days before and after it. If nothing was taken then, the nearest days count. Pictures without a date of taking are left out.',
    example: '01-02',
    expected: 'today, a day like 11-29 or a date like 2026-11-29',
  },
}

interface FilterForm {
  /** The noun of the filter, as in `any size`. */
  noun: string
  listLabel: string
  label?: string
  /** The choice of no value in a form, if that is not `Any` and the noun. */
  all?: string
  /** The values to choose from. Those of `category` and `tag` come from the catalogue. */
  values: readonly string[]
  /** The text for a value in a heading, if that is not the value. */
  phraseOf?(value: string): string
  /** The name of a value in a list, if that is not its phrase with a capital letter. */
  textOf?(value: string): string
  /** Whether the home page shows the list only on demand. */
  isMore?: boolean
  /** Lists with fewer values are hidden. The default is 2. */
  fewest?: number
}

const sizeNames: Readonly<Record<string, string>> = { '1920x1080': 'Full HD', '3840x2160': '4K' }

export const filterForms: Readonly<Record<FilterName, FilterForm>> = {
  category: { noun: 'category', listLabel: 'Categories', all: 'All categories', values: [] },
  color: { noun: 'color', listLabel: 'Colors', values: colorNames },
  tone: { noun: 'tone', listLabel: 'Tone', values: ['dark', 'light'], isMore: true },
  type: {
    noun: 'screen',
    listLabel: 'Screens',
    label: 'Made for',
    values: deviceTypes,
    phraseOf: (type) => (type === 'desktop' ? 'for desktops' : 'for phones'),
    textOf: (type) => (type === 'desktop' ? 'Desktop' : 'Phone'),
  },
  ratio: {
    noun: 'shape',
    listLabel: 'Shapes',
    values: ['16x9', '16x10', '21x9', '32x9', '3x2', '4x3', 'square', '9x16', '9x20'],
    phraseOf: (ratio) => ratio.replace('x', ':'),
    isMore: true,
  },
  atleast: {
    noun: 'size',
    listLabel: 'Smallest size',
    label: 'Original size',
    values: ['1920x1080', '2560x1440', '3840x2160'],
    phraseOf: (size) => `${sizeNames[size] ?? size.replace('x', ' × ')} or larger`,
    isMore: true,
    fewest: 1,
  },
  tag: { noun: 'tag', listLabel: 'Tags', values: [], isMore: true },
  license: {
    noun: 'license',
    listLabel: 'License',
    values: ['free'],
    phraseOf: () => 'free to use',
    isMore: true,
    fewest: 1,
  },
  source: { noun: 'source', listLabel: 'Sources', values: [], isMore: true },
  on: {
    noun: 'day',
    listLabel: 'Day',
    values: ['today'],
    phraseOf: (day) => (day === 'today' ? 'taken on this day' : `taken on ${day}`),
    isMore: true,
    fewest: 1,
  },
}

export type FilterName = keyof typeof filters
export type FilterValue<Name extends FilterName> =
  (typeof filters)[Name] extends Filter<infer Value> ? Value : never
export type WallpaperFilters = { [Name in FilterName]?: FilterValue<Name> | undefined }
export type WrittenFilters = {
  [Name in FilterName]?: FilterValue<Name> extends string ? FilterValue<Name> : string
}

export interface PoolFilters extends WallpaperFilters {
  /** Pictures of unknown size match. */
  preference?: Preference | undefined
}

export const filterNames = Object.keys(filters) as readonly FilterName[]

const filterOf = (name: FilterName): Filter<unknown> => filters[name]

const mapFilters = (toValue: (name: FilterName) => unknown, names = filterNames) => {
  const mapped: Partial<Record<FilterName, unknown>> = {}
  for (const name of names) {
    const value = toValue(name)
    if (value !== undefined) mapped[name] = value
  }
  return mapped
}

export const pickFilters = (request: WallpaperFilters, names = filterNames): WallpaperFilters =>
  mapFilters((name) => request[name], names) as WallpaperFilters

export const writeFilters = (given: WallpaperFilters): WrittenFilters =>
  mapFilters((name) => {
    const value = given[name]
    return value === undefined ? undefined : filterOf(name).write(value)
  }) as WrittenFilters

/** Reads the filters of a URL that people may have typed by hand: an invalid value counts as absent. */
export const readFilters = (ask: (name: FilterName) => string | undefined): WallpaperFilters =>
  mapFilters((name) => {
    const read = filterOf(name).read(ask(name)?.trim() ?? '')
    return 'value' in read ? read.value : undefined
  }) as WallpaperFilters

export const listTerms = (given: WallpaperFilters): Terms[] =>
  filterNames.flatMap((name) => {
    const value = given[name]
    return value === undefined ? [] : [filterOf(name).want(value)]
  })

/**
 * The values that filters compare. `null` and `undefined` stand for a value that is not known. No property is optional,
 * so that the compiler names each place that forgets one.
 */
export interface FilteredPicture {
  /** `undefined` is the type of a square picture. */
  type: string | null | undefined
  /** The category, and whatever else counts as one. */
  categories: readonly string[] | undefined
  colors: readonly string[]
  palette: readonly string[]
  width: number | null | undefined
  height: number | null | undefined
  luminance: number | null | undefined
  /** The day of taking, such as `2019-05-13`. */
  takenOn: string | undefined
  /** As `toTags` returns them. */
  tags: readonly string[] | undefined
  /** Whether the license is a free one (`License.isFree`). */
  isFree: boolean | undefined
  /** The source that the picture was pulled from. An empty text is the catalogue's own folder or repository. */
  source: string | undefined
}

const longestTag = 100

/** Returns the distinct tags in the form in which they are compared. */
export const toTags = (texts: readonly string[]): string[] => {
  const tags: string[] = []
  for (const text of texts) {
    const tag = text.normalize('NFC').toLowerCase()
    if (tag.length <= longestTag && !tags.includes(tag)) tags.push(tag)
  }
  return tags
}

const hasSize = (picture: FilteredPicture): picture is FilteredPicture & PictureSize =>
  Boolean(picture.width && picture.height)

/** Reads the values of a property. They are `undefined` if the property is not known of the picture. */
type ReadValues<Value> = (picture: FilteredPicture) => readonly Value[] | undefined

export const namedValues = {
  category: ({ categories }) => categories,
  color: ({ colors }) => colors,
  tag: ({ tags }) => tags,
  type: ({ type }) => (type === null ? undefined : type === undefined ? [] : [type]),
  luminance: ({ luminance }) => (typeof luminance === 'number' ? [toTone(luminance)] : undefined),
  license: ({ isFree }) => (isFree === undefined ? undefined : [isFree ? 'free' : 'other']),
  source: ({ source }) => (source === undefined ? undefined : [source]),
} satisfies Record<string, ReadValues<string>>
export type NamedProperty = keyof typeof namedValues

export const measuredValues = {
  size: (picture) => (hasSize(picture) ? [toSizeValue(picture)] : undefined),
  taken: ({ takenOn }) => (takenOn ? [toDayNumber(takenOn)] : undefined),
  palette: ({ palette }) => (palette.length === 0 ? undefined : palette.map(toColorValue)),
} satisfies Record<string, ReadValues<number>>
export type MeasuredProperty = keyof typeof measuredValues

const sideLimit = 2 ** 26
const toSizeValue = ({ width, height }: PictureSize) =>
  Math.min(width, sideLimit - 1) * sideLimit + Math.min(height, sideLimit - 1)

export const sizeOf = (value: number): PictureSize => ({
  width: Math.floor(value / sideLimit),
  height: value % sideLimit,
})

// Makes the second and third number of a rounded color positive, so that they fit into 6 bits.
const offset = 32
const toColorValue = (hex: string) => {
  const [l, a, b] = roundColor(hex)
  return (l * 64 + a + offset) * 64 + b + offset
}
const colorOf = (value: number): RoundedColor => [
  value >> 12,
  ((value >> 6) & 63) - offset,
  (value & 63) - offset,
]

const meets = (picture: FilteredPicture, wanted: Condition): boolean | undefined =>
  'fits' in wanted
    ? measuredValues[wanted.of](picture)?.some(wanted.fits)
    : namedValues[wanted.of](picture)?.some((value) => wanted.isOneOf.includes(value))

/**
 * Compares pictures with all filters. The answer is `undefined` for a picture that may match, because what a filter
 * needs is not known. Such a picture is left out, except where something else decides later.
 */
export const createComparison = ({ preference, ...given }: PoolFilters) => {
  const terms = listTerms(given)
  return (picture: FilteredPicture): boolean | undefined => {
    if (preference && hasSize(picture) && !isPreferred(picture, preference)) return false
    let isSure = true
    for (const { some, none } of terms) {
      const unwanted = none.map((value) => meets(picture, value))
      if (unwanted.includes(true)) return false
      const wanted = some.map((value) => meets(picture, value))
      const isWanted = some.length === 0 || wanted.includes(true)
      if (!isWanted && !wanted.includes(undefined)) return false
      if (!isWanted || unwanted.includes(undefined)) isSure = false
    }
    return isSure || undefined
  }
}
