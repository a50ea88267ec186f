import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseCreditedRow } from '../../../shared/catalogue/credits.ts'
import { findRows, parseRows } from '../../../shared/catalogue/json-rows.ts'
import { toTreeIds } from '../../../shared/catalogue/tree-ids.ts'
import { isRecord } from '../../../shared/unknown.ts'
import { createFolderSource } from '../../adapters/folder/source.ts'
import { createPictureWork } from '../../adapters/sharp/picture-work.ts'
import type { Config } from '../../config/config.ts'
import { DomainError } from '../../domain-error.ts'
import { withSkipped } from '../program.ts'

type Row = Readonly<Record<string, unknown>>

export type FolderRow = Awaited<ReturnType<typeof readFolder>>['rows'][number]

type ReadFolderOptions = Parameters<typeof createFolderSource>[0] & {
  onSkipped: (file: string, reason: string) => void
  signal: AbortSignal
}

/** The settings for reading a folder. Commands share their measurements, so that each measures only new pictures. */
export const folderOptionsOf = (config: Config) => ({
  linkFolders: config.values.WALLPAPERS_LINKS,
  dataDir: resolve(config.dataDir),
  cacheDir: join(resolve(config.dataDir), 'publish'),
  work: createPictureWork({ memoryBytes: config.values.PICTURE_MEMORY_MB * 1e6 }),
  readsEmbeddedFacts: config.readsEmbeddedFacts,
})

/** Reads all rows of a folder, which takes several reads of a large one, and gives each of them its exported id. */
export const readFolder = async ({ onSkipped, signal, log, ...options }: ReadFolderOptions) => {
  // A large folder is read several times. A picture that was broken at first may have been copied to its end by then.
  const skipped = new Map<string, string>()
  const source = createFolderSource({
    ...options,
    readsAgain: false,
    log: withSkipped(log, (file, reason) => skipped.set(file, reason)),
  })
  let document = await source.read(undefined, signal)
  while (document?.isPartial) document = (await source.read(document.version, signal)) ?? document
  if (document === undefined)
    throw new DomainError('CATALOGUE_UNAVAILABLE', 'The folder could not be read')
  const given = [...findRows(document.index)].flatMap(parseRows)
  const rows = nameRows(given, existsSync(join(options.folder, 'index.json')))
  for (const { wallpaper } of rows) skipped.delete(wallpaper.mainFile)
  for (const [file, reason] of skipped) onSkipped(file, reason)
  if (rows.length < given.length) onSkipped('index.json', toUnusable(given.length - rows.length))
  return { source, rows, tags: document.tags }
}

const toUnusable = (count: number) =>
  count === 1
    ? '1 row has no usable file, or repeats the id of another row'
    : `${count} rows have no usable file, or repeat the id of another row`

/**
 * Returns the rows that have a picture, without rows that repeat an id. In a folder without an index, ids are made from
 * paths and rows have no time, so that copies of a folder give the same site.
 */
const nameRows = (rows: readonly unknown[], hasIndex: boolean) => {
  const read = rows.filter(isRecord).flatMap((row) => withWallpaper(row))
  const treeIds = hasIndex ? undefined : toTreeIds(read.map(({ wallpaper }) => wallpaper.mainFile))
  const named = read.flatMap(({ row, wallpaper }) => {
    const id = treeIds?.get(wallpaper.mainFile)
    if (id === undefined) return [{ row, wallpaper }]
    const { timestamp: _, ...others } = row
    return withWallpaper({ ...others, file_name: id, file_cache_name: `${id}.webp` })
  })
  const seen = new Set<string>()
  return named.filter(({ wallpaper: { id } }) => !seen.has(id) && seen.add(id))
}

const withWallpaper = (row: Row) => {
  const wallpaper = parseCreditedRow(row)
  return wallpaper === undefined ? [] : [{ row, wallpaper }]
}

export const toJsonFile = (rows: readonly unknown[]): string =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
