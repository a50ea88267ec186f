import { basename, dirname } from 'node:path'
import { createSingleFlight } from '../../../shared/async.ts'
import type { Random } from '../../../shared/catalogue/draw.ts'
import { toPictureType, typeBytes } from '../../../shared/pictures/picture-type.ts'
import { backOffMs } from '../../catalogue/back-off.ts'
import type { FileFolder } from '../../catalogue/catalogue.ts'
import type { PictureFile } from '../../catalogue/picture-versions.ts'
import type { CatalogueFiles, RemotePictures } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import type { Log } from '../../ports.ts'
import { createWorkQueue } from '../work-queue.ts'
import { createFileLru } from './picture-cache.ts'

interface FetchedFilesOptions {
  pictures: RemotePictures
  /** The cache folder. It must hold nothing but fetched pictures, because old files in it are deleted. */
  dir: string
  maxBytes: number
  log: Log
  clock?: () => number
  random?: Random
}

// The server fetches this many pictures at once. Each is in memory until it is stored.
const concurrency = 4
const maxWaiting = 64
const longestPauseMs = 300_000
const missingMs = 60_000
// The record of missing and failing pictures is cleared when it reaches this size.
const maxRefused = 10_000
// One picture that cannot be fetched says nothing about the others. Three in a row mean that the host is away.
const awayAfter = 3

/**
 * Finds pictures of another server on this server's disk. A picture that is not there is fetched first. Requests for
 * the same picture share one fetch. After a failure, that picture is not fetched for a while. After three different
 * pictures fail in a row, or if the host asks for a pause, none are fetched for a while. During a pause, `find` throws
 * DomainError `BUSY` for a picture that is not stored.
 */
export const createFetchedFiles = ({
  pictures,
  log,
  clock = Date.now,
  random = Math.random,
  ...cache
}: FetchedFilesOptions): CatalogueFiles => {
  const files = createFileLru(cache)
  const inTurn = createWorkQueue({
    concurrency,
    maxWaiting,
    busyText: 'Too many pictures are being fetched: try again in a moment',
  })
  const once = createSingleFlight<PictureFile | undefined>()
  /** Pictures that are not fetched for a while. An entry without failures is a missing picture. */
  const refused = new Map<string, { failures: number; until: number }>()
  /** The pictures that failed since the last success. */
  const failedInARow = new Set<string>()
  let pauses = 0
  let pausedUntil = 0

  const refuse = (name: string, failures: number, ms: number) => {
    if (refused.size >= maxRefused) refused.clear()
    refused.set(name, { failures, until: clock() + ms })
  }
  const fail = (name: string, file: string, error: unknown) => {
    const { retryAfterSeconds } = error instanceof DomainError ? error : {}
    const failures = (refused.get(name)?.failures ?? 0) + 1
    const pauseAfter = (count: number) =>
      backOffMs({ failures: count, retryAfterSeconds, longestMs: longestPauseMs, random })
    refuse(name, failures, pauseAfter(failures))
    const isRepeated = failedInARow.has(name)
    failedInARow.add(name)
    if (failures === 1) log.warn({ err: error, file }, 'A picture could not be fetched')
    const isAway = failedInARow.size >= awayAfter && !isRepeated
    if (!isAway && retryAfterSeconds === undefined) return
    pauses += 1
    pausedUntil = Math.max(pausedUntil, clock() + pauseAfter(pauses))
    const seconds = Math.ceil((pausedUntil - clock()) / 1000)
    if (pauses === 1) log.warn({ seconds }, 'No pictures are fetched for a while')
  }
  const succeed = (name: string) => {
    if (pauses > 0) log.info({ pauses }, 'Pictures can be fetched again')
    refused.delete(name)
    failedInARow.clear()
    pauses = 0
  }
  const forget = (name: string, file: string) => {
    refuse(name, 0, missingMs)
    log.warn({ file }, 'A file of the catalogue is missing or is not a picture')
    return undefined
  }
  const requireNoPause = (name: string) => {
    const ms = Math.max(pausedUntil, refused.get(name)?.until ?? 0) - clock()
    if (ms > 0) throw comeBackIn(ms)
  }
  const readPicture = (folder: FileFolder, file: string) =>
    pictures.read(folder, file).then(
      (pieces) => {
        const start = Buffer.concat(pieces.slice(0, typeBytes), typeBytes)
        return toPictureType(start) === undefined ? undefined : pieces
      },
      (error) => {
        if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
        throw error
      },
    )
  const fetchFile = async (name: string, folder: FileFolder, file: string) => {
    requireNoPause(name)
    try {
      const pieces = await readPicture(folder, file)
      const stored = pieces && (await files.store(name, pieces))
      succeed(name)
      return stored ?? forget(name, file)
    } catch (error) {
      fail(name, file, error)
      requireNoPause(name)
      throw error
    }
  }

  return {
    find: async (folder, file) => {
      const content = pictures.contentOf(folder, file)
      if (content === undefined) return undefined
      const name = `${content}${extensionOf(file)}`
      const stored = await files.find(name)
      if (stored !== undefined) return stored
      const { failures, until = 0 } = refused.get(name) ?? {}
      if (failures === 0 && until > clock()) return undefined
      requireNoPause(name)
      return once(name, () => inTurn(() => fetchFile(name, folder, file)))
    },
    // The name of a fetched file names its content. That of a resized picture does not, and differs between replicas.
    hashOf: (path) =>
      dirname(path) === cache.dir ? basename(path).replace(/\..*$/, '') : undefined,
    contentOf: (mainFile) => pictures.contentOf('main', mainFile),
  }
}

const comeBackIn = (ms: number) =>
  new DomainError('BUSY', 'The picture cannot be fetched right now: try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  })

const extensionOf = (file: string) => /\.[a-z0-9]{1,5}$/i.exec(file)?.[0].toLowerCase() ?? ''
