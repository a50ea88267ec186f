import { DomainError } from '../../domain-error.ts'
import type { PrepareAnswer, PreparedAnswers } from '../prepared-answer.ts'
import type { CatalogueDocument } from '../source.ts'
import { type PackedBuckets, packBuckets } from './buckets.ts'
import { readFiledRows } from './filed-rows.ts'
import { findRows } from './json-rows.ts'
import { type PackedNamePools, packNamePools } from './name-pools.ts'
import { packCategories, packColors } from './pack-answers.ts'
import { countNames } from './packed-names.ts'
import {
  createRowsPacker,
  type PackedRows,
  type RowsFindings,
  type RowsPackerOptions,
} from './rows-packer.ts'
import { JsonRowsError } from './rows-text.ts'

/**
 * A catalogue as plain data in memory that threads share: posting it costs nothing, whatever its
 * size. `open-catalogue.ts` reads it.
 */
export interface PackedCatalogue extends PackedRows {
  buckets: PackedBuckets
  namePools: PackedNamePools
  answers: PreparedAnswers
  findings: Findings
}

/** What was noticed in a document, for whoever keeps it. */
export interface Findings extends RowsFindings {
  /** What is wrong with `tags.json`. */
  tagsProblem: string | undefined
}

export interface PackOptions extends RowsPackerOptions {
  document: Omit<CatalogueDocument, 'index'>
  prepareAnswer: PrepareAnswer
}

/** @throws DomainError `CATALOGUE_UNAVAILABLE` when the index is no JSON array */
export const packCatalogue = (options: PackOptions): PackedCatalogue => {
  const packer = createRowsPacker(options)
  try {
    for (const rows of findRows(options.text)) packer.add(rows, readFiledRows(rows))
  } catch (error) {
    throw explainJson(error)
  }
  const rows = packer.pack()
  return { ...packLists(rows, options), namePools: packNamePools(rows.ids, rows.columns) }
}

/** What whoever keeps the catalogue is told of a JsonRowsError. */
export const explainJson = (cause: unknown): unknown => {
  if (!(cause instanceof JsonRowsError)) return cause
  const message = `The catalogue's index.json ${cause.message}`
  return new DomainError('CATALOGUE_UNAVAILABLE', message, { cause })
}

/** All of a catalogue that is made of its rows, but `packNamePools`: another thread may do that. */
export const packLists = (
  { skipped, missingFiles, ...packed }: PackedRows & RowsFindings,
  { document, prepareAnswer }: PackOptions,
): Omit<PackedCatalogue, 'namePools'> => {
  const { columns, records, ids } = packed
  const rows = new Uint32Array(countNames(ids)).map((_, row) => row)
  const colors = packColors(document.tags, columns)
  return {
    ...packed,
    buckets: packBuckets(columns, { rows, categories: columns.categories }),
    answers: {
      index: prepareAnswer(records.body),
      categories: prepareAnswer(packCategories(columns)),
      colors: prepareAnswer(colors.bytes),
    },
    findings: { skipped, missingFiles, tagsProblem: colors.problem },
  }
}
