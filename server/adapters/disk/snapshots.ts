import { hash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type HostedWallpaper, hostedResponseSchema } from '../../../shared/hosted-api.ts'
import type { CatalogueDocument, DocumentShelf } from '../../catalogue/source.ts'
import { readIfPresent, writeAtomically } from './atomic-files.ts'

interface StoredFile {
  folder: string
  name: string
  settings: readonly (string | undefined)[]
  clock?: () => number
}

const toPath = ({ folder, name, settings }: StoredFile, extension: string): string => {
  const digest = hash('sha256', JSON.stringify(settings)).slice(0, 16)
  return join(folder, `${name}-${digest}.${extension}`)
}

// The first line of a snapshot file as JSON. The bytes of `index.json` and then of `tags.json` follow it.
const headSchema = z.object({
  version: z.string(),
  filesUrl: z.string().optional(),
  readAt: z.number(),
  indexBytes: z.int().nonnegative(),
  tagsBytes: z.int().nonnegative(),
  gone: z.array(z.object({ id: z.string(), mainFile: z.string() })).optional(),
})

export const createStoredDocuments = (file: StoredFile): DocumentShelf => {
  const path = toPath(file, 'snapshot')
  const { clock = Date.now } = file
  return {
    keep: (document) => writeAtomically(path, toBytes(document, clock())),
    restore: async () => {
      const bytes = await readIfPresent(path)
      return bytes && parseDocument(bytes)
    },
  }
}

const toBytes = ({ index, tags, version, filesUrl, gone }: CatalogueDocument, readAt: number) => {
  const [indexBytes, tagsBytes] = [index.length, tags.length]
  const head = { version, filesUrl, gone, readAt, indexBytes, tagsBytes }
  return [new TextEncoder().encode(`${JSON.stringify(head)}\n`), index, tags]
}

const parseDocument = (bytes: Uint8Array) => {
  const begin = bytes.indexOf('\n'.charCodeAt(0)) + 1
  const head: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, begin)))
  const { readAt, indexBytes, tagsBytes, ...document } = headSchema.parse(head)
  const middle = begin + indexBytes
  if (bytes.length !== middle + tagsBytes) throw new Error('The stored catalogue is incomplete')
  const [index, tags] = [bytes.slice(begin, middle), bytes.slice(middle)]
  return { document: { filesUrl: undefined, ...document, index, tags }, readAt }
}

/** Stores one JSON value. `restore` returns `undefined` when nothing is stored. */
export const createStoredJson = (file: StoredFile) => {
  const path = toPath(file, 'json')
  return {
    restore: async (): Promise<unknown> => {
      const bytes = await readIfPresent(path)
      return bytes && JSON.parse(bytes.toString())
    },
    keep: (value: unknown) => writeAtomically(path, JSON.stringify(value)),
  }
}

const storedImagesSchema = z.object({ confirmedAt: z.number(), value: hostedResponseSchema })

export const createStoredImages = (file: StoredFile) => {
  const stored = createStoredJson(file)
  const { clock = Date.now } = file
  return {
    restore: async () => storedImagesSchema.optional().parse(await stored.restore()),
    keep: (value: readonly HostedWallpaper[]) => stored.keep({ confirmedAt: clock(), value }),
  }
}
