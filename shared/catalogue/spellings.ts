import { withoutPictureExtension } from '../file-names.ts'
import { decodePart, isRowId } from '../ids.ts'
import type { Wallpaper } from './wallpaper.ts'

/** How a catalogue looks up the wallpaper that a text means. Its rows are numbers. */
export interface SpelledRows {
  rowOfId(id: string): number | undefined
  /** Returns the rows with this spelling (`spellingsOf`), maybe with others among them. */
  listSpelled(spelling: string): readonly number[]
  idAt(row: number): string
  fileAt(row: number): string
  /** Returns the pictures that are gone and have this spelling. Absent if the catalogue does not know them. */
  listGone?: ((spelling: string) => readonly GonePicture[]) | undefined
}

/** A picture that is not in the catalogue at the moment. No other picture is shown in its place. */
export type GonePicture = Pick<Wallpaper, 'id' | 'mainFile'>

/**
 * Returns the row that a text means. The text may be an id or the name of a file, with or without its folder and its
 * extension, in any case, in any Unicode form and percent-encoded. An id, and an id with `.jpg` or `.webp`, go before a file
 * name, and an exact name before a similar one. A name that several wallpapers have means none of them, and neither does the
 * name of a picture that is gone.
 * If the catalogue does not know what is gone, a text that may be an id is not taken for the name of a file without its
 * extension.
 */
export const findSpelled = (text: string, rows: SpelledRows): number | undefined => {
  const exact = rows.rowOfId(text)
  if (exact !== undefined) return exact
  const found = findNamed(toName(text), rows)
  return found === undefined && text.includes('%')
    ? findNamed(toName(decodePart(text)), rows)?.row
    : found?.row
}

export const groupBySpelling = (pictures: readonly Pick<Wallpaper, 'id' | 'mainFile'>[]) =>
  groupPositions(
    pictures.map(({ id, mainFile }) => [...new Set([fold(id), ...spellingsOf(id, mainFile)])]),
  )

export const groupPositions = (lists: readonly (readonly string[])[]) => {
  const positions = new Map<string, number[]>()
  for (const [at, texts] of lists.entries())
    for (const text of texts) {
      const alike = positions.get(text)
      if (alike) alike.push(at)
      else positions.set(text, [at])
    }
  return positions
}

export const createGoneFinder = (gone: readonly GonePicture[]) => {
  let found: ReadonlyMap<string, readonly number[]> | undefined
  return (spelling: string): readonly GonePicture[] => {
    if (gone.length === 0) return gone
    found ??= groupBySpelling(gone)
    return (found.get(spelling) ?? []).flatMap((at) => gone[at] ?? [])
  }
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

// The server makes files of these formats from each picture, such as `/images/lake.webp`.
const madeExtension = /\.(?:jpg|webp)$/

// A name that matches more than this many wallpapers is treated as unknown. Comparing them all would be slow, and the name
// would be ambiguous anyway.
const mostAlike = 100

const findNamed = (name: string, rows: SpelledRows): { row: number | undefined } | undefined => {
  // Otherwise `lake.jpg` would mean another picture as soon as somebody adds a file with this name.
  const exact = rows.rowOfId(name) ?? rows.rowOfId(name.replace(madeExtension, ''))
  if (exact !== undefined) return { row: exact }
  if (name === '') return undefined
  const spellings = [name, toStem(name)].map(fold)
  const gone = spellings.flatMap((spelling) => rows.listGone?.(spelling) ?? [])
  if (gone.some(({ id }) => spellings.includes(fold(id)))) return { row: undefined }
  const listed = new Set(spellings.flatMap((spelling) => listAlike(spelling, rows)))
  const candidates = [
    ...Array.from(listed, (row) => ({ row, id: rows.idAt(row), mainFile: rows.fileAt(row) })),
    ...gone.map((picture) => ({ row: undefined, ...picture })),
  ].map(({ row, id, mainFile }) => {
    const file = mainFile.normalize('NFC')
    return { row, id, file, base: toBase(file) }
  })
  for (const shorten of [same, toStem])
    for (const read of [same, fold]) {
      const wanted = read(shorten(name))
      const mayBeId = !rows.listGone && isRowId(wanted) && toStem(wanted) === wanted
      const matching = [
        candidates.filter(({ id }) => read(id) === wanted),
        candidates.filter(({ file }) => !mayBeId && read(shorten(file)) === wanted),
        candidates.filter(({ base }) => !mayBeId && read(shorten(base)) === wanted),
      ].find(({ length }) => length > 0)
      if (matching !== undefined) return matching.length === 1 ? matching[0] : undefined
    }
  return undefined
}

const listAlike = (spelling: string, { rowOfId, listSpelled }: SpelledRows) => {
  const row = rowOfId(spelling)
  const others = listSpelled(spelling)
  const all = row === undefined ? others : [row, ...others]
  return all.length > mostAlike ? [] : all
}
