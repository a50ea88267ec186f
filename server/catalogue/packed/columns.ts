/* biome-ignore-all lint/style/noNonNullAssertion: a batch has a type, a category and a range of colors for each of its rows */
import { categoryNames } from '../../../shared/filter-values.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import type { WallpaperFilter } from '../catalogue.ts'
import { createNamesPacker, findName, type NamesPacker, type PackedNames } from './packed-names.ts'
import { createByteList, createUint32List } from './shared-arrays.ts'

/** The fields of every row that filters compare, in typed arrays of a few bytes per row. */
export interface Columns {
  /** Per row: 0 desktop, 1 mobile, 2 neither. */
  types: Uint8Array
  categoryNames: PackedNames
  /** Per row: the number of its category in `categoryNames`. */
  categories: Uint32Array
  colorNames: PackedNames
  /** The distinct colors of row `r` are `colors[colorStarts[r]]` … `colors[colorStarts[r + 1] - 1]`. */
  colors: Uint32Array
  colorStarts: Uint32Array
}

/** The same fields of a batch of rows that was just read. */
export interface FiledColumns {
  types: Uint8Array
  categories: NumberedWords
  /** The distinct colors of row `r` are the numbers from `colorStarts[r]` up to `colorStarts[r + 1]`. */
  colors: NumberedWords
  colorStarts: Uint32Array
}

export interface ColumnsPacker {
  /** Adds single rows of a batch, in order. */
  open(filed: FiledColumns): { add(at: number): void }
  pack(): Columns
}

/** The known categories have numbers even if no row is in them. */
export const createColumnsPacker = (): ColumnsPacker => {
  const types = createByteList()
  const categoryPacker = createNamesPacker(categoryNames)
  const categories = createUint32List()
  const colorPacker = createNamesPacker()
  const colors = createUint32List()
  const colorStarts = createUint32List([0])
  return {
    open: (filed) => {
      const categoryAt = translate(filed.categories, categoryPacker)
      const colorAt = translate(filed.colors, colorPacker)
      return {
        add: (at) => {
          types.push(filed.types[at]!)
          categories.push(categoryAt(at))
          const end = filed.colorStarts[at + 1]!
          for (let color = filed.colorStarts[at]!; color < end; color++) colors.push(colorAt(color))
          colorStarts.push(colors.length())
        },
      }
    },
    pack: () => ({
      types: types.pack(),
      categoryNames: categoryPacker.pack(),
      categories: categories.pack(),
      colorNames: colorPacker.pack(),
      colors: colors.pack(),
      colorStarts: colorStarts.pack(),
    }),
  }
}

/** Translates the words of a batch to the numbers of `names`, and adds new words there. */
const translate = ({ words, numbers }: NumberedWords, names: NamesPacker) => {
  const known: number[] = []
  return (at: number): number => {
    const word = numbers[at]!
    known[word] ??= names.numberOf(words[word]!)
    return known[word]
  }
}

export const typeCount = 3

export const toTypeNumber = (type: DeviceType | undefined): number => {
  if (type === undefined) return 2
  return type === 'desktop' ? 0 : 1
}

/** Tests single rows, for lists of rows that have no buckets. */
export const createRowMatcher = (
  columns: Columns,
  { category, color, type }: WallpaperFilter,
): ((row: number) => boolean) => {
  const categoryNumber = numberOf(columns.categoryNames, category)
  const colorNumber = numberOf(columns.colorNames, color)
  const typeNumber = type === undefined ? undefined : toTypeNumber(type)
  const hasColor = (row: number) =>
    colorNumber === undefined ||
    columns.colors
      .subarray(columns.colorStarts[row], columns.colorStarts[row + 1])
      .includes(colorNumber)
  return (row) =>
    (categoryNumber === undefined || columns.categories[row] === categoryNumber) &&
    (typeNumber === undefined || columns.types[row] === typeNumber) &&
    hasColor(row)
}

const none = -1
const numberOf = (names: PackedNames, name: string | undefined) =>
  name === undefined ? undefined : (findName(names, name) ?? none)

/** A list of words, each replaced by its number in `words`. */
export interface NumberedWords {
  words: readonly string[]
  numbers: Uint32Array
}

export const numberWords = (words: readonly string[]): NumberedWords => {
  const known = new Map<string, number>()
  const numbers = words.map((word) => {
    const number = known.get(word) ?? known.size
    if (number === known.size) known.set(word, number)
    return number
  })
  return { words: [...known.keys()], numbers: new Uint32Array(numbers) }
}
