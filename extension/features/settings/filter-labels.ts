import { tCase } from '../../platform/browser/texts.ts'

export const toCategoryLabel = (name: string): string =>
  tCase(`category_${name}`, {}) || capitalize(name)

export const toColorLabel = (name: string): string => tCase(`color_${name}`, {}) || capitalize(name)

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
