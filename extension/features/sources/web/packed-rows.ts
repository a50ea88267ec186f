import type { Random } from '../../../../shared/catalogue/draw.ts'
import { hash53 } from '../../../../shared/catalogue/hash.ts'
import { createRowSplitter, parseRows } from '../../../../shared/catalogue/json-rows.ts'
import { parseFiled, readMainFile } from '../../../../shared/catalogue/parse-row.ts'
import { createRowFinder } from '../../../../shared/catalogue/row-sets.ts'
import {
  createRowsPacker,
  findListed,
  type Rows,
  toPicture,
} from '../../../../shared/catalogue/rows.ts'
import { drawRows } from '../../../../shared/catalogue/select.ts'
import { valuesOf, type WallpaperFilters } from '../../../../shared/filters.ts'
import { toRecord } from '../../../../shared/unknown.ts'

// Stored rows of another version, or without a property that filters compare, are discarded. The catalogue is then downloaded
// again.
const packedVersion = `3 ${Object.keys(valuesOf)}`

/** The rows of an index, and where each of them is in its text. */
export interface WebRows extends Rows {
  version: string
  /** Where each row begins and ends in the text, in bytes. */
  starts: Uint32Array
  ends: Uint32Array
  /** `toIdNumber` of each row's id. */
  ids: Float64Array
}

/** Identifies a row. Of 100,000 ids, two have the same number with a probability of 1 in 2 million. */
export const toIdNumber = (id: string): number => hash53(id, 0)

// Waits for a message instead of a timer, because browsers slow down the timers of hidden pages.
const pauseForOthers = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

// Reading the whole text at once would need as much memory as the text has bytes.
const partBytes = 1_000_000

/**
 * Calls `take` for each row of an index, with its place in the text in bytes. Pauses after each batch, because in Firefox
 * the background and all tabs share a thread.
 * @throws IndexTextError when the text is not a JSON array
 */
export const readRows = async (
  text: Blob,
  take: (raw: unknown, start: number, end: number) => void,
  pause = pauseForOthers,
): Promise<void> => {
  const splitter = createRowSplitter()
  for (let at = 0; at < text.size; at += partBytes) {
    const part = await text.slice(at, at + partBytes).arrayBuffer()
    for (const batch of splitter.add(new Uint8Array(part))) {
      let start = batch.offset + batch.start
      for (const [row, raw] of parseRows(batch).entries()) {
        const end = batch.offset + (batch.ends[row] ?? batch.start)
        take(raw, start, end)
        start = end + 1
      }
      await pause()
    }
  }
  splitter.end()
}

/**
 * Packs the rows of an index in the catalogue layout. Skips rows without a picture file, rows of more than 16 KB, rows
 * with the id of an earlier row, and rows beyond `mostRows`.
 * @throws IndexTextError when the text is not a JSON array
 */
export const packWebRows = async (
  text: Blob,
  { mostRows = 200_000, pause }: { mostRows?: number; pause?: () => Promise<void> } = {},
): Promise<{ rows: WebRows; skipped: number }> => {
  const packer = createRowsPacker()
  const ids = new Set<number>()
  const starts: number[] = []
  const ends: number[] = []
  let skipped = 0
  const pack = (raw: unknown, start: number, end: number) => {
    const mainFile = ids.size < mostRows ? readMainFile(raw) : undefined
    const row = mainFile === undefined ? undefined : parseFiled(raw, mainFile)
    const id = row && toIdNumber(row.id)
    if (row === undefined || id === undefined || ids.has(id)) {
      skipped++
      return
    }
    ids.add(id)
    starts.push(start)
    ends.push(end)
    packer.add(toPicture(row, unknown))
  }
  await readRows(text, pack, pause)
  return {
    rows: {
      version: packedVersion,
      starts: Uint32Array.from(starts),
      ends: Uint32Array.from(ends),
      ids: Float64Array.from(ids),
      ...packer.pack(),
    },
    skipped,
  }
}

/** Checks only the version of stored rows, because nothing but the extension writes them. */
export const isWebRows = (stored: unknown): stored is WebRows =>
  toRecord(stored).version === packedVersion

// A row is read from the disk only when it is shown.
const unknown = { tags: undefined, isFree: undefined }

/**
 * Selects random rows by the rules of the server. If too few rows match, adds rows whose type, size or luminance is
 * unknown, because they may match. Returns fewer than `count` rows if both are used up.
 */
export const selectRows = (
  rows: WebRows,
  filters: WallpaperFilters,
  draw: { count: number; exclude: readonly string[]; random: Random },
): number[] => {
  const find = createRowFinder({ rows, findName: findListed })
  // The colors of a downloaded picture are not measured, so a picture without a palette never has the color.
  const findPossible = ({ color, ...others }: WallpaperFilters) =>
    find({ color }, { ...others, mayMatch: true })
  const typed = findPossible(filters)
  const wanted = typed.size > 0 ? filters : { ...filters, type: undefined }
  const catalogue = { rowOf: (id: string) => findRow(rows, id), groupAt: undefined }
  const found = drawRows(catalogue, find(wanted), draw)
  if (found.length === draw.count) return found
  const others = drawRows(catalogue, findPossible(wanted), draw)
  return [...new Set([...found, ...others])].slice(0, draw.count)
}

export const findRow = ({ ids }: WebRows, id: string): number | undefined => {
  const row = ids.indexOf(toIdNumber(id))
  return row === -1 ? undefined : row
}
