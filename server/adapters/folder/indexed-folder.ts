import { createHash, type Hash, hash } from 'node:crypto'
import { open, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readFile as readFileName } from '../../../shared/catalogue/parse-row.ts'
import { isRecord } from '../../../shared/unknown.ts'
import { toJsonText } from '../../catalogue/json-text.ts'
import { sharedBytes } from '../../catalogue/packed/shared-arrays.ts'
import type { FileState } from '../../catalogue/picture-versions.ts'
import { DomainError } from '../../domain-error.ts'
import { type FolderLayout, type FolderLimits, findRealFile, unicodeForms } from './files.ts'
import { createLook, type LookOptions } from './look.ts'
import { type FolderEntry, readState, walkFolder } from './walk.ts'

// Maps the composed Unicode form (NFC) of a file name to the name on disk.
type Names = ReadonlyMap<string, string>

/**
 * Reads a folder that has an `index.json`. The JSON is not parsed here, because parsing a large index would block
 * the thread that answers requests.
 */
export const createFolderIndex = (limits: FolderLimits, options: LookOptions): FolderLayout => {
  const { root } = limits
  const look = createLook(() => listMain(limits), options)
  let last: { looked?: Listed; fingerprint: string; version: string } = {
    fingerprint: '',
    version: '',
  }
  let inMain: Names = new Map()
  return {
    read: async (version, signal) => {
      const looked = await look(version === undefined)
      if (looked === last.looked && version === last.version) return undefined
      inMain = looked.inMain
      const fingerprint = toFingerprint(looked)
      if (fingerprint === last.fingerprint && version === last.version) {
        last.looked = looked
        return undefined
      }
      const digest = createHash('sha256')
      const index = await readText(limits, 'index.json', { signal, digest })
      const tags = await readText(limits, 'tags.json', { signal, digest })
      const mainFiles = new Set(inMain.keys())
      digest.update([...mainFiles].sort().join('\0'))
      last = { looked, fingerprint, version: digest.digest('hex') }
      if (last.version === version) return undefined
      return { version: last.version, index, tags, mainFiles, filesUrl: undefined }
    },
    locate: (folder, file) => {
      if (folder === 'cache') {
        const forms = readFileName(file) === undefined ? [] : [...unicodeForms(file)]
        return forms.map((form) => join(root, folder, form))
      }
      const path = inMain.get(file.normalize('NFC'))
      return path === undefined ? [] : [join(root, folder, path)]
    },
    hashOf: () => undefined,
  }
}

type Listed = Awaited<ReturnType<typeof listMain>>

const listMain = async (limits: FolderLimits) => {
  const { root } = limits
  const main = join(root, 'main')
  const states = new Map<string, FileState | undefined>()
  for (const name of ['index.json', 'tags.json'])
    states.set(join(root, name), await readState(join(root, name)))
  const nothing = { entries: [], leftOut: [], watched: new Map([[main, undefined]]) }
  const walked = await walkFolder(limits, 'main').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return nothing
  })
  const { entries, leftOut, watched } = walked
  const isFile = async ({ at, kind }: FolderEntry) =>
    kind === 'link' ? (await findRealFile(limits, at)) !== undefined : kind === 'file'
  const areFiles = await Promise.all(entries.map(isFile))
  const files = entries.filter((_, at) => areFiles[at])
  const inMain: Names = new Map(files.map(({ path }) => [path.normalize('NFC'), path]))
  return { inMain, states, leftOut, watched: new Map([...watched, ...states]), files: [] }
}

const toFingerprint = ({ inMain, states }: Listed): string =>
  hash('sha256', JSON.stringify([[...states.values()], [...inMain.keys()].sort()]))

// Hashing this much takes less than a millisecond. Hashing a large `index.json` at once would block requests for 1 s.
const pieceBytes = 1_000_000

interface Reading {
  signal: AbortSignal
  digest: Hash
}

const readText = async (
  limits: FolderLimits,
  name: string,
  reading: Reading,
): Promise<Uint8Array> => {
  try {
    return await readShared(limits, join(limits.root, name), reading)
  } catch (cause) {
    reading.signal.throwIfAborted()
    if (name === 'tags.json' && isRecord(cause) && cause.code === 'ENOENT') {
      // A missing file counts as an empty list. An empty file is not valid JSON, so its hash must be a different one.
      reading.digest.update('[]')
      return toJsonText([])
    }
    const text = `The catalogue's ${name} could not be read`
    throw new DomainError('CATALOGUE_UNAVAILABLE', text, { cause })
  }
}

// Reads a file into memory that threads share, so that another thread can parse a large index without copying it.
const readShared = async ({ allows }: FolderLimits, path: string, { signal, digest }: Reading) => {
  if (!allows(await realpath(path)))
    throw new Error(`${path} is a link that leads out of the folder`)
  // Opening a named pipe would block until another program writes to it, and the server could not exit.
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a regular file`)
  await using file = await open(path)
  const { size } = await file.stat()
  const bytes = sharedBytes(size)
  let used = 0
  for await (const piece of file.createReadStream({ highWaterMark: pieceBytes, signal })) {
    bytes.set(piece, used)
    digest.update(piece)
    used += piece.length
  }
  return bytes.subarray(0, used)
}
