import { decodePart } from '../../shared/ids.ts'
import type { Catalogue } from './catalogue.ts'

const imageExtension = /\.(?:jpe?g|png|webp|avif|gif)$/i

/** Above this size, ids with capitals are only found as they are written. Reading a million ids takes a second. */
const mostFolded = 100_000

/**
 * Finds the id that a client spells in another way: percent-encoded, with the extension of an image file, or in other
 * case. Returns `undefined` if the catalogue has no such wallpaper.
 */
export const findSpelled = (catalogue: Catalogue, text: string): string | undefined => {
  const decoded = decodePart(text).trim()
  const bare = decoded.replace(imageExtension, '')
  const known = [text, decoded, bare].find((id) => catalogue.find(id) !== undefined)
  return known ?? findFolded(catalogue, decoded) ?? findFolded(catalogue, bare)
}

const findFolded = (catalogue: Catalogue, text: string): string | undefined => {
  const lower = text.toLowerCase()
  return catalogue.find(lower) === undefined ? idsWithCapitals(catalogue).get(lower) : lower
}

const cached = new WeakMap<Catalogue, ReadonlyMap<string, string>>()

const idsWithCapitals = (catalogue: Catalogue): ReadonlyMap<string, string> => {
  const known = cached.get(catalogue)
  if (known !== undefined) return known
  const ids = new Map<string, string>()
  for (let row = 0; catalogue.size <= mostFolded && row < catalogue.size; row++) {
    const id = catalogue.idAt(row)
    const lower = id.toLowerCase()
    if (lower !== id && !ids.has(lower)) ids.set(lower, id)
  }
  cached.set(catalogue, ids)
  return ids
}
