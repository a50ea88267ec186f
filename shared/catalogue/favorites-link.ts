import { decodePart, isRowId } from '../ids.ts'

const mostIds = 1_000

/**
 * The address of the page of an exported site that shows these wallpapers. Browsers do not send the part after `#` to
 * the host.
 * @param root the address of the site, with a slash at the end
 */
export const toFavoritesUrl = (root: string, ids: readonly string[]): string =>
  `${root}favorites/#${ids.map(encodeURIComponent).join()}`

export const readFavoritesHash = (hash: string): string[] => {
  const ids = hash.replace(/^#/, '').split(',').map(decodePart).filter(isRowId)
  return [...new Set(ids)].slice(0, mostIds)
}
