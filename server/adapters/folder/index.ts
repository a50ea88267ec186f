import { createHash, type Hash } from 'node:crypto'
import { open, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type JsonText, toJsonText } from '../../catalogue/json-text.ts'
import { sharedBytes } from '../../catalogue/packed/shared-arrays.ts'
import { isRow, readFile as readFileName } from '../../catalogue/row-readers.ts'
import { DomainError } from '../../domain-error.ts'
import type { FolderLayout } from './layout.ts'
import { realFileInside, walkFolder } from './walk.ts'

interface FolderIndexOptions {
  /** The folder's real path. */
  root: string
}

/** Names as they are on disk, by their composed form of Unicode. */
type Names = ReadonlyMap<string, string>

/**
 * A folder with `index.json`, perhaps `tags.json`, and the files they name in `main/` and `cache/`.
 * Both are handed on as they are: an index can be too large to be looked at here.
 */
export const createFolderIndex = ({ root }: FolderIndexOptions): FolderLayout => {
  let read = { fingerprint: '', version: '' }
  let inMain: Names = new Map()
  return {
    read: async (version, signal) => {
      inMain = await listMain(root)
      const fingerprint = await toFingerprint(root, inMain)
      if (fingerprint === read.fingerprint && version === read.version) return undefined
      // Each piece as it comes: all of a large index at once would hold up the requests for a second.
      const digest = createHash('sha256')
      const index = await readText(root, 'index.json', signal, digest)
      const tags = await readText(root, 'tags.json', signal, digest)
      const mainFiles = new Set(inMain.keys())
      digest.update([...mainFiles].sort().join('\0'))
      read = { fingerprint, version: digest.digest('hex') }
      if (read.version === version) return undefined
      return { version: read.version, index, tags, mainFiles, filesUrl: undefined }
    },
    locate: (folder, file) => {
      if (folder === 'cache') return formsOf(file).map((form) => join(root, folder, form))
      const path = inMain.get(file.normalize('NFC'))
      return path === undefined ? [] : [join(root, folder, path)]
    },
    folderOf: (folder) => join(root, folder),
  }
}

/** Previews are not listed: a name may be on disk in either form of Unicode. */
const formsOf = (file: string): readonly string[] =>
  readFileName(file) === undefined
    ? []
    : [...new Set([file, file.normalize('NFC'), file.normalize('NFD')])]

const listMain = async (root: string): Promise<Names> => {
  const main = await realpath(join(root, 'main')).catch(() => undefined)
  const entries = main === undefined ? [] : await walkFolder(main).catch(() => [])
  const paths = entries.map(async ({ path, kind }) => {
    if (kind === 'link')
      return main && (await realFileInside([root, main], join(main, path))) && path
    return kind === 'file' ? path : undefined
  })
  return toNames(await Promise.all(paths))
}

const toNames = (paths: readonly (string | undefined)[]): Names =>
  new Map(paths.filter((path) => path !== undefined).map((path) => [path.normalize('NFC'), path]))

/** Changes when either file may have changed, and when the names in `main/` do. */
const toFingerprint = async (root: string, inMain: Names): Promise<string> => {
  const digest = createHash('sha256')
  for (const name of ['index.json', 'tags.json']) {
    const { size, mtimeMs, ino } = await stat(join(root, name)).catch(() => nothing)
    digest.update(`${size} ${mtimeMs} ${ino}\n`)
  }
  return digest.update([...inMain.keys()].sort().join('\0')).digest('hex')
}

const nothing = { size: 0, mtimeMs: 0, ino: 0 }

/** Digesting one takes less than a millisecond. */
const pieceBytes = 1_000_000

/** `tags.json` is optional. */
const readText = async (
  root: string,
  name: string,
  signal: AbortSignal,
  digest: Hash,
): Promise<JsonText> => {
  try {
    return [await readShared(join(root, name), signal, digest)]
  } catch (cause) {
    signal.throwIfAborted()
    if (name === 'tags.json' && isRow(cause) && cause.code === 'ENOENT') {
      // Unlike an empty file, which is no JSON: when that goes away there is something new.
      digest.update('[]')
      return toJsonText([])
    }
    throw new DomainError('CATALOGUE_UNAVAILABLE', `The catalogue's ${name} cannot be read`, {
      cause,
    })
  }
}

/** Into memory that threads share: there a large index is read where it lies. */
const readShared = async (path: string, signal: AbortSignal, digest: Hash) => {
  // To open a pipe would wait for whoever writes into it, and the process could not even end.
  if (!(await stat(path)).isFile()) throw new Error(`${path} is no file`)
  await using file = await open(path)
  const { size } = await file.stat()
  const bytes = sharedBytes(size)
  const readAt = (at: number) => file.read(bytes, at, Math.min(pieceBytes, size - at), at)
  let used = 0
  let reading = readAt(0)
  for (;;) {
    const { bytesRead } = await reading
    signal.throwIfAborted()
    if (bytesRead === 0) return bytes.subarray(0, used)
    // The next piece comes while this one is digested.
    reading = readAt(used + bytesRead)
    digest.update(bytes.subarray(used, used + bytesRead))
    used += bytesRead
  }
}
