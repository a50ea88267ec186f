import { parseCreditedRow, readLicenseOf } from '../../../../shared/catalogue/credits.ts'
import type { Random } from '../../../../shared/catalogue/draw.ts'
import { findRows, parseRows } from '../../../../shared/catalogue/json-rows.ts'
import {
  parseFiled,
  parseRow,
  readMainFile,
  readTags,
} from '../../../../shared/catalogue/parse-row.ts'
import { createSearchIndex } from '../../../../shared/catalogue/row-search.ts'
import { createRowFinder } from '../../../../shared/catalogue/row-sets.ts'
import { createRowsPacker, findListed, toPicture } from '../../../../shared/catalogue/rows.ts'
import { drawRows } from '../../../../shared/catalogue/select.ts'
import type { Wallpaper } from '../../../../shared/catalogue/wallpaper.ts'
import { toDetail } from '../../../../shared/catalogue/wallpaper-detail.ts'
import { isAtLeast } from '../../../../shared/filter-rules.ts'
import { toTags, type WallpaperFilters } from '../../../../shared/filters.ts'
import { encodePath } from '../../../../shared/ids.ts'
import { isRecord, toText } from '../../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../../shared/wallpaper.ts'
import type { Sizing } from '../source.ts'

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

export type WebRows = Awaited<ReturnType<typeof readWebRows>>

/**
 * Reads a list in the catalogue layout. Skips rows without a picture file, rows of more than 16 KB, rows with the id of an
 * earlier row, and rows beyond `mostRows`. Pauses after each batch of rows, because in Firefox the background and all tabs
 * share a thread.
 * @throws IndexTextError when the text is not a JSON array
 */
export const readWebRows = async (
  text: Blob,
  { mostRows = 30_000, pause = pauseForOthers } = {},
) => {
  const packer = createRowsPacker()
  const rawById = new Map<string, Record<string, unknown>>()
  let skipped = 0
  const add = (raw: unknown) => {
    const mainFile = rawById.size < mostRows ? readMainFile(raw) : undefined
    const row = mainFile === undefined ? undefined : parseFiled(raw, mainFile)
    if (!row || !isRecord(raw) || rawById.has(row.id)) {
      skipped++
      return
    }
    rawById.set(row.id, raw)
    const isFree = readLicenseOf(raw)?.isFree
    packer.add(toPicture(row, { tags: toTags(readTags(raw)), isFree }))
  }
  for (const batch of findRows(new Uint8Array(await text.arrayBuffer()))) {
    parseRows(batch).forEach(add)
    await pause()
  }
  const rows = packer.pack()
  const find = createRowFinder({ rows, findName: findListed })
  const all = [...rawById.values()]
  const rowsById = new Map([...rawById.keys()].map((id, row) => [id, row]))
  let index: ReturnType<typeof createSearchIndex> | undefined
  return {
    size: rows.size,
    skipped,
    named: rows.named,
    rowOf: (id: string) => rowsById.get(id),
    /**
     * Selects random rows by the rules of the server. If too few rows match, adds rows whose type, size or luminance is
     * unknown, because they may match. Returns fewer than `count` rows if both are used up.
     */
    select: (
      filters: WallpaperFilters,
      draw: { count: number; exclude: readonly string[]; random: Random },
    ): number[] => {
      // The colors and the license of a downloaded picture are not looked up, so an unknown one never matches.
      const findPossible = ({ color, license, ...others }: WallpaperFilters) =>
        find({ color, license }, { ...others, mayMatch: true })
      const wanted = findPossible(filters).size > 0 ? filters : { ...filters, type: undefined }
      const catalogue = { rowOf: (id: string) => rowsById.get(id), groupAt: undefined }
      const found = drawRows(catalogue, find(wanted), draw)
      if (found.length === draw.count) return found
      const others = drawRows(catalogue, findPossible(wanted), draw)
      return [...new Set([...found, ...others])].slice(0, draw.count)
    },
    /** Returns all rows that match, by the rules of the server, the best match first. */
    search: (q: string): number[] => {
      if (!index) {
        index = createSearchIndex()
        for (const [row, raw] of all.entries()) {
          const wallpaper = parseRow(raw)
          if (wallpaper) index.add(row, wallpaper)
        }
      }
      return index.search(q).map(({ row }) => row)
    },
    describe: (chosen: readonly number[], place: RowPlace): WallpaperDetail[] =>
      chosen.flatMap((row) => describeRow(all[row], place) ?? []),
  }
}

interface RowPlace {
  /** The address of the folder of an index in Fresco's catalogue layout. The rows of other lists name their files. */
  folder?: string | undefined
  sizing: Sizing
}

export const noSizing: Sizing = { screen: undefined, saves: false }

/** Describes one row of a list. Returns `undefined` if it is not a wallpaper. */
export const describeRow = (
  raw: unknown,
  { folder, sizing: { screen, saves } }: RowPlace = { sizing: noSizing },
): WallpaperDetail | undefined => {
  const wallpaper = parseCreditedRow(raw)
  if (!wallpaper || !isRecord(raw)) return
  const files = folder === undefined ? raw : toFiles(wallpaper, folder, screen)
  const full = toText(files.url)
  const preview = toText(files.preview_url) || full
  const image = toText(files.image_url) || full
  return toDetail(wallpaper, {
    full: () => full,
    preview: () => preview,
    image: () => (saves ? preview : image),
  })
}

const toFiles = (
  { mainFile, cacheFile, renditions = [] }: Wallpaper,
  folder: string,
  screen: Sizing['screen'],
) => {
  // Copies are sorted by size, so the first one is the smallest that fits the screen.
  const copy = screen && renditions.find((one) => isAtLeast(one, screen))
  return {
    url: `${folder}main/${encodePath(mainFile)}`,
    preview_url: cacheFile && `${folder}cache/${encodePath(cacheFile)}`,
    image_url: copy ? folder + encodePath(copy.file) : '',
  }
}
