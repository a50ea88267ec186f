import { colorNames } from '../../../shared/filter-values.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { findColorHex } from '../../pictures/css-colors.ts'
import type { Filters } from './filters.ts'

/** One value that can be chosen. */
export interface Choice<T extends string = string> {
  value: T
  /** What is found with it and all other filters, words aside. */
  count: number
  isChosen: boolean
}

export interface FilterChoices {
  categories: readonly Choice[]
  colors: readonly Choice[]
  types: readonly Choice<DeviceType>[]
}

const types: readonly DeviceType[] = ['desktop', 'mobile']

/** What leads anywhere from here; what is chosen stays, so that it can be taken back. */
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

/** Two names of one color would be two equal dots: the chosen one is shown, else the one that finds more. */
const oneForEachHex = (colors: readonly Choice[]): Choice[] =>
  colors.filter((color) => {
    const equals = colors.filter(({ value }) => findColorHex(value) === findColorHex(color.value))
    return toBest(equals) === color
  })

const toBest = (equals: readonly Choice[]) =>
  equals.find(({ isChosen }) => isChosen) ?? equals.toSorted((a, b) => b.count - a.count)[0]
