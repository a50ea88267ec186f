import type { Catalogue } from './catalogue.ts'
import type { SearchIndex } from './search-index.ts'
import type { CatalogueDocument } from './source.ts'

/** What requests are answered from. */
export interface BuiltCatalogue {
  catalogue: Catalogue
  findings: Findings
  search: SearchIndex
  /** Settles when a search no longer has to wait; fails when there will be none. */
  searchReady: Promise<void>
}

/**
 * Port: makes a catalogue and its search index of a document, without blocking whoever answers
 * requests in the meantime.
 * @throws DomainError `CATALOGUE_UNAVAILABLE` when the index is no JSON array or building fails
 */
export type BuildCatalogue = (
  document: CatalogueDocument,
  signal: AbortSignal,
) => Promise<BuiltCatalogue>

/** What was noticed in a document, for whoever keeps it. */
export interface Findings extends RowsFindings {
  /** What is wrong with `tags.json`. */
  tagsProblem: string | undefined
}

/** Which files of the index are not in `main/`. */
export interface MissingFiles {
  /** Rows that were left out for it. */
  count: number
  /** Some of their files. */
  examples: readonly string[]
  /** `main/` has none of the files of so many rows, and all of them stayed; 0 where it has any. */
  allOf: number
}

/** What was noticed in them. */
export interface RowsFindings {
  /** Rows left out because nothing could be shown for them. */
  skipped: number
  missingFiles: MissingFiles
}
