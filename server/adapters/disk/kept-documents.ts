import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { JsonText } from '../../catalogue/json-text.ts'
import type { CatalogueDocument, DocumentShelf, StagedDocument } from '../../catalogue/source.ts'
import { type KeptFileOptions, readKept, toKeptPath } from './kept-file.ts'

interface KeptDocumentsOptions extends KeptFileOptions {
  clock?: () => number
}

/** The first line of the file; the bytes of both JSON texts follow. */
const headSchema = z.object({
  version: z.string(),
  filesUrl: z.string().optional(),
  readAt: z.number(),
  indexBytes: z.int().nonnegative(),
  tagsBytes: z.int().nonnegative(),
})

/** The last good document of a source in one file on disk. */
export const createKeptDocuments = ({
  clock = Date.now,
  ...file
}: KeptDocumentsOptions): DocumentShelf => {
  const path = toKeptPath(file, 'snapshot')
  return {
    stage: (document) => stage(path, toBytes(document, clock())),
    restore: async () => {
      const bytes = await readKept(path)
      return bytes && parse(bytes)
    },
  }
}

const stage = async (path: string, bytes: Iterable<Uint8Array>): Promise<StagedDocument> => {
  const draft = `${path}.${randomUUID()}.tmp`
  const discard = () => rm(draft, { force: true })
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, bytes)
    return { keep: () => rename(draft, path), discard }
  } catch (error) {
    await discard().catch(() => undefined)
    return { keep: () => Promise.reject(error), discard: async () => undefined }
  }
}

const toBytes = ({ version, filesUrl, index, tags }: CatalogueDocument, readAt: number) => {
  const head = {
    version,
    filesUrl,
    readAt,
    indexBytes: byteLength(index),
    tagsBytes: byteLength(tags),
  }
  return [new TextEncoder().encode(`${JSON.stringify(head)}\n`), ...index, ...tags]
}

const byteLength = (text: JsonText) => text.reduce((sum, piece) => sum + piece.length, 0)

const parse = (bytes: Uint8Array) => {
  const begin = bytes.indexOf('\n'.charCodeAt(0)) + 1
  const head: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, begin)))
  const { readAt, indexBytes, tagsBytes, ...fields } = headSchema.parse(head)
  const middle = begin + indexBytes
  if (bytes.length !== middle + tagsBytes) throw new Error('the kept catalogue is not whole')
  const document: CatalogueDocument = {
    version: fields.version,
    filesUrl: fields.filesUrl,
    index: [bytes.slice(begin, middle)],
    tags: [bytes.slice(middle)],
  }
  return { document, readAt }
}
