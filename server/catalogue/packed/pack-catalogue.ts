import { readColors } from '../../../shared/catalogue/parse-row.ts'
import { countNames, mostCommonTags } from '../../../shared/catalogue/rows.ts'
import type { CategoryRecord, TagRecord } from '../../../shared/catalogue-api.ts'
import { isRecord } from '../../../shared/unknown.ts'
import type { Findings } from '../build-catalogue.ts'
import type { PrepareAnswer, PreparedAnswers } from '../catalogue.ts'
import { toColorRecord } from '../css-colors.ts'
import { parseJsonText, toJsonText } from '../json-text.ts'
import type { CatalogueDocument } from '../source.ts'
import { listNames } from './packed-names.ts'
import { type PackedRows, packRows } from './rows-packer.ts'
import { toSharedBytes } from './shared-arrays.ts'

/** A catalogue as plain data in memory that threads share. Posting it to another thread copies almost nothing. */
export interface PackedCatalogue extends PackedRows {
  categories: readonly string[]
  commonTags: readonly string[]
  answers: PreparedAnswers
  findings: Findings
}

interface PackOptions {
  text: Uint8Array
  document: Omit<CatalogueDocument, 'index'>
  prepareAnswer: PrepareAnswer
}

/** @throws IndexTextError when the index is not a JSON array */
export const packCatalogue = (options: PackOptions): PackedCatalogue => {
  const { document, prepareAnswer } = options
  const { skipped, missingFiles, ...packed } = packRows(options)
  const { named, measured } = packed.rows
  const colors = packColors(document.tags, listNames(named.color.values))
  const categories = countNames(listNames(named.category.values), named.category).map(
    (each): CategoryRecord => {
      const label = packed.labels.get(each.name)
      return label === undefined ? each : { ...each, label }
    },
  )
  const tags: TagRecord[] = countNames(listNames(named.tag.values), named.tag)
  return {
    ...packed,
    categories: categories.map(({ name }) => name),
    commonTags: tags.slice(0, mostCommonTags).map(({ name }) => name),
    answers: {
      index: prepareAnswer(packed.records.body),
      categories: prepareAnswer(toBytes(categories)),
      colors: prepareAnswer(colors.bytes),
      tags: prepareAnswer(toBytes(tags)),
      tagsFile: prepareAnswer(colors.tags),
    },
    findings: {
      skipped,
      missingFiles,
      tagsProblem: colors.problem,
      unmeasured: {
        size: measured.size.unknown.length,
        luminance: named.luminance.unknown.length,
        palette: measured.palette.unknown.length,
      },
    },
  }
}

// If `tags.json` names no color, the colors of the wallpapers in the index are used.
const packColors = (tags: Uint8Array, colorNames: readonly string[]) => {
  const { entries, bytes, problem } = readTags(tags)
  const names = new Set(entries.flatMap(colorsOf))
  const used = names.size === 0 ? colorNames : [...names]
  return { bytes: toBytes(used.map(toColorRecord)), tags: bytes, problem }
}

interface TagsFile {
  entries: readonly unknown[]
  bytes: Uint8Array
  problem?: string
}

/** Reads a `tags.json`. One with a problem counts as an empty list. */
export const readTags = (text: Uint8Array): TagsFile => {
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

const toBytes = (value: unknown) => toSharedBytes(toJsonText(value))
