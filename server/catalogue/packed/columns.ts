/* biome-ignore-all lint/style/noNonNullAssertion: a batch has a type, a category and a range of colors for each of its rows */
import { categoryNames } from '../../../shared/filter-values.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { createNamesPacker, type PackedNames } from './packed-names.ts'
import { createByteList, createUint32List } from './shared-arrays.ts'

export interface Columns {
  /** The device type of each row: 0 is desktop, 1 is mobile, 2 is neither. */
  types: Uint8Array
  categoryNames: PackedNames
  categories: Uint32Array
  colorNames: PackedNames
  /** The distinct colors of row `r` are `colors[colorStarts[r]]` … `colors[colorStarts[r + 1] - 1]`. */
  colors: Uint32Array
  colorStarts: Uint32Array
}

export interface FiledColumns {
  types: Uint8Array
  categories: NumberedWords
  colors: NumberedWords
  colorStarts: Uint32Array
}

export const createColumnsPacker = () => {
  const types = createByteList()
  const categoryPacker = createNamesPacker(categoryNames)
  const categories = createUint32List()
  const colorPacker = createNamesPacker()
  const colors = createUint32List()
  const colorStarts = createUint32List()
  colorStarts.push(0)
  return {
    open: (filed: FiledColumns) => {
      const categoryAt = translate(filed.categories, categoryPacker.numberOf)
      const colorAt = translate(filed.colors, colorPacker.numberOf)
      return {
        add: (at: number) => {
          types.push(filed.types[at]!)
          categories.push(categoryAt(at))
          const end = filed.colorStarts[at + 1]!
          for (let color = filed.colorStarts[at]!; color < end; color++) colors.push(colorAt(color))
          colorStarts.push(colors.length())
        },
      }
    },
    pack: (): Columns => ({
      types: types.pack(),
      categoryNames: categoryPacker.pack(),
      categories: categories.pack(),
      colorNames: colorPacker.pack(),
      colors: colors.pack(),
      colorStarts: colorStarts.pack(),
    }),
  }
}

const translate = ({ words, numbers }: NumberedWords, numberOf: (name: string) => number) => {
  const known: number[] = []
  return (at: number): number => {
    const word = numbers[at]!
    known[word] ??= numberOf(words[word]!)
    return known[word]
  }
}

export const typeCount = 3

export const toTypeNumber = (type: DeviceType | undefined): number => {
  if (type === undefined) return 2
  return type === 'desktop' ? 0 : 1
}

interface NumberedWords {
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
