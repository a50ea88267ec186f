import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface KeptFileOptions {
  folder: string
  /** Begins the name of the file. */
  name: string
  /** All that makes what is kept another one: another configuration never reads it. */
  of: readonly (string | undefined)[]
}

/** Path of the file in which the last good value of a source outlives a restart. */
export const toKeptPath = ({ folder, name, of }: KeptFileOptions, extension: string): string => {
  const digest = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16)
  return join(folder, `${name}-${digest}.${extension}`)
}

/** `undefined` when nothing was kept yet. */
export const readKept = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
