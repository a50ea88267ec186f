import type { CatalogueDocument } from './source.ts'

/** A document on its way to the shelf: one of the two is called, once. */
export interface StagedDocument {
  /** It is good: it takes the place of the one before. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export interface KeptDocument {
  document: CatalogueDocument
  /** When it was read from its source (ms since 1970). */
  readAt: number
}

/** Port: keeps the last good document of a source across restarts. */
export interface DocumentShelf {
  /** Writes a document aside, before anybody takes its pieces. Never throws: `keep` does. */
  stage(document: CatalogueDocument): Promise<StagedDocument>
  /** @throws when what was kept is damaged */
  restore(): Promise<KeptDocument | undefined>
}
