import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { CatalogueFiles } from '../catalogue/source.ts'
import type { PictureVersions } from '../hosted/picture-versions.ts'
import type { FolderLayout } from './folder-layout.ts'

interface FileVersionsOptions {
  readonly files: CatalogueFiles
  readonly hashOf?: FolderLayout['hashOf']
  /** How long what is known is taken for granted, in milliseconds. */
  readonly maxAgeMs?: number
  readonly clock?: () => number
}

interface Known {
  readonly version: string | undefined
  readonly until: number
}

/** Far more pictures than are looked at within one `maxAgeMs`; each costs about 200 bytes. */
const maxEntries = 50_000
/** Looks at the disk at the same time: other work with files gets its turn. */
const maxLooks = 8

/**
 * A picture's version, looked at behind whoever asks: by the digest of its content where that is known
 * anyway, or else by the size and time of its file.
 */
export const createFileVersions = ({
  files,
  hashOf = () => undefined,
  maxAgeMs = 60_000,
  clock = Date.now,
}: FileVersionsOptions): PictureVersions => {
  const known = new Map<string, Known>()
  let looks = 0

  const read = async (path: string): Promise<string> => {
    const { size, mtimeMs } = await stat(path)
    // Whole seconds: all that copies of a folder keep alike.
    const text = hashOf(path, { size, mtimeMs }) ?? `${size} ${Math.floor(mtimeMs / 1000)}`
    return createHash('sha256').update(text).digest('base64url').slice(0, 10)
  }

  const look = async (mainFile: string) => {
    looks += 1
    const path = await files.find('main', mainFile).catch(() => undefined)
    const version = path && (await read(path).catch(() => undefined))
    looks -= 1
    if (known.size >= maxEntries) known.clear()
    known.set(mainFile, { version, until: clock() + maxAgeMs })
  }
  return {
    known: (mainFile) => {
      const found = known.get(mainFile)
      if ((found === undefined || clock() >= found.until) && looks < maxLooks) void look(mainFile)
      return found?.version
    },
    read,
  }
}
