/* biome-ignore-all lint/style/noNonNullAssertion: a batch has a type, a category and a range of colors for each of its rows */
import type { Rows } from '../../../shared/catalogue/rows.ts'
import { categoryNames } from '../../../shared/filter-values.ts'
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

type FiledColumns = Pick<
  Rows,
  'types' | 'categories' | 'categoryNames' | 'colors' | 'colorEnds' | 'colorNames'
>

export const typeCount = 3

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
      const toCategory = translate(filed.categoryNames, categoryPacker.numberOf)
      const toColor = translate(filed.colorNames, colorPacker.numberOf)
      return {
        add: (at: number) => {
          types.push(Math.min(filed.types[at]!, typeCount - 1))
          categories.push(toCategory(filed.categories[at]!))
          const end = filed.colorEnds[at]!
          for (let color = filed.colorEnds[at - 1] ?? 0; color < end; color++)
            colors.push(toColor(filed.colors[color]!))
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

const translate = (names: readonly string[], numberOf: (name: string) => number) => {
  const known: number[] = []
  return (name: number): number => (known[name] ??= numberOf(names[name]!))
}
