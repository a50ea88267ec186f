import { findRows, parseRows } from '../../shared/catalogue/json-rows.ts'
import { readMainFile } from '../../shared/catalogue/parse-row.ts'
import { toJsonText } from '../catalogue/json-text.ts'
import { readTags } from '../catalogue/packed/pack-catalogue.ts'
import { toSharedBytes } from '../catalogue/packed/shared-arrays.ts'
import type { CatalogueDocument, CatalogueFiles, CatalogueSource } from '../catalogue/source.ts'

/** Reads two sources as one catalogue. The second one is a folder without an index. This server sends all pictures. */
export const joinSources = (one: CatalogueSource, other: CatalogueSource): CatalogueSource => {
  let last: readonly CatalogueDocument[] = []
  return {
    name: `${one.name} and sources`,
    read: async (version, signal) => {
      const known = version?.split(' ') ?? []
      const newer = await Promise.all(
        [one, other].map((source, at) => source.read(known[at], signal)),
      )
      if (newer.every((document) => document === undefined)) return undefined
      const readAt = async (source: CatalogueSource, at: number) => {
        const unchanged = last[at]?.version === known[at] ? last[at] : undefined
        const document = newer[at] ?? unchanged ?? (await source.read(undefined, signal))
        if (document === undefined) throw new Error(`The ${source.name} catalogue has no content`)
        return document
      }
      const [first, second] = await Promise.all([readAt(one, 0), readAt(other, 1)])
      last = [first, second]
      return joinDocuments(first, second)
    },
  }
}

const joinDocuments = (one: CatalogueDocument, other: CatalogueDocument): CatalogueDocument => ({
  version: `${one.version} ${other.version}`,
  index: joinIndexes(one.index, other.index),
  tags: joinTags(one.tags, other.tags),
  filesUrl: undefined,
  mainFiles: one.mainFiles && new Set([...one.mainFiles, ...listMainFiles(other.index)]),
  gone: one.gone && [...one.gone, ...(other.gone ?? [])],
  count: one.count === undefined ? undefined : one.count + (other.count ?? 0),
  isPartial: one.isPartial === true || other.isPartial === true,
})

const listMainFiles = (index: Uint8Array) =>
  [...findRows(index)]
    .flatMap(parseRows)
    .flatMap((row) => readMainFile(row)?.normalize('NFC') ?? [])

const [open, comma, close] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

// The rows are not parsed, because there may be a million. If either index is not a list, the first one is returned as it is.
const joinIndexes = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const [rows, others] = [findInside(one), findInside(other)]
  if (!rows || !others) return one
  const between = isBlank(rows) || isBlank(others) ? [] : [comma]
  return toSharedBytes(open, rows, ...between, others, close)
}

const findInside = (bytes: Uint8Array): Uint8Array | undefined => {
  const isList = /^[\u{feff}\s]*\[/u.test(new TextDecoder().decode(bytes.subarray(0, 1_000)))
  const end = bytes.lastIndexOf(']'.charCodeAt(0))
  return isList && end > 0 ? bytes.subarray(bytes.indexOf('['.charCodeAt(0)) + 1, end) : undefined
}

const isBlank = (bytes: Uint8Array) =>
  bytes.length < 1_000 && new TextDecoder().decode(bytes).trim() === ''

const joinTags = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const [tags, more] = [readTags(one), readTags(other)]
  return tags.problem === undefined ? toJsonText([...tags.entries, ...more.entries]) : one
}

export const joinFiles = (one: CatalogueFiles, other: CatalogueFiles): CatalogueFiles => {
  const { contentOf } = other
  return {
    find: async (folder, file) =>
      (await one.find(folder, file)) ?? (await other.find(folder, file)),
    hashOf: (path, file) => one.hashOf?.(path, file) ?? other.hashOf?.(path, file),
    ...(contentOf && { contentOf }),
  }
}
