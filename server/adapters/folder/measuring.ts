import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../ports.ts'
import { measurePicture } from '../sharp/measure.ts'
import type { FolderCache } from './cache.ts'
import { hashFile } from './hash-file.ts'
import type { PictureFile, UnusableFile } from './scan.ts'

interface MeasuringOptions {
  cache: FolderCache
  log: Log
  clock: () => number
  /** How long one call may begin new measurements, in milliseconds. */
  budgetMs: number
}

interface Work {
  /** The folder's real path. */
  root: string
  files: readonly PictureFile[]
  signal: AbortSignal
}

const atOnce = 2
const progressEveryMs = 2_000
/** A file written more recently than this may still be growing: its failure is not held against it. */
const settlesAfterMs = 2_000
const mostBytes = 256_000_000

/** Measures the pictures of a folder piece by piece, into its cache. */
export const createMeasuring = ({ cache, log, clock, budgetMs }: MeasuringOptions) => {
  const skips = createSkips(log)
  const progress = createProgress(log, clock)

  const isMeasured = ({ path, size, mtimeMs }: PictureFile) => {
    const known = cache.files.get(path)
    return known?.size === size && known.mtimeMs === mtimeMs && cache.measures.has(known.hash)
  }

  const measure = async (root: string, file: PictureFile) => {
    const { path, size, mtimeMs } = file
    try {
      if (size > mostBytes) throw new Error(`larger than ${mostBytes / 1_000_000} MB`)
      const picture = join(root, path)
      const hash = await hashFile(picture)
      const measured = cache.measures.get(hash) ?? (await measurePicture(picture))
      // It was read twice: what changed in between is measured at the next look.
      if ((await stat(picture)).mtimeMs !== mtimeMs) return
      cache.measures.set(hash, measured)
      cache.files.set(path, { size, mtimeMs, hash, id: cache.files.get(path)?.id })
    } catch (error) {
      const age = clock() - mtimeMs
      if (age >= 0 && age < settlesAfterMs) return
      skips.add(path, signatureOf(file), reasonOf(error))
    }
  }

  /** Measures until the time is up, at least one picture, and until one picture of the folder is known. */
  const work = async ({ root, files, signal }: Work) => {
    const waiting = files.filter(
      (file) => !isMeasured(file) && !skips.has(file.path, signatureOf(file)),
    )
    const before = files.filter(isMeasured).length
    const total = before + waiting.length
    let known = before
    const until = clock() + budgetMs
    let begun = 0
    const next = () => {
      const mayBegin = known === 0 || begun === 0 || clock() < until
      if (signal.aborted || !mayBegin) return undefined
      begun += 1
      return waiting.shift()
    }
    const worker = async () => {
      for (let file = next(); file !== undefined; file = next()) {
        await measure(root, file)
        if (isMeasured(file)) known += 1
        progress.step(known, total)
      }
    }
    const anyWork = waiting.length > 0
    await Promise.all(Array.from({ length: atOnce }, worker))
    if (known > before && waiting.length === 0) progress.finish(known)
    return { worked: anyWork, left: waiting.length }
  }

  return {
    isMeasured,
    /** Logs each file that cannot be used, once while it stays as it is. */
    skip: (unusable: readonly UnusableFile[]) => {
      for (const { path, reason } of unusable) skips.add(path, reason, reason)
    },
    /** Forgets the trouble with files that are gone. */
    keepOnly: skips.keepOnly,
    /** Whether there was anything to measure, and how many pictures are left. */
    work,
  }
}

const signatureOf = ({ size, mtimeMs, ctimeMs }: PictureFile) => `${size} ${mtimeMs} ${ctimeMs}`

/** What a person can do something about: without paths and stack. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error) return `it cannot be opened (${error.code})`
  return `it is no picture that can be used (${error.message.trim().split('\n')[0]})`
}

const createSkips = (log: Log) => {
  const signatures = new Map<string, string>()
  return {
    has: (path: string, signature: string) => signatures.get(path) === signature,
    add: (path: string, signature: string, reason: string) => {
      if (signatures.get(path) === signature) return
      signatures.set(path, signature)
      log.warn({ file: path }, `Skipped ${path}: ${reason}`)
    },
    keepOnly: (present: ReadonlySet<string>) => {
      for (const path of signatures.keys()) if (!present.has(path)) signatures.delete(path)
    },
  }
}

const createProgress = (log: Log, clock: () => number) => {
  let startedAt: number | undefined
  let loggedAt = 0
  return {
    step: (known: number, total: number) => {
      startedAt ??= loggedAt = clock()
      if (clock() - loggedAt < progressEveryMs) return
      loggedAt = clock()
      log.info({ measured: known, total }, `Measured ${known} of ${total} pictures`)
    },
    finish: (known: number) => {
      const seconds = (clock() - (startedAt ?? clock())) / 1000
      startedAt = undefined
      log.info({ measured: known, seconds }, `All ${known} pictures are measured`)
    },
  }
}
