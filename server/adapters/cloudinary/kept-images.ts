import { z } from 'zod'
import { type HostedWallpaper, hostedResponseSchema } from '../../../shared/hosted-api.ts'
import { type KeptFileOptions, readKept, toKeptPath } from '../disk/kept-file.ts'
import { writeAtomically } from '../disk/write-atomically.ts'

interface KeptImagesOptions extends KeptFileOptions {
  clock: () => number
}

const keptSchema = z.object({ confirmedAt: z.number(), images: hostedResponseSchema })

/** The last good list of an image host, on disk across restarts: the hooks of a snapshot store. */
export const createKeptImages = ({ clock, ...file }: KeptImagesOptions) => {
  const path = toKeptPath(file, 'json')
  return {
    /** @throws when the file is damaged */
    restore: async () => {
      const bytes = await readKept(path)
      if (bytes === undefined) return undefined
      const { images, confirmedAt } = keptSchema.parse(JSON.parse(bytes.toString()))
      return { value: images as readonly HostedWallpaper[], confirmedAt }
    },
    keep: (images: readonly HostedWallpaper[]) =>
      writeAtomically(path, JSON.stringify({ confirmedAt: clock(), images })),
  }
}
