import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { inParallel } from '../../../shared/async.ts'
import { isRecord } from '../../../shared/unknown.ts'
import { type FileState, isSameState } from '../../catalogue/picture-versions.ts'
import type { Log } from '../../ports.ts'
import { writeAtomically } from '../disk/atomic-files.ts'
import {
  describeInThread,
  measurePicture,
  measureVersion,
  type PictureMeasure,
} from '../sharp/measure.ts'
import { PictureTooLargeError, type PictureWork } from '../sharp/picture-work.ts'
import { createFactsReader, type Findings, toFactsKey } from './facts.ts'
import { hashFile } from './file-versions.ts'
import type { PictureFile, ScannedFolder } from './scan.ts'

interface KnownFile extends FileState {
  hash: string
  findings?: Findings | undefined
}

// Only Fresco writes the file. Checking each entry would take half a second of a start with 20,000 pictures.
const cacheSchema = z.object({
  version: z.literal(measureVersion),
  folder: z.string(),
  files: z.custom<Record<string, KnownFile>>(isRecord),
  measures: z.custom<Record<string, PictureMeasure>>(isRecord),
})

/**
 * The measurements of a folder's pictures. `files` maps paths to content hashes, and `measures` maps content hashes to
 * measurements. Both may contain deleted pictures.
 */
type FolderCache = Awaited<ReturnType<typeof readCache>>

// Returns an empty cache when the file is missing, damaged or written by another version.
const readCache = async (path: string, folder: string) => {
  const stored = await readFile(path, 'utf8')
    .then((text) => cacheSchema.parse(JSON.parse(text)))
    .catch(() => undefined)
  return {
    files: new Map(stored?.folder === folder ? Object.entries(stored.files) : []),
    measures: new Map(stored ? Object.entries(stored.measures) : []),
  }
}

const entriesAtOnce = 500

/** The JSON of the measurements, in pieces, so that requests get their turn while one is written. */
const toPieces = function* (head: object, cache: FolderCache) {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, map] of Object.entries<Map<string, unknown>>(cache)) {
    const entries = [...map]
    yield `,"${name}":{`
    for (let from = 0; from < entries.length; from += entriesAtOnce) {
      const piece = JSON.stringify(Object.fromEntries(entries.slice(from, from + entriesAtOnce)))
      yield `${from === 0 ? '' : ','}${piece.slice(1, -1)}`
    }
    yield '}'
  }
  yield '}'
}

/** Deleted pictures stay in the cache as long as their ids are remembered, because they may come back. */
const forgetOld = (
  { files, measures }: FolderCache,
  present: readonly PictureFile[],
  remembered: ReadonlySet<string>,
): boolean => {
  const used = new Set(present.map(({ path }) => files.get(path)?.hash))
  const before = measures.size
  for (const hash of measures.keys())
    if (!used.has(hash) && !remembered.has(hash)) measures.delete(hash)
  for (const [path, { hash }] of files) if (!measures.has(hash)) files.delete(path)
  return measures.size < before
}

export interface MeasuringOptions {
  cacheDir: string
  log: Log
  clock: () => number
  /** Returns milliseconds that never jump. Durations are measured with it, because a computer may sleep or set its clock. */
  elapsed: () => number
  budgetMs: number
  /** Bounds the memory of measuring. By default, it is not bounded. */
  work?: PictureWork | undefined
  /**
   * Whether the folder is read again later. If it is, a file that may still be growing waits for the next read. If
   * not, the file is skipped with a warning like any other broken file, and so is a picture whose facts could not be
   * read completely.
   */
  readsAgain: boolean
  /** Whether facts are also read from the metadata of pictures, and not only from files beside them. */
  readsEmbeddedFacts: boolean
}

const atOnce = 2
const firstProgressMs = 2_000
// A broken picture file that changed less than two seconds ago may still be growing.
const settlesAfterMs = 2_000
const mostBytes = 256_000_000
// Storing the measurements of 30,000 pictures takes half a second. With pauses, it takes at most a twentieth of the time.
const pauseFactor = 20
// A turn may take ten times as long as the time between two turns, but not so long that reading times out.
const turnFactor = 10
const longestMs = 60_000

/**
 * Loads the stored measurements of a folder. The returned functions measure its pictures, read facts about them, and
 * store both for the next start.
 * @param root the absolute path of the folder, without links
 */
export const openMeasuring = async (root: string, options: MeasuringOptions) => {
  const { cacheDir, log, clock, elapsed, budgetMs, readsAgain, readsEmbeddedFacts } = options
  const describe = describeInThread()
  const readFacts = createFactsReader(root, readsEmbeddedFacts)
  const cacheFile = join(cacheDir, 'pictures.json')
  const cache = await readCache(cacheFile, root)
  /** Why each file was skipped, or how it looked then. A file is read again only after it has changed. */
  const skipped = new Map<string, string>()
  /** The text that was logged about each skipped file. It is logged again only after the file has changed. */
  const logged = new Map<string, string>()
  const skip = (path: string, signature: string, reason: string) => {
    skipped.set(path, signature)
    if (logged.get(path) === signature) return
    logged.set(path, signature)
    log.warn({ file: path, reason }, `Skipped ${path}: ${reason}`)
  }
  /** The files whose last reading failed for a reason that may pass. They are read again after the next look. */
  let failed = new Set<string>()
  let failedBefore = failed
  let lastScanned: ScannedFolder | undefined
  const progress = createProgress(log, elapsed)

  const isHashed = (file: PictureFile) => {
    const known = cache.files.get(file.path)
    return known !== undefined && isSameState(known, file)
  }
  const isRefused = (file: PictureFile) => skipped.get(file.path) === signatureOf(file)
  // If only the change time of a file differs, its content is probably the same, because a change of its permissions
  // does that. The file keeps its measurements until it is hashed again.
  const find = (file: PictureFile) => {
    const known = cache.files.get(file.path)
    if (known?.size !== file.size || known.mtimeMs !== file.mtimeMs || isRefused(file))
      return undefined
    const measure = cache.measures.get(known.hash)
    const { facts = {}, problem } = known.findings ?? {}
    return measure && { hash: known.hash, measure, facts, problem }
  }
  const isCurrent = (file: PictureFile) =>
    isHashed(file) &&
    find(file) !== undefined &&
    cache.files.get(file.path)?.findings?.key === toFactsKey(file, readsEmbeddedFacts)

  const measure = async (file: PictureFile) => {
    const { path, size, mtimeMs, ctimeMs } = file
    const known = cache.files.get(path)
    try {
      if (size > mostBytes) throw new Error(`the file is larger than ${mostBytes / 1_000_000} MB`)
      const picture = join(root, path)
      const hash = await hashFile(picture)
      const measured =
        cache.measures.get(hash) ?? (await measurePicture(picture, options.work, describe))
      // The file was read twice. If it changed in between, its hash and its measurements may be of different content.
      if (!isSameState(await stat(picture), file)) {
        if (!readsAgain) skip(path, signatureOf(file), 'it changed while it was read')
        return
      }
      cache.measures.set(hash, measured)
      const findings = known?.hash === hash ? known.findings : undefined
      cache.files.set(path, { size, mtimeMs, ctimeMs, hash, findings })
    } catch (error) {
      const age = clock() - mtimeMs
      if (readsAgain && age >= 0 && age < settlesAfterMs) return
      skip(path, signatureOf(file), reasonOf(error))
      if (mayPass(error)) failed.add(path)
    }
  }

  const read = async (file: PictureFile) => {
    if (!isHashed(file) || find(file) === undefined) await measure(file)
    const known = find(file) && cache.files.get(file.path)
    if (!known) return
    known.findings = await readFacts(file)
    if (!isCurrent(file)) failed.add(file.path)
  }

  // When the last turn ended, if pictures were left.
  let endedAt: number | undefined
  // Reads new pictures, and pictures with new sidecars, until `budgetMs` is over, but at least one picture. Until the
  // first usable picture is found, reading continues without a time limit. `isForced` also reads skipped files again.
  const work = async (scanned: ScannedFolder, signal: AbortSignal, isForced: boolean) => {
    const { files, unusable } = scanned
    if (scanned !== lastScanned) {
      failedBefore = failed
      failed = new Set()
      if (isForced) skipped.clear()
      for (const path of failedBefore) skipped.delete(path)
    }
    lastScanned = scanned
    for (const { path, reason } of unusable) skip(path, reason, reason)
    const isDone = (file: PictureFile) =>
      isCurrent(file) || failed.has(file.path) || isRefused(file)
    const waiting = files.filter((file) => !isDone(file))
    const before = waiting.length === 0 ? 0 : files.filter(find).length
    const total = before + waiting.filter((file) => !find(file)).length
    let known = before
    // Building the catalogue again takes longer the more pictures it has, so the turns get longer, too.
    const betweenMs = endedAt === undefined ? 0 : elapsed() - endedAt
    const until = elapsed() + Math.min(longestMs, Math.max(budgetMs, turnFactor * betweenMs))
    let begun = 0
    const isEnough = () => signal.aborted || (known > 0 && begun > 0 && elapsed() >= until)
    const readNext = async (file: PictureFile) => {
      begun += 1
      const isNew = !find(file)
      await read(file)
      if (isNew && find(file)) known += 1
      if (isNew) progress.step(known, total)
    }
    await inParallel(waiting, readNext, { width: atOnce, isEnough })
    const left = waiting.length - begun
    endedAt = left > 0 ? elapsed() : undefined
    if (known > before && left === 0) progress.finish(known)
    // A file that failed as before changes nothing.
    const worked = waiting.some(({ path }) => !(failedBefore.has(path) && failed.has(path)))
    isUnsaved ||= worked
    return { worked, left }
  }

  let isFailing = false
  const write = async () => {
    try {
      await writeAtomically(cacheFile, toPieces({ version: measureVersion, folder: root }, cache))
      isFailing = false
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const text = `The measurements could not be stored in ${cacheFile} (${code}), so the next start measures these pictures again`
      if (!isFailing) log.warn({ err: error }, text)
      isFailing = true
    }
  }
  let nextSaveAt = 0
  let mayForget = false
  let isUnsaved = false

  return {
    find,
    /** Whether the file was read and is not a usable picture. */
    isUnusable: (file: PictureFile) => isRefused(file) && !failed.has(file.path),
    work,
    hashOf: (path: string, file: FileState) => {
      const known = cache.files.get(path)
      return known && isSameState(known, file) ? known.hash : undefined
    },
    /** Logs once that a file is left out of the catalogue. */
    skip: (path: string, error: unknown) => skip(path, toMessage(error), toMessage(error)),
    /**
     * Stores the measurements if they have changed, now or at a later call, because storing many takes long. Never throws.
     * @param hashes returns those of pictures that may come back. Without it, nothing is forgotten.
     */
    save: async (
      { files, unusable }: ScannedFolder,
      hasChanged: boolean,
      hashes?: () => ReadonlySet<string>,
    ): Promise<void> => {
      mayForget ||= hasChanged
      const startedAt = elapsed()
      if (!mayForget || startedAt < nextSaveAt) return
      const present = new Set([...files, ...unusable].map(({ path }) => path))
      for (const known of [skipped, logged])
        for (const path of known.keys()) if (!present.has(path)) known.delete(path)
      const hasForgotten = hashes !== undefined && forgetOld(cache, files, hashes())
      // After a start at which nothing is new, the file already holds all measurements.
      if (isUnsaved || hasForgotten) await write()
      mayForget = false
      isUnsaved = false
      nextSaveAt = elapsed() + (elapsed() - startedAt) * pauseFactor
    },
  }
}

const signatureOf = ({ size, mtimeMs, ctimeMs }: PictureFile) => `${size} ${mtimeMs} ${ctimeMs}`

// An error with a code is about the disk or about this process, and not about what the file contains.
const mayPass = (error: unknown) =>
  error instanceof Error && 'code' in error && !(error instanceof PictureTooLargeError)

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return toMessage(error)
  if (error instanceof PictureTooLargeError) return error.reason
  if ('code' in error) return `it cannot be opened (${error.code})`
  return `it is not a usable picture (${toMessage(error)})`
}

const toMessage = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? ''

const createProgress = (log: Log, elapsed: () => number) => {
  let startedAt: number | undefined
  let nextMs = firstProgressMs
  return {
    step: (known: number, total: number) => {
      startedAt ??= elapsed()
      const ms = elapsed() - startedAt
      if (ms < nextMs) return
      // Each pause is as long as all time before it, so a large folder gets a dozen lines an hour.
      nextMs = ms * 2
      log.info({ measured: known, total }, `Measured ${known} of ${total} pictures`)
    },
    finish: (known: number) => {
      const seconds = (elapsed() - (startedAt ?? elapsed())) / 1000
      startedAt = undefined
      nextMs = firstProgressMs
      log.info({ measured: known, seconds }, `Measured all ${known} pictures`)
    },
  }
}
