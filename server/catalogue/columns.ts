import { categoryNames } from '../../shared/categories.ts'
import type { DeviceType } from '../../shared/wallpaper.ts'
import { toDeviceType } from './device-type.ts'
import type { Filed } from './filed-row.ts'
import { createNamesPacker, type PackedNames } from './packed-names.ts'
import { toSharedBytes, toSharedUint32 } from './shared-arrays.ts'

/** What the filters ask of every row, in typed arrays: a few bytes per row, and quick to walk. */
export interface Columns {
  /** Per row: 0 desktop, 1 mobile, 2 neither. */
  readonly types: Uint8Array
  readonly categoryNames: PackedNames
  /** Per row, a number of `categoryNames`. */
  readonly categories: Uint32Array
  readonly colorNames: PackedNames
  /** The distinct colours of row `r` are `colors[colorStarts[r]]` … `colors[colorStarts[r + 1] - 1]`. */
  readonly colors: Uint32Array
  readonly colorStarts: Uint32Array
}

export interface ColumnsPacker {
  add(wallpaper: Filed): void
  pack(): Columns
}

/** The categories that every catalogue may have get a number although no row may have them. */
export const createColumnsPacker = (): ColumnsPacker => {
  const categoryPacker = createNamesPacker(categoryNames)
  const types: number[] = []
  const categories: number[] = []
  const colors = createColorsPacker()
  return {
    add: (wallpaper) => {
      types.push(toTypeNumber(toDeviceType(wallpaper.orientation)))
      categories.push(categoryPacker.numberOf(wallpaper.category))
      colors.add(wallpaper.colors)
    },
    pack: () => ({
      types: toSharedBytes(types),
      categoryNames: categoryPacker.pack(),
      categories: toSharedUint32(categories),
      ...colors.pack(),
    }),
  }
}

export const typeCount = 3

export const toTypeNumber = (type: DeviceType | undefined): number => {
  if (type === undefined) return 2
  return type === 'desktop' ? 0 : 1
}

const createColorsPacker = () => {
  const names = createNamesPacker()
  const colors: number[] = []
  const starts = [0]
  return {
    add: (of: readonly string[]) => {
      const start = colors.length
      for (const name of of) {
        const number = names.numberOf(name)
        if (colors.indexOf(number, start) === -1) colors.push(number)
      }
      starts.push(colors.length)
    },
    pack: () => ({
      colorNames: names.pack(),
      colors: toSharedUint32(colors),
      colorStarts: toSharedUint32(starts),
    }),
  }
}
