import { basename } from 'node:path'
import type { Random } from '../../../shared/catalogue/draw.ts'
import { toPictureType, typeBytes } from '../../../shared/pictures/picture-type.ts'
import { backOffMs } from '../../catalogue/back-off.ts'
import type { FileFolder } from '../../catalogue/catalogue.ts'
import type { CatalogueFiles, RemotePictures } from '../../catalogue/source.ts'
import { DomainError } from '../../domain-error.ts'
import type { PictureFile } from '../../pictures/picture-versions.ts'
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
const concurrency = 2
const maxWaiting = 64
const longestPauseMs = 300_000
const missingMs = 60_000
const maxMissing = 10_000

/**
 * Finds pictures of another server on this server's disk. A picture that is not there is fetched first. Requests for
 * the same picture share one fetch. After a failure, nothing is fetched for a while, and `find` throws DomainError
 * `BUSY` for pictures that are not on the disk.
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
  const fetching = new Map<string, Promise<PictureFile | undefined>>()
  const missing = new Map<string, number>()
  let failures = 0
  let pausedUntil = 0

  const fail = (error: unknown) => {
    const { retryAfterSeconds } = error instanceof DomainError ? error : {}
    failures += 1
    const options = { failures, retryAfterSeconds, longestMs: longestPauseMs, random }
    const pauseMs = backOffMs(options)
    pausedUntil = Math.max(pausedUntil, clock() + pauseMs)
    if (failures > 1) return
    const fields = { err: error, seconds: Math.ceil(pauseMs / 1000) }
    log.warn(fields, 'A picture could not be fetched, so no others are fetched for a while')
  }
  const succeed = () => {
    if (failures > 0) log.info({ failures }, 'Pictures can be fetched again')
    failures = 0
  }
  const forget = (name: string, file: string) => {
    if (missing.size >= maxMissing) missing.clear()
    missing.set(name, clock() + missingMs)
    log.warn({ file }, 'A file of the catalogue is missing or is not a picture')
    return undefined
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
    if (clock() < pausedUntil) throw comeBackIn(pausedUntil - clock())
    try {
      const pieces = await readPicture(folder, file)
      const stored = pieces && (await files.store(name, pieces))
      succeed()
      return stored ?? forget(name, file)
    } catch (error) {
      fail(error)
      throw comeBackIn(pausedUntil - clock())
    }
  }
  const once = (name: string, work: () => Promise<PictureFile | undefined>) => {
    const begun = fetching.get(name) ?? work().finally(() => fetching.delete(name))
    fetching.set(name, begun)
    return begun
  }

  return {
    find: async (folder, file) => {
      const content = pictures.contentOf(folder, file)
      if (content === undefined) return undefined
      const name = `${content}${extensionOf(file)}`
      const stored = await files.find(name)
      if (stored !== undefined) return stored
      if ((missing.get(name) ?? 0) > clock()) return undefined
      return once(name, () => inTurn(() => fetchFile(name, folder, file)))
    },
  }
}

const extensionOf = (file: string) => /\.[a-z0-9]{1,5}$/i.exec(file)?.[0].toLowerCase() ?? ''

/** Returns the name of the content of a fetched picture, which is in the name of its file. */
export const contentOfFetched = (path: string): string => basename(path).replace(/\..*$/, '')

const comeBackIn = (ms: number) =>
  new DomainError('BUSY', 'The picture cannot be fetched right now: try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  })
