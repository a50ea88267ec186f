import { t, tCase } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { builtIn, own } from './catalogues.ts'

export const toCategoryLabel = (name: string): string =>
  tCase(`category_${name}`, {}) || capitalize(name)

export const toColorLabel = (name: string): string => tCase(`color_${name}`, {}) || capitalize(name)

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const toCatalogueLabel = (name: string): string => {
  if (name === builtIn) return t('builtIn')
  return name === own ? t('ownPictures') : toHost(name)
}
