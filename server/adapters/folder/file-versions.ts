import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import type { FileState, PictureVersions } from '../../pictures/picture-versions.ts'
import { createContentHashes } from './content-hashes.ts'
import type { FolderLayout } from './layout.ts'

interface FileVersionsOptions {
  files: CatalogueFiles
  /** Digests that are known without reading a file. */
  hashOf?: FolderLayout['hashOf']
  /** How long what is known is taken for granted, in milliseconds. */
  maxAgeMs?: number
  clock?: () => number
}

interface Known {
  version: string | undefined
  until: number
}

/** Far more pictures than are looked at within one `maxAgeMs`; each costs about 200 bytes. */
const maxEntries = 50_000
/** Pictures that may wait to be looked at; who finds no room is told the version another time. */
const maxWaiting = 1_000
/** A look rests for so many times as it took: looking takes a tenth of a core, however large the folder is. */
const restFactor = 9

/**
 * A picture's version: a digest of its content, so that copies have the same at every replica. Looked
 * at behind whoever asks, one picture after the other.
 */
export const createFileVersions = ({
  files,
  hashOf = () => undefined,
  maxAgeMs = 60_000,
  clock = Date.now,
}: FileVersionsOptions): PictureVersions => {
  const contentHashOf = createContentHashes()
  const known = new Map<string, Known>()
  const waiting = new Set<string>()
  let isLooking = false

  const readIn = async (path: string, file: FileState): Promise<string> => {
    const hash = hashOf(path, file) ?? (await contentHashOf(path, file))
    return toVersion(hash)
  }
  const read = async (path: string) => readIn(path, await stat(path))

  const look = async (mainFile: string) => {
    const path = await files.find('main', mainFile).catch(() => undefined)
    const version = path && (await read(path).catch(() => undefined))
    if (known.size >= maxEntries) known.clear()
    known.set(mainFile, { version, until: clock() + maxAgeMs })
  }
  const lookInTurn = async () => {
    isLooking = true
    for (const mainFile of waiting) {
      const began = performance.now()
      await look(mainFile)
      waiting.delete(mainFile)
      await sleep((performance.now() - began) * restFactor, undefined, { ref: false })
    }
    isLooking = false
  }
  return {
    known: (mainFile) => {
      const found = known.get(mainFile)
      const isNews = found === undefined || clock() >= found.until
      if (isNews && waiting.size < maxWaiting) waiting.add(mainFile)
      if (isNews && !isLooking) void lookInTurn()
      return found?.version
    },
    read,
    readAs: (path, file) => readIn(path, file).catch(() => undefined),
    ofContent: (content) => toVersion(createHash('sha256').update(content).digest('hex')),
  }
}

/** @param hash SHA-256 of the content, as hex */
const toVersion = (hash: string) =>
  createHash('sha256').update(hash).digest('base64url').slice(0, 10)
