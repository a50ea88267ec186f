import { t, tCase } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { builtIn, kindOf, own } from './catalogues.ts'

export const toCategoryLabel = (name: string): string =>
  tCase(`category_${name}`, {}) || capitalize(name)

export const toColorLabel = (name: string): string => tCase(`color_${name}`, {}) || capitalize(name)

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const toCatalogueLabel = (name: string): string => {
  if (name === builtIn) return t('builtIn')
  return name === own ? t('ownPictures') : toHost(name)
}

/** The address of a wallpaper's page, or `undefined` if its catalogue has no such pages. */
export const toPageUrl = ({ catalogue, id }: { catalogue: string; id: string }) => {
  const page = `/wallpaper/${encodeURIComponent(id)}`
  if (kindOf(catalogue) === 'server') return catalogue + page
  // The web page of an exported site has no other catalogue than this site, which has pages.
  return import.meta.env.WXT_WEB ? catalogue.replace('/index.json', `${page}/`) : undefined
}
