import { findRows } from '../../../shared/catalogue/json-rows.ts'
import { readColors } from '../../../shared/catalogue/parse-row.ts'
import {
  countNames as countUses,
  mostCommonTags,
  rankNames,
} from '../../../shared/catalogue/rows.ts'
import type { CategoryRecord, TagRecord } from '../../../shared/catalogue-api.ts'
import { isRecord } from '../../../shared/unknown.ts'
import { toColorRecord } from '../../pictures/css-colors.ts'
import type { Findings, RowsFindings } from '../build-catalogue.ts'
import type { PrepareAnswer, PreparedAnswers } from '../catalogue.ts'
import { type JsonText, parseJsonText } from '../json-text.ts'
import type { CatalogueDocument } from '../source.ts'
import {
  type Columns,
  createBucketsPacker,
  type PackedBuckets,
  type PackedNamePools,
  packNamePools,
} from './buckets.ts'
import { countUnmeasured } from './measures.ts'
import { countNames, nameAt, type PackedNames } from './packed-names.ts'
import { type NamedRows, toRange } from './row-groups.ts'
import { createIndexPacker, type PackedRows, readFiledRows } from './rows-packer.ts'
import { toSharedBytes } from './shared-arrays.ts'

/**
 * A catalogue as plain data in memory that threads share. Posting the catalogue to another thread copies almost
 * nothing.
 */
export interface PackedCatalogue extends PackedRows {
  buckets: PackedBuckets
  namePools: PackedNamePools
  categories: readonly string[]
  commonTags: readonly string[]
  answers: PreparedAnswers
  findings: Findings
}

export interface PackOptions {
  text: Uint8Array
  document: Omit<CatalogueDocument, 'index'>
  prepareAnswer: PrepareAnswer
}

/** @throws IndexTextError when the index is not a JSON array */
export const packCatalogue = (options: PackOptions): PackedCatalogue => {
  const packer = createIndexPacker(options)
  for (const rows of findRows(options.text)) packer.add(rows, readFiledRows(rows))
  const rows = packer.pack()
  return { ...packLists(rows, options), namePools: packNamePools(rows) }
}

/**
 * Packs the whole catalogue except the lists of rows by file name (`namePools`), which a second thread may pack at
 * the same time.
 */
export const packLists = (
  { skipped, missingFiles, ...packed }: PackedRows & RowsFindings,
  { document, prepareAnswer }: PackOptions,
): Omit<PackedCatalogue, 'namePools'> => {
  const { columns, records } = packed
  const buckets = createBucketsPacker(columns)
  for (const [row, category] of columns.categories.entries()) buckets.add(row, category)
  const colors = packColors(document.tags, columns)
  const categories = countUses(toNames(columns.categoryNames), columns.categories).map(
    (each): CategoryRecord => {
      const label = packed.labels.get(each.name)
      return label === undefined ? each : { ...each, label }
    },
  )
  const tags = listTags(packed.tags)
  return {
    ...packed,
    buckets: buckets.pack(),
    categories: categories.map(({ name }) => name),
    commonTags: tags.slice(0, mostCommonTags).map(({ name }) => name),
    answers: {
      index: prepareAnswer(records.body),
      categories: prepareAnswer(toBytes(categories)),
      colors: prepareAnswer(colors.bytes),
      tags: prepareAnswer(toBytes(tags)),
      tagsFile: prepareAnswer(colors.tags),
    },
    findings: {
      skipped,
      missingFiles,
      tagsProblem: colors.problem,
      unmeasured: countUnmeasured(packed.measures),
    },
  }
}

const listTags = (tags: NamedRows): TagRecord[] =>
  rankNames(toNames(tags.names), (number) => toRange(tags, number).size)

// If `tags.json` names no color, the colors of the wallpapers in the index are used (spec §4.5).
const packColors = (tags: JsonText, { colorNames }: Columns) => {
  const { entries, bytes, problem } = readTags(tags)
  const names = new Set(entries.flatMap(colorsOf))
  const used = names.size === 0 ? toNames(colorNames) : [...names]
  return { bytes: toBytes(used.map(toColorRecord)), tags: bytes, problem }
}

interface TagsFile {
  entries: readonly unknown[]
  bytes: Uint8Array
  problem?: string
}

/** Reads a `tags.json`. One with a problem counts as an empty list. */
export const readTags = (text: JsonText): TagsFile => {
  const refuse = (problem: string) => ({ entries: [], bytes: toBytes([]), problem })
  try {
    const entries = parseJsonText(text)
    return Array.isArray(entries)
      ? { entries, bytes: toBytes(entries) }
      : refuse('is not a JSON array')
  } catch (error) {
    if (error instanceof RangeError) return refuse('has too many lists inside lists')
    return refuse(error instanceof SyntaxError ? 'is not valid JSON' : 'is not UTF-8 text')
  }
}

const colorsOf = (entry: unknown): readonly string[] =>
  isRecord(entry) && Array.isArray(entry.colors) ? (readColors(entry.colors) ?? []) : []

const toNames = (names: PackedNames) =>
  Array.from({ length: countNames(names) }, (_, number) => nameAt(names, number))

const toBytes = (value: unknown) => toSharedBytes(new TextEncoder().encode(JSON.stringify(value)))
