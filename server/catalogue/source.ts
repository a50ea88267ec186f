import type { Catalogue } from './catalogue.ts'
import type { JsonText } from './json-text.ts'
import type { MaybePromise } from './snapshot-store.ts'

/** What a source holds at one moment: both files of a catalogue, not yet parsed or trusted. */
export interface CatalogueDocument {
  /** Changes whenever anything below does: an ETag, a commit, a digest. */
  version: string
  /** `index.json`: what is no JSON array there is an error of whoever builds the catalogue. */
  index: JsonText
  /** `tags.json`: a bad one costs no wallpaper. `[]` where there is none. */
  tags: JsonText
  /** Where `main/` and `cache/` are found, without a trailing slash; `undefined`: on this server. */
  filesUrl: string | undefined
  /**
   * The files of `main/`, in the composed form of Unicode, where the source sees them: rows whose
   * file is not there are left out, unless all of them would be.
   */
  mainFiles?: ReadonlySet<string> | undefined
  /** There is more to read at once: the document is a part of what it will be. */
  isPartial?: boolean
}

/** Port: where the catalogue's index comes from (a folder, a GitHub repository). */
export interface CatalogueSource {
  name: string
  /**
   * Reads the newest document; `undefined` when `version` is still the newest.
   * @throws DomainError `CATALOGUE_UNAVAILABLE` or `CONFIGURATION_MISSING`
   */
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
}

/** Port: the image files of a catalogue that this server holds itself. */
export interface CatalogueFiles {
  /** Absolute path of a file in `main/` or `cache/`, or `undefined` when the catalogue has none such. */
  find(folder: 'main' | 'cache', file: string): Promise<string | undefined>
}

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

interface CatalogueFilesOptions {
  current(): MaybePromise<{ catalogue: Catalogue }>
  /** Finds any file of the folders. */
  files: CatalogueFiles
}

/** The files that the catalogue names: a draft that merely lies in `main/` is none of them. */
export const createCatalogueFiles = ({
  current,
  files,
}: CatalogueFilesOptions): CatalogueFiles => ({
  find: async (folder, file) => {
    const snapshot = await Promise.resolve(current()).catch(() => undefined)
    return snapshot?.catalogue.hasFile(folder, file) ? files.find(folder, file) : undefined
  },
})
