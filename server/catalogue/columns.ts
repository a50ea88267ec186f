import type { DeviceType } from '../../shared/wallpaper.ts'
import { toDeviceType } from './device-type.ts'
import type { Wallpaper } from './wallpaper.ts'

/** What the filters ask of every row, in typed arrays: a few bytes per row, and quick to walk. */
export interface Columns {
  /** Per row: 0 desktop, 1 mobile, 2 neither. */
  readonly types: Uint8Array
  readonly categoryNumbers: ReadonlyMap<string, number>
  /** Per row, a number of `categoryNumbers`. */
  readonly categories: Uint32Array
  readonly colorNumbers: ReadonlyMap<string, number>
  /** The distinct colours of row `r` are `colors[colorStarts[r]]` … `colors[colorStarts[r + 1] - 1]`. */
  readonly colors: Uint32Array
  readonly colorStarts: Uint32Array
}

/** @param categoryNames names that get a number although no row may have them */
export const createColumns = (
  wallpapers: readonly Wallpaper[],
  categoryNames: readonly string[],
): Columns => {
  const categoryNumbers = new Map(categoryNames.map((name, number) => [name, number]))
  return {
    types: Uint8Array.from(wallpapers, ({ orientation }) =>
      toTypeNumber(toDeviceType(orientation)),
    ),
    categoryNumbers,
    categories: Uint32Array.from(wallpapers, ({ category }) => numberOf(categoryNumbers, category)),
    ...createColorColumns(wallpapers),
  }
}

export const typeCount = 3

export const toTypeNumber = (type: DeviceType | undefined): number => {
  if (type === undefined) return 2
  return type === 'desktop' ? 0 : 1
}

const createColorColumns = (wallpapers: readonly Wallpaper[]) => {
  const colorNumbers = new Map<string, number>()
  const colors: number[] = []
  const colorStarts = new Uint32Array(wallpapers.length + 1)
  wallpapers.forEach(({ primaryColors, secondaryColors }, row) => {
    const start = colors.length
    const add = (name: string) => {
      const number = numberOf(colorNumbers, name)
      if (colors.indexOf(number, start) === -1) colors.push(number)
    }
    primaryColors.forEach(add)
    secondaryColors.forEach(add)
    colorStarts[row + 1] = colors.length
  })
  return { colorNumbers, colors: Uint32Array.from(colors), colorStarts }
}

/** The number of a name; a new name gets the next one. */
const numberOf = (numbers: Map<string, number>, name: string): number => {
  const known = numbers.get(name)
  if (known !== undefined) return known
  numbers.set(name, numbers.size)
  return numbers.size - 1
}
