import { tCase } from '../../platform/browser/texts.ts'

/** Translates a category or tag. A name without a translation is only capitalized. */
export const toCategoryLabel = (name: string): string =>
  tCase(`category_${name}`, {}) || capitalize(name)

export const toColorLabel = (name: string): string => tCase(`color_${name}`, {}) || capitalize(name)

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
