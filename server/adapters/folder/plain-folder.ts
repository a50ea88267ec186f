import { createHash, hash as digestOf } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { mostRowBytes } from '../../../shared/catalogue/json-rows.ts'
import type { GonePicture } from '../../../shared/catalogue/spellings.ts'
import { toJsonText } from '../../catalogue/json-text.ts'
import type { CatalogueDocument } from '../../catalogue/source.ts'
import type { FolderLayout, FolderLimits } from './files.ts'
import { type PictureMemory, recognize } from './ids.ts'
import { createLook } from './look.ts'
import { type MeasuringOptions, openMeasuring } from './measuring.ts'
import { openRememberedPictures } from './remembered-pictures.ts'
import { type FolderPicture, hasTimestamp, toRow, toTags } from './rows.ts'
import { type PictureFile, type ScannedFolder, scanFolder } from './scan.ts'

type FoundPicture = FolderPicture & PictureFile & { name: string; problem: string | undefined }

// How many rows are made before requests get their turn.
const rowsAtOnce = 500

export const createFolderPictures = async (
  limits: FolderLimits,
  options: MeasuringOptions,
): Promise<FolderLayout> => {
  const { root } = limits
  const measuring = await openMeasuring(root, options)
  const look = createLook(() => scanFolder(limits), options)
  /** The result of the last look after which nothing was left to read. */
  let complete: ScannedFolder | undefined
  let document: CatalogueDocument | undefined
  let seen = ''
  // A command that reads a folder once remembers nothing, because nobody knows an earlier id or address.
  const remembered = options.readsAgain
    ? await openRememberedPictures(join(options.cacheDir, 'ids.jsonl'), root, options)
    : undefined
  /** Maps the names in addresses to paths. */
  let paths: ReadonlyMap<string, string> = new Map()
  let problems: ReadonlyMap<string, string> = new Map()

  const report = (measured: readonly FoundPicture[]) => {
    const found = new Map(
      measured.flatMap(({ path, mtimeMs, problem = toTimeProblem(mtimeMs) }) =>
        problem ? [[path, problem]] : [],
      ),
    )
    for (const [file, reason] of found)
      if (problems.get(file) !== reason)
        options.log.warn({ file, reason }, `${file} is shown without some of its facts: ${reason}`)
    problems = found
  }

  const identify = async ({ files, unusable }: ScannedFolder) => {
    const hashed = files.map((file) => ({
      path: file.path,
      hash: measuring.hashOf(file.path, file),
      size: measuring.isUnusable(file) ? undefined : file.size,
    }))
    const memory = remembered?.memory() ?? new Map()
    const recognized = recognize(memory, [...hashed, ...unusable], options.clock())
    await remembered?.keep(recognized.memory)
    return recognized
  }

  const build = async (scanned: ScannedFolder) => {
    const { pictures, memory } = await identify(scanned)
    const found: FoundPicture[] = []
    const shown: (FoundPicture & { row: string })[] = []
    for (const [at, file] of scanned.files.entries()) {
      if (at % rowsAtOnce === 0) await setImmediate()
      const known = measuring.find(file)
      const picture = pictures.get(file.path)
      if (!known || !picture) continue
      const one = { ...file, ...known, id: picture.id, name: picture.names[0] }
      found.push(one)
      if (one.problem && !options.readsAgain) continue
      // One picture whose row cannot be made must not keep the others out.
      try {
        shown.push({ ...one, row: toRowText(one, root) })
      } catch (error) {
        measuring.skip(file.path, error)
      }
    }
    report(found)
    paths = new Map(shown.map(({ name, path }) => [name, path]))
    const rows = shown.map(({ row }) => row)
    const waiting = scanned.files.filter((file) => !pictures.has(file.path) && measuring.find(file))
    await setImmediate()
    const document = toDocument(rows, toTags(shown), listGone(memory, shown))
    return { ...document, count: rows.length + waiting.length }
  }

  return {
    read: async (version, signal) => {
      const isForced = version === undefined
      const scanned = await look(isForced)
      let hasChanged = false
      if (scanned !== complete || document === undefined) {
        const { worked, left } = await measuring.work(scanned, signal, isForced)
        const now = fingerprint(scanned)
        hasChanged = worked || now !== seen || document === undefined || document.isPartial === true
        if (hasChanged) document = toPart(await build(scanned), left)
        seen = now
        complete = worked ? undefined : scanned
      }
      await measuring.save(scanned, hasChanged, remembered?.hashes)
      signal.throwIfAborted()
      return document?.version === version ? undefined : document
    },
    locate: (folder, file) => {
      const path = folder === 'main' ? paths.get(file.normalize('NFC')) : undefined
      return path === undefined ? [] : [join(root, path)]
    },
    hashOf: (path, file) => measuring.hashOf(relative(root, path).replaceAll(sep, '/'), file),
  }
}

const fingerprint = ({ files, unusable }: ScannedFolder): string => {
  const states = files.map(({ path, size, mtimeMs, ctimeMs }) => [path, size, mtimeMs, ctimeMs])
  return digestOf('sha256', JSON.stringify([states, unusable.map(({ path }) => path)]))
}

const toRowText = (picture: FolderPicture, root: string): string => {
  const text = JSON.stringify(toRow(picture, root))
  if (Buffer.byteLength(text) > mostRowBytes)
    throw new Error(`its path and its facts are larger than ${mostRowBytes / 1024} KB`)
  return text
}

// A picture that cannot be read at the moment counts as gone, too.
const listGone = (memory: PictureMemory, shown: readonly FolderPicture[]): GonePicture[] => {
  const ids = new Set(shown.map(({ id }) => id))
  return [...memory.values()].flatMap(({ id, names }) => {
    const [goneId, mainFiles] = ids.has(id) ? ['', names.slice(1)] : [id, names]
    return mainFiles.map((mainFile) => ({ id: goneId, mainFile }))
  })
}

const toDocument = (
  rows: readonly string[],
  tags: unknown,
  gone: readonly GonePicture[],
): CatalogueDocument => {
  const index = new TextEncoder().encode(`[${rows.join(',')}]`)
  const others = JSON.stringify([tags, gone])
  return {
    version: createHash('sha256').update(index).update(others).digest('hex'),
    index,
    tags: toJsonText(tags),
    filesUrl: undefined,
    gone,
  }
}

const toTimeProblem = (mtimeMs: number) =>
  hasTimestamp(mtimeMs) ? undefined : 'its modification time is outside the years 0 to 9999'

// The number of unmeasured pictures is part of the version. Otherwise a read that has measured more pictures could
// report an unchanged catalogue.
const toPart = (document: CatalogueDocument, left: number): CatalogueDocument =>
  left === 0
    ? document
    : {
        ...document,
        version: `${document.version}+${left}`,
        count: (document.count ?? 0) + left,
        isPartial: true,
      }
