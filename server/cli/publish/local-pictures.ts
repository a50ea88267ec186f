import { createHash } from 'node:crypto'
import { access, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createMeasuring,
  type FolderCache,
  readFolderCache,
  writeFolderCache,
} from '../../adapters/folder/measuring.ts'
import { scanFolder } from '../../adapters/folder/scan.ts'
import type { PictureMeasure } from '../../adapters/sharp/measure.ts'
import { type PictureFacts, readPictureFacts } from './picture-facts.ts'
import { PublishProblem, toLine, toLineLog } from './publish-error.ts'
import { type PublishedRows, toRows } from './rows.ts'

/** A picture of the folder with all that is published of it. */
export interface LocalPicture {
  id: string
  /** Relative to the folder, with `/`. */
  path: string
  /** Where it is on disk. */
  file: string
  /** Of its content, sha256. */
  hash: string
  /** Of everything that is published of it: when it is the same, nothing has to be done. */
  digest: string
  rows: PublishedRows
  /** Most dominant first. */
  palette: readonly string[]
  orientation: PictureMeasure['orientation']
  facts: PictureFacts
}

export interface LocalPictures {
  pictures: readonly LocalPicture[]
  /** Paths of all files that have a picture's name; some may not be one. */
  present: ReadonlySet<string>
}

interface Options {
  folder: string
  /** Where measurements are kept for the next run. */
  cacheDir: string
  /** The id of each picture by its path. */
  chooseIds: (pictures: readonly Identified[]) => ReadonlyMap<string, string>
  print: (line: string) => void
  signal: AbortSignal
}

interface Identified {
  path: string
  hash: string
}

interface Measured extends Identified {
  mtimeMs: number
  measure: PictureMeasure
}

/** Measures every picture of a folder and reads what is said of it; a broken one costs a line. */
export const readLocalPictures = async (options: Options): Promise<LocalPictures> => {
  const { folder, chooseIds, print, signal } = options
  const root = await openFolder(folder)
  const { measured, present } = await measureAll(root, options)
  const ids = chooseIds(measured)
  const pictures: LocalPicture[] = []
  for (const picture of measured) {
    signal.throwIfAborted()
    const id = ids.get(picture.path)!
    const local = await describe(root, id, picture).catch((error) => {
      print(`Skipped ${picture.path}: ${toLine(error)}`)
      return undefined
    })
    if (local !== undefined) pictures.push(local)
  }
  return { pictures, present }
}

const openFolder = async (folder: string): Promise<string> => {
  const root = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
    throw new PublishProblem('stop', `The folder ${folder} cannot be opened (${error.code})`)
  })
  const isCatalogue = await access(join(root, 'index.json')).then(
    () => true,
    () => false,
  )
  if (!isCatalogue) return root
  throw new PublishProblem(
    'stop',
    `The folder ${folder} has an index.json, so it is a catalogue already: publish a folder of plain pictures, for instance its main folder`,
  )
}

/** What was measured is kept every few seconds, so that an interrupted run has not worked for nothing. */
const keepEveryMs = 10_000

const measureAll = async (root: string, { cacheDir, print, signal }: Options) => {
  const cacheFile = join(cacheDir, 'pictures.json')
  const cache = await readFolderCache(cacheFile, root)
  const { files, unusable } = await scanFolder(root).catch((error: NodeJS.ErrnoException) => {
    throw new PublishProblem('stop', `The folder ${root} cannot be read (${error.code})`)
  })
  const measuring = createMeasuring({
    cache,
    log: toLineLog(print),
    clock: Date.now,
    budgetMs: keepEveryMs,
  })
  measuring.skip(unusable)
  for (let left = files.length; left > 0; ) {
    const round = await measuring.work({ root, files, signal })
    signal.throwIfAborted()
    left = round.left
    if (round.worked) await keep(cacheFile, root, cache, print)
  }
  const measured = files.filter(measuring.isMeasured).map(({ path, mtimeMs }): Measured => {
    const { hash } = cache.files.get(path)!
    return { path, mtimeMs, hash, measure: cache.measures.get(hash)! }
  })
  return { measured, present: new Set([...files, ...unusable].map(({ path }) => path)) }
}

const keep = (
  path: string,
  root: string,
  cache: FolderCache,
  print: (line: string) => void,
): Promise<void> =>
  writeFolderCache(path, root, cache).catch((error: NodeJS.ErrnoException) =>
    print(`What was measured could not be kept in ${path} (${error.code}); this run goes on`),
  )

const describe = async (root: string, id: string, picture: Measured): Promise<LocalPicture> => {
  const { path, hash, measure } = picture
  const file = join(root, path)
  const facts = await readPictureFacts(file)
  const rows = toRows({ id, ...picture }, root, facts)
  const { timestamp: _, ...said } = rows.index
  return {
    ...{ id, path, file, hash, rows, facts },
    palette: measure.palette,
    orientation: measure.orientation,
    digest: createHash('sha256')
      .update(JSON.stringify([hash, said]))
      .digest('hex'),
  }
}
