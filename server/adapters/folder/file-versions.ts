import { createHash, hash as digestOf } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type FileState,
  isSameState,
  type PictureFile,
  type PictureVersions,
} from '../../catalogue/picture-versions.ts'
import { type MaybePromise, whenKnown } from '../../catalogue/snapshot-store.ts'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import { createWorkQueue } from '../work-queue.ts'

interface FileVersionsOptions {
  files: CatalogueFiles
  maxAgeMs?: number
  clock?: () => number
}

// The most versions in memory, of about 200 bytes each. More would not help, because the server cannot check this many
// pictures within `maxAgeMs`.
const maxKnown = 50_000
// When the queue is full, a picture is not queued until a later request asks for its version.
const maxQueued = 1_000
// Each check is followed by a pause nine times as long, so that checks use at most a tenth of a CPU core.
const restFactor = 9

/** Derives a picture's version from its content, so that the same picture has the same version on all replicas. */
export const createFileVersions = ({
  files: { find, hashOf = () => undefined, contentOf },
  maxAgeMs = 60_000,
  clock = Date.now,
}: FileVersionsOptions): PictureVersions => {
  const contentHashOf = createFileFacts(hashUnchanged)
  const known = new Map<string, { version: string | undefined; until: number }>()
  const queue = new Set<string>()
  let isChecking = false

  const read = (file: PictureFile): MaybePromise<string | undefined> => {
    const hash = hashOf(file.path, file) ?? contentHashOf(file.path, file)
    const version = whenKnown(hash, toVersion)
    return version instanceof Promise ? version.catch(() => undefined) : version
  }

  const check = async (mainFile: string) => {
    const file = await find('main', mainFile).catch(() => undefined)
    const version = file && (await read(file))
    if (known.size >= maxKnown) known.clear()
    known.set(mainFile, { version, until: clock() + maxAgeMs })
  }
  const drain = async () => {
    isChecking = true
    for (const mainFile of queue) {
      const began = performance.now()
      await check(mainFile)
      queue.delete(mainFile)
      await sleep((performance.now() - began) * restFactor, undefined, { ref: false })
    }
    isChecking = false
  }
  return {
    known: (mainFile) => {
      const content = contentOf?.(mainFile)
      if (content !== undefined) return toVersion(content)
      const found = known.get(mainFile)
      const isStale = found === undefined || clock() >= found.until
      if (isStale && queue.size < maxQueued) queue.add(mainFile)
      if (isStale && !isChecking) void drain()
      return found?.version
    },
    read,
    ofContent: (content) => toVersion(digestOf('sha256', content)),
  }
}

const toVersion = (sha256: string) => digestOf('sha256', sha256, 'base64url').slice(0, 10)

/**
 * Caches the result of `read` for each file. A file is read again when its state has changed.
 * @throws from the returned function: DomainError `BUSY` when too many files are waiting
 */
export const createFileFacts = <T, More extends unknown[]>(
  read: (path: string, file: FileState, ...more: More) => Promise<T>,
  { maxEntries = 200_000, maxWaiting = 64 } = {},
) => {
  const known = new Map<string, FileState & { fact: MaybePromise<T> }>()
  const busyText = 'Too many pictures are being read: try again in a moment'
  const inTurn = createWorkQueue({ concurrency: 2, maxWaiting, busyText })

  const begin = (path: string, { size, mtimeMs, ctimeMs }: FileState, more: More) => {
    const state = { size, mtimeMs, ctimeMs }
    const fact = inTurn(() => read(path, state, ...more))
    const begun: FileState & { fact: MaybePromise<T> } = { ...state, fact }
    const [oldest] = known.keys()
    if (known.size >= maxEntries && oldest !== undefined) known.delete(oldest)
    known.set(path, begun)
    fact.then(
      (read) => {
        begun.fact = read
      },
      () => {
        if (known.get(path) === begun) known.delete(path)
      },
    )
    return fact
  }
  return (path: string, file: FileState, ...more: More): MaybePromise<T> => {
    const found = known.get(path)
    return found && isSameState(found, file) ? found.fact : begin(path, file, more)
  }
}

// Reading in small pieces saves memory for a picture of 100 MB and never blocks other requests for long.
const pieceBytes = 256_000

export const hashFile = async (path: string): Promise<string> => {
  const digest = createHash('sha256')
  const piece = Buffer.allocUnsafeSlow(pieceBytes)
  await using file = await open(path)
  for (let read = 1; read > 0; ) {
    read = (await file.read(piece, 0, pieceBytes)).bytesRead
    digest.update(piece.subarray(0, read))
  }
  return digest.digest('hex')
}

const hashUnchanged = async (path: string, state: FileState): Promise<string> => {
  const hash = await hashFile(path)
  const { size, mtimeMs, ctimeMs } = await stat(path)
  const now = { size, mtimeMs, ctimeMs: state.ctimeMs && ctimeMs }
  if (!isSameState(now, state)) throw new Error(`${path} changed while it was read`)
  return hash
}
