import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type HostedWallpaper, hostedResponseSchema } from '../../shared/hosted-api.ts'
import { writeAtomically } from './write-atomically.ts'

interface KeptImagesOptions {
  readonly folder: string
  /** Begins the name of the file. */
  readonly name: string
  /** All that makes this list another one; another configuration never reads it. */
  readonly of: readonly string[]
  readonly clock: () => number
}

const keptSchema = z.object({ confirmedAt: z.number(), images: hostedResponseSchema })

/** The last good list of an image host, on disk across restarts: the hooks of a snapshot store. */
export const createKeptImages = ({ folder, name, of, clock }: KeptImagesOptions) => {
  const digest = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16)
  const path = join(folder, `${name}-${digest}.json`)
  return {
    /** @throws when the file is damaged */
    restore: async () => {
      const text = await readFile(path, 'utf8').catch(undefinedIfMissing)
      if (text === undefined) return undefined
      const { images, confirmedAt } = keptSchema.parse(JSON.parse(text))
      return { value: images as readonly HostedWallpaper[], confirmedAt }
    },
    keep: (images: readonly HostedWallpaper[]) =>
      writeAtomically(path, JSON.stringify({ confirmedAt: clock(), images })),
  }
}

const undefinedIfMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
