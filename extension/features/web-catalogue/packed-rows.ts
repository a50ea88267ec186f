import { hash53 } from '../../../shared/catalogue/hash.ts'
import { createRowSplitter, parseRows } from '../../../shared/catalogue/json-rows.ts'
import {
  type FiledWallpaper,
  parseFiled,
  readMainFile,
} from '../../../shared/catalogue/parse-row.ts'
import { toDeviceType } from '../../../shared/catalogue/shape-and-format.ts'
import { toRecord } from '../../platform/unknown.ts'

// Stored rows of another version are discarded, and the catalogue is downloaded again.
const packedVersion = 1

/**
 * What selection compares of the rows of an index, and where each row is in its text. With typed arrays, reading 100,000
 * rows from the disk takes 15 to 50 ms, and 2 to 15 s with an object for each row.
 */
export interface PackedRows {
  version: typeof packedVersion
  /** Where each row begins and ends in the text, in bytes. */
  starts: Uint32Array
  ends: Uint32Array
  /** `toIdNumber` of each row's id. */
  ids: Float64Array
  /** Positions in `deviceTypes`. */
  types: Uint8Array
  /** In pixels. 0 means unknown. */
  widths: Uint32Array
  heights: Uint32Array
  /** `NaN` means unknown. */
  luminances: Float32Array
  /** In milliseconds since 1970. `NaN` means unknown. */
  created: Float64Array
  /** Positions in `categoryNames`. */
  categories: Uint32Array
  categoryNames: string[]
  /** Where the colors of each row end in `colors`, which has positions in `colorNames`. */
  colorEnds: Uint32Array
  colors: Uint32Array
  colorNames: string[]
  /** Where the palette of each row ends in `palettes`, which has colors as numbers, such as 0x336699. */
  paletteEnds: Uint32Array
  palettes: Uint32Array
}

export const deviceTypes = [null, 'desktop', 'mobile', 'square'] as const

/** Identifies a row. Of 100,000 ids, two have the same number with a probability of 1 in 2 million. */
export const toIdNumber = (id: string): number => hash53(id, 0)

interface ReadOptions {
  /** Gives other tasks of the thread a turn. */
  pause(): Promise<void>
  now?: () => number
}

interface PackOptions extends ReadOptions {
  mostRows?: number
}

// In Firefox, the background and all tabs share a thread. So this is how long an opening tab may have to wait.
const sliceMs = 6
// Reading the whole text at once would need as much memory as the text has bytes.
const partBytes = 1_000_000

/**
 * Calls `take` for each row of an index, with its place in the text in bytes.
 * @throws IndexTextError when the text is not a JSON array
 */
export const readRows = async (
  text: Blob,
  take: (raw: unknown, start: number, end: number) => void,
  { pause, now = () => performance.now() }: ReadOptions,
): Promise<void> => {
  const splitter = createRowSplitter()
  let since = now()
  for (let at = 0; at < text.size; at += partBytes) {
    const part = await text.slice(at, at + partBytes).arrayBuffer()
    for (const batch of splitter.add(new Uint8Array(part))) {
      let start = batch.offset + batch.start
      for (const [row, raw] of parseRows(batch).entries()) {
        const end = batch.offset + (batch.ends[row] ?? batch.start)
        take(raw, start, end)
        start = end + 1
      }
      if (now() - since < sliceMs) continue
      await pause()
      since = now()
    }
  }
  splitter.end()
}

/**
 * Packs the rows of an index in the catalogue layout. Skips rows without a picture file, rows of more than 16 KB, rows
 * with the id of an earlier row, and rows beyond `mostRows`.
 * @throws IndexTextError when the text is not a JSON array
 */
export const packRows = async (
  text: Blob,
  { mostRows = 200_000, ...options }: PackOptions,
): Promise<{ rows: PackedRows; skipped: number }> => {
  const packer = createPacker()
  let skipped = 0
  const pack = (raw: unknown, start: number, end: number) => {
    if (packer.size() >= mostRows || !packer.add(raw, start, end)) skipped++
  }
  await readRows(text, pack, options)
  return { rows: packer.pack(), skipped }
}

const createPacker = () => {
  const seen = new Set<number>()
  const starts: number[] = []
  const ends: number[] = []
  const types: number[] = []
  const widths: number[] = []
  const heights: number[] = []
  const luminances: number[] = []
  const created: number[] = []
  const categories: number[] = []
  const categoryNames = createNames()
  const colorEnds: number[] = []
  const colors: number[] = []
  const colorNames = createNames()
  const paletteEnds: number[] = []
  const palettes: number[] = []

  const put = (row: FiledWallpaper) => {
    types.push(toTypeNumber(row))
    widths.push(row.width ?? 0)
    heights.push(row.height ?? 0)
    luminances.push(row.luminance ?? Number.NaN)
    created.push(Date.parse(row.createdAt ?? ''))
    categories.push(categoryNames.numberOf(row.category))
    for (const name of [...row.primaryColors, ...row.secondaryColors])
      colors.push(colorNames.numberOf(name))
    colorEnds.push(colors.length)
    for (const hex of row.palette) palettes.push(Number.parseInt(hex.slice(1), 16))
    paletteEnds.push(palettes.length)
  }
  return {
    size: () => starts.length,
    add: (raw: unknown, start: number, end: number): boolean => {
      const mainFile = readMainFile(raw)
      const row = mainFile === undefined ? undefined : parseFiled(raw, mainFile)
      const id = row && toIdNumber(row.id)
      if (row === undefined || id === undefined || seen.has(id)) return false
      seen.add(id)
      starts.push(start)
      ends.push(end)
      put(row)
      return true
    },
    pack: (): PackedRows => ({
      version: packedVersion,
      starts: Uint32Array.from(starts),
      ends: Uint32Array.from(ends),
      ids: Float64Array.from(seen),
      types: Uint8Array.from(types),
      widths: Uint32Array.from(widths),
      heights: Uint32Array.from(heights),
      luminances: Float32Array.from(luminances),
      created: Float64Array.from(created),
      categories: Uint32Array.from(categories),
      categoryNames: categoryNames.list(),
      colorEnds: Uint32Array.from(colorEnds),
      colors: Uint32Array.from(colors),
      colorNames: colorNames.list(),
      paletteEnds: Uint32Array.from(paletteEnds),
      palettes: Uint32Array.from(palettes),
    }),
  }
}

const createNames = () => {
  const numbers = new Map<string, number>()
  return {
    numberOf: (name: string): number => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, numbers.size)
      return numbers.size - 1
    },
    list: () => [...numbers.keys()],
  }
}

const toTypeNumber = ({ orientation }: FiledWallpaper): number =>
  orientation === 'square' ? 3 : deviceTypes.indexOf(toDeviceType(orientation) ?? null)

/** Checks only the version of stored rows, because nothing but the extension writes them. */
export const isPackedRows = (stored: unknown): stored is PackedRows =>
  toRecord(stored).version === packedVersion
