import { withoutPictureExtension } from '../file-names.ts'
import { decodePart } from '../ids.ts'

/** How a catalogue looks up the wallpaper that a text means. Its rows are numbers. */
export interface SpelledRows {
  rowOfId(id: string): number | undefined
  /** Returns the rows with this spelling (`spellingsOf`), maybe with others among them. */
  listSpelled(spelling: string): readonly number[]
  idAt(row: number): string
  fileAt(row: number): string
}

/**
 * Returns the row that a text means. The text may be an id or the name of a file, with or without its folder and its
 * extension, in any case, in any Unicode form and percent-encoded. An id goes before a file name, and an exact name
 * before a similar one. A name that several wallpapers have means none of them.
 */
export const findSpelled = (text: string, rows: SpelledRows): number | undefined => {
  const exact = rows.rowOfId(text)
  if (exact !== undefined) return exact
  const found = findNamed(toName(text), rows)
  return found === undefined && text.includes('%')
    ? findNamed(toName(decodePart(text)), rows)
    : found
}

/** Lists the texts that `SpelledRows.listSpelled` is asked for, without the id itself. Most wallpapers have none. */
export const spellingsOf = (id: string, file: string): string[] => {
  if (isPlainId.test(id) && isIdWithExtension(file, id)) return []
  const path = fold(toStem(file))
  const spellings = new Set([fold(id), path, toBase(path)])
  return [...spellings].filter((spelling) => spelling !== id && spelling !== '')
}

const isPlainId = /^[a-z0-9._-]+$/
const isIdWithExtension = (file: string, id: string) =>
  file.startsWith(id) && toStem(file).length === id.length

const toName = (text: string) => text.trim().normalize('NFC')
const toStem = withoutPictureExtension
const toBase = (path: string) => path.slice(path.lastIndexOf('/') + 1)
// Upper case first, because `ß` and `SS` are the same letters.
const fold = (text: string) => text.normalize('NFC').toUpperCase().toLowerCase()
const same = (text: string) => text

// A name that matches more than this many wallpapers is treated as unknown. Comparing them all would be slow, and the name
// would be ambiguous anyway.
const mostAlike = 100

const findNamed = (name: string, rows: SpelledRows): number | undefined => {
  const exact = rows.rowOfId(name)
  if (exact !== undefined || name === '') return exact
  const listed = new Set([name, toStem(name)].flatMap((each) => listAlike(fold(each), rows)))
  if (listed.size === 0) return undefined
  const candidates = [...listed].map((row) => {
    const file = rows.fileAt(row).normalize('NFC')
    return { row, id: rows.idAt(row), file, base: toBase(file) }
  })
  for (const shorten of [same, toStem])
    for (const read of [same, fold]) {
      const wanted = read(shorten(name))
      const matching = [
        candidates.filter(({ id }) => read(id) === wanted),
        candidates.filter(({ file }) => read(shorten(file)) === wanted),
        candidates.filter(({ base }) => read(shorten(base)) === wanted),
      ].find(({ length }) => length > 0)
      if (matching !== undefined) return matching.length === 1 ? matching[0]?.row : undefined
    }
  return undefined
}

const listAlike = (spelling: string, { rowOfId, listSpelled }: SpelledRows) => {
  const row = rowOfId(spelling)
  const others = listSpelled(spelling)
  const all = row === undefined ? others : [row, ...others]
  return all.length > mostAlike ? [] : all
}
