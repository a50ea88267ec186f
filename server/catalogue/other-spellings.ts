import { decodePart } from '../../shared/ids.ts'
import type { Catalogue } from './catalogue.ts'

const imageExtension = /\.(?:jpe?g|png|webp|avif|gif)$/i

/** Above this size, only ids in lower case have other spellings. Reading a million ids takes a second. */
const mostFolded = 100_000

/**
 * Finds the id that a client spells in another way: percent-encoded, with the extension of an image file, or in other
 * case. The name of the file counts too, because a client that has only a picture's address knows nothing else.
 * Returns `undefined` if the catalogue has no such wallpaper.
 */
export const findSpelled = (catalogue: Catalogue, text: string): string | undefined => {
  const decoded = decodePart(text).trim()
  const bare = toBare(decoded)
  const known = [text, decoded, bare].find((id) => catalogue.rowOf(id) !== undefined)
  if (known !== undefined) return known
  const folded = [decoded, bare].map((name) => findFolded(catalogue, name))
  return folded.find((id) => id !== undefined) ?? spellingsOf(catalogue).byFile.get(fold(bare))
}

/** Tells whether two ids differ only in their case, their image extension and their percent-encoding. */
export const areSpelledAlike = (one: string, other: string): boolean =>
  toSpelling(one) === toSpelling(other)

const toSpelling = (id: string) => fold(toBare(decodePart(id).trim()))

const findFolded = (catalogue: Catalogue, text: string): string | undefined => {
  const lower = text.toLowerCase()
  return catalogue.rowOf(lower) === undefined ? spellingsOf(catalogue).byCase.get(lower) : lower
}

const toBare = (name: string) => name.replace(imageExtension, '')
const fold = (name: string) => name.normalize('NFC').toLowerCase()

interface Spellings {
  /** Ids with capitals, by the id in lower case. */
  byCase: ReadonlyMap<string, string>
  /** Ids of files with another name, by that name in lower case. `undefined` if several files have the name. */
  byFile: ReadonlyMap<string, string | undefined>
}

const cached = new WeakMap<Catalogue, Spellings>()

const spellingsOf = (catalogue: Catalogue): Spellings => {
  const known = cached.get(catalogue)
  if (known !== undefined) return known
  const byCase = new Map<string, string>()
  const byFile = new Map<string, string | undefined>()
  for (let row = 0; catalogue.size <= mostFolded && row < catalogue.size; row++) {
    const id = catalogue.idAt(row)
    const lower = id.toLowerCase()
    if (lower !== id && !byCase.has(lower)) byCase.set(lower, id)
    const file = fold(toBare(fileNameAt(catalogue, row)))
    if (file !== '' && file !== fold(id)) byFile.set(file, byFile.has(file) ? undefined : id)
  }
  const spellings = { byCase, byFile }
  cached.set(catalogue, spellings)
  return spellings
}

const fileNameAt = ({ mainPathAt }: Catalogue, row: number) => {
  const path = mainPathAt(row)
  return decodePart(path.slice(path.lastIndexOf('/') + 1))
}
