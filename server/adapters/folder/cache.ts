import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { colorNames } from '../../../shared/colors.ts'
import { writeAtomically } from '../disk/write-atomically.ts'
import { measureVersion, pictureFormats } from '../sharp/measure.ts'

const colors = z.array(z.enum(colorNames)).readonly()

const measureSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  format: z.enum(pictureFormats),
  orientation: z.enum(['landscape', 'portrait', 'square']),
  primaryColors: colors,
  secondaryColors: colors,
  palette: z.array(z.string()).readonly(),
  color: z.string(),
  luminance: z.number(),
  placeholder: z.string(),
  focalPoint: z.object({ x: z.number(), y: z.number() }),
})

/** What was found out about a file the last time; it holds while size and time are the same. */
const knownFileSchema = z.object({
  size: z.number(),
  mtimeMs: z.number(),
  hash: z.string(),
  id: z.string().optional(),
})
export type KnownFile = z.infer<typeof knownFileSchema>

const cacheSchema = z.object({
  version: z.literal(measureVersion),
  folder: z.string(),
  files: z.record(z.string(), knownFileSchema),
  measures: z.record(z.string(), measureSchema),
})

/** Everything worth keeping about a folder of pictures; pictures that are gone stay in it. */
export interface FolderCache {
  /** By path relative to the folder. */
  files: Map<string, KnownFile>
  /** By digest of the content. */
  measures: Map<string, z.infer<typeof measureSchema>>
}

/** Reads what was kept; nothing when there is none, it is damaged, or made by another version. */
export const readFolderCache = async (path: string, folder: string): Promise<FolderCache> => {
  const kept = await readFile(path, 'utf8')
    .then((text) => cacheSchema.parse(JSON.parse(text)))
    .catch(() => undefined)
  const files = kept?.folder === folder ? kept.files : {}
  return {
    files: new Map(Object.entries(files)),
    measures: new Map(Object.entries(kept?.measures ?? {})),
  }
}

export const writeFolderCache = (path: string, folder: string, { files, measures }: FolderCache) =>
  writeAtomically(
    path,
    JSON.stringify({
      version: measureVersion,
      folder,
      files: Object.fromEntries(files),
      measures: Object.fromEntries(measures),
    }),
  )

/** So many pictures that are gone may stay known. */
const mostGone = 20_000

/** Forgets the pictures that are gone, once there are too many of them. */
export const pruneFolderCache = ({ files, measures }: FolderCache, present: Set<string>) => {
  if (files.size - present.size <= mostGone && measures.size - present.size <= mostGone) return
  for (const path of files.keys()) if (!present.has(path)) files.delete(path)
  const used = new Set([...files.values()].map(({ hash }) => hash))
  for (const hash of measures.keys()) if (!used.has(hash)) measures.delete(hash)
}
