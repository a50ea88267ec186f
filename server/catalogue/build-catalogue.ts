import type { Catalogue } from './catalogue.ts'
import type { Findings } from './packed/pack-catalogue.ts'
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
