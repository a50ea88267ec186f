import type { Catalogue } from './catalogue.ts'
import type { SearchIndex } from './search-index.ts'
import type { CatalogueDocument } from './source.ts'

export interface BuiltCatalogue {
  catalogue: Catalogue
  findings: Findings
  search: SearchIndex
  /** Makes the search index usable. Called at most once, before the first search. */
  prepareSearch: () => Promise<void>
}

/**
 * Port: builds a catalogue, and later its search index, without blocking requests.
 * @throws DomainError `CATALOGUE_UNAVAILABLE` when the index is not a JSON array or building fails
 */
export type BuildCatalogue = (
  document: CatalogueDocument,
  signal: AbortSignal,
) => Promise<BuiltCatalogue>

export interface Findings extends RowsFindings {
  tagsProblem: string | undefined
  /** How many wallpapers have no known size, luminance or palette, so that filters by them leave the wallpapers out. */
  unmeasured: Record<'size' | 'luminance' | 'palette', number>
}

export interface MissingFiles {
  count: number
  examples: readonly string[]
  /** Rows are left out unless `main/` has no file at all, because an index may be installed without its pictures. */
  areLeftOut: boolean
}

export interface RowsFindings {
  skipped: number
  missingFiles: MissingFiles
}
