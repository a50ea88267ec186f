import { type FilteredPicture, listWanted, type PoolFilters } from '../filters.ts'
import type { FiledWallpaper } from './parse-row.ts'
import { toDeviceType } from './shape-and-format.ts'

/**
 * What filters compare of wallpapers, in columns. With typed arrays, reading 100,000 rows from a disk takes 15 to 50 ms, and
 * 2 to 15 s with an object for each row.
 */
export interface Rows {
  /** Positions in `rowTypes`. */
  types: Uint8Array
  /** In pixels. 0 means unknown. */
  widths: Uint32Array
  heights: Uint32Array
  /** `NaN` means unknown. */
  luminances: Float64Array
  /** In milliseconds since 1970. `NaN` means unknown. */
  created: Float64Array
  /** Positions in `categoryNames`. */
  categories: Uint32Array
  categoryNames: string[]
  /** Where the distinct colors of each row end in `colors`, which has positions in `colorNames`. */
  colorEnds: Uint32Array
  colors: Uint32Array
  colorNames: string[]
  /** Where the palette of each row ends in `palettes`, which has colors as numbers, such as 0x336699. */
  paletteEnds: Uint32Array
  palettes: Uint32Array
}

/** The device types of rows, and `square` or `null` for a row of another or of an unknown shape. */
export const rowTypes = ['desktop', 'mobile', 'square', null] as const

// The largest number of a `Uint32Array`.
const mostPixels = 2 ** 32 - 1

export type PackedWallpaper = Omit<FiledWallpaper, 'id' | 'mainFile' | 'phash'>

/** @param toColorNumber how a color is stored in `palettes` */
export const createRowsPacker = (toColorNumber = toRgb) => {
  const types: number[] = []
  const widths: number[] = []
  const heights: number[] = []
  const luminances: number[] = []
  const created: number[] = []
  const categories: number[] = []
  const categoryNames = createNames()
  const colorEnds: number[] = []
  const colors: number[] = []
  const colorNames = createNames()
  const paletteEnds: number[] = []
  const palettes: number[] = []
  return {
    add: (row: PackedWallpaper): void => {
      const { primaryColors, secondaryColors, orientation } = row
      types.push(
        rowTypes.indexOf(
          orientation === 'square' ? orientation : (toDeviceType(orientation) ?? null),
        ),
      )
      widths.push(Math.min(row.width ?? 0, mostPixels))
      heights.push(Math.min(row.height ?? 0, mostPixels))
      luminances.push(row.luminance ?? Number.NaN)
      created.push(Date.parse(row.createdAt ?? ''))
      categories.push(categoryNames.numberOf(row.category))
      for (const name of primaryColors) colors.push(colorNames.numberOf(name))
      for (const name of secondaryColors)
        if (!primaryColors.includes(name)) colors.push(colorNames.numberOf(name))
      colorEnds.push(colors.length)
      for (const hex of row.palette) palettes.push(toColorNumber(hex))
      paletteEnds.push(palettes.length)
    },
    pack: (): Rows => ({
      types: new Uint8Array(types),
      widths: new Uint32Array(widths),
      heights: new Uint32Array(heights),
      luminances: new Float64Array(luminances),
      created: new Float64Array(created),
      categories: new Uint32Array(categories),
      categoryNames: categoryNames.list(),
      colorEnds: new Uint32Array(colorEnds),
      colors: new Uint32Array(colors),
      colorNames: colorNames.list(),
      paletteEnds: new Uint32Array(paletteEnds),
      palettes: new Uint32Array(palettes),
    }),
  }
}

const toRgb = (hex: string): number => Number.parseInt(hex.slice(1), 16)

export const createNames = () => {
  const numbers = new Map<string, number>()
  return {
    numberOf: (name: string): number => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, numbers.size)
      return numbers.size - 1
    },
    list: () => [...numbers.keys()],
  }
}

/**
 * Returns a function that reads a row for `createComparison` with these filters. It reads only the colors that the filters
 * name, because arrays of all colors would take most of the time of a scan.
 * @param restAt reads what has no columns
 */
export const createPictureAt = (
  rows: Rows,
  { color }: PoolFilters,
  restAt: (row: number) => Pick<FilteredPicture, 'tags' | 'isFree'>,
) => {
  const { colorNames, categoryNames } = rows
  const named = listWanted({ color })
  const isNamed = (name: string) => named.some((one) => one.of === 'color' && one.is === name)
  const wanted = new Set(colorNames.flatMap((name, at) => (isNamed(name) ? [at] : [])))
  const hasHex = named.some(({ of }) => of === 'palette')
  return (row: number): FilteredPicture => {
    const luminance = rows.luminances[row] ?? Number.NaN
    const found =
      wanted.size === 0 ? none : partOf(rows.colors, rows.colorEnds, row, (at) => wanted.has(at))
    return {
      type: rowTypes[rows.types[row] ?? 0],
      categories: [categoryNames[rows.categories[row] ?? 0] ?? ''],
      colors: found.map((at) => colorNames[at] ?? ''),
      palette: hasHex ? partOf(rows.palettes, rows.paletteEnds, row, () => true).map(toHex) : none,
      width: rows.widths[row],
      height: rows.heights[row],
      luminance: Number.isNaN(luminance) ? null : luminance,
      ...restAt(row),
    }
  }
}

const none: readonly never[] = []

const partOf = (
  values: Uint32Array,
  ends: Uint32Array,
  row: number,
  isWanted: (value: number) => boolean,
): number[] => {
  const found: number[] = []
  const end = ends[row] ?? 0
  for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < end; at++) {
    const value = values[at] ?? 0
    if (isWanted(value)) found.push(value)
  }
  return found
}

const toHex = (color: number) => `#${color.toString(16).padStart(6, '0')}`

/** Lists all rows, the newest wallpaper first. */
export const listByAge = ({ created }: Pick<Rows, 'created'>): number[] =>
  [...created.keys()].sort((one, other) => (created[other] || 0) - (created[one] || 0))

/** How many tags pages offer. Nobody reads more names, and a search finds the others. */
export const mostCommonTags = 24

/** Counts how often each name is used, the commonest one first. */
export const countNames = (names: readonly string[], numbers: Uint32Array) => {
  const counts = new Uint32Array(names.length)
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1
  return rankNames(names, (number) => counts[number] ?? 0)
}

export const rankNames = (names: readonly string[], countOf: (number: number) => number) =>
  names
    .map((name, number) => ({ name, count: countOf(number) }))
    .filter(({ name, count }) => name !== '' && count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
