import type { FileState } from '../../pictures/picture-versions.ts'
import { createWorkQueue } from '../sharp/work-queue.ts'
import { hashFileAs } from './hash-file.ts'

interface ContentHashesOptions {
  /** @throws (by the promise) when the file is another one now */
  hash?: (path: string, file: FileState) => Promise<string>
  /** How many files are remembered; each costs about 300 bytes. */
  maxEntries?: number
}

interface Hashed extends FileState {
  hash: Promise<string>
}

/**
 * The digest of a file's content: read once however many ask, and again when size or time are others.
 * @throws (by the promise) DomainError `BUSY` when too many files wait to be read, Error when this one has changed meanwhile
 */
export const createContentHashes = ({
  hash = hashFileAs,
  maxEntries = 200_000,
}: ContentHashesOptions = {}) => {
  const hashed = new Map<string, Hashed>()
  const inTurn = createWorkQueue({ concurrency: 2, maxWaiting: 64 })

  const begin = (path: string, { size, mtimeMs }: FileState) => {
    const begun = { size, mtimeMs, hash: inTurn(() => hash(path, { size, mtimeMs })) }
    const [oldest] = hashed.keys()
    if (hashed.size >= maxEntries && oldest !== undefined) hashed.delete(oldest)
    hashed.set(path, begun)
    begun.hash.catch(() => {
      if (hashed.get(path) === begun) hashed.delete(path)
    })
    return begun.hash
  }
  return (path: string, file: FileState): Promise<string> => {
    const found = hashed.get(path)
    const isSame = found?.size === file.size && found.mtimeMs === file.mtimeMs
    return isSame ? found.hash : begin(path, file)
  }
}
