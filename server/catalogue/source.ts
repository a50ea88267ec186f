import type { Catalogue, FileFolder } from './catalogue.ts'
import type { JsonText } from './json-text.ts'
import type { MaybePromise } from './snapshot-store.ts'

export interface CatalogueDocument {
  /** A commit or a digest of all that follows, `tags.json` included. It must stay the same across restarts. */
  version: string
  index: JsonText
  tags: JsonText
  /** The address of `main/` and `cache/`. `undefined` means that this server has the files. */
  filesUrl: string | undefined
  /** The names of the files in `main/`, in composed Unicode (NFC), if the source can list them. */
  mainFiles?: ReadonlySet<string> | undefined
  isPartial?: boolean
}

/** Port: where the catalogue's index comes from (a folder, a GitHub repository). */
export interface CatalogueSource {
  name: string
  /**
   * Reads the newest document, or returns `undefined` if `version` is still the newest. `version` may come from
   * an earlier process. It is `undefined` when a document must be read again.
   * @throws DomainError `CATALOGUE_UNAVAILABLE` or `CONFIGURATION_MISSING`
   */
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
}

export interface CatalogueFiles {
  find(folder: FileFolder, file: string): Promise<string | undefined>
}

export interface StagedDocument {
  keep(): Promise<void>
  discard(): Promise<void>
}

export interface KeptDocument {
  document: CatalogueDocument
  readAt: number
}

export interface DocumentShelf {
  /** Writes a draft of the document to the disk. Never throws, but `keep` may. */
  stage(document: CatalogueDocument): Promise<StagedDocument>
  restore(): Promise<KeptDocument | undefined>
}

/** Finds only files that the catalogue names, so that other files in `main/` stay private. */
export const createCatalogueFiles = ({
  current,
  files,
}: {
  current(): MaybePromise<{ catalogue: Catalogue }>
  files: CatalogueFiles
}): CatalogueFiles => ({
  find: async (folder, file) => {
    const snapshot = await Promise.resolve(current()).catch(() => undefined)
    return snapshot?.catalogue.hasFile(folder, file) ? files.find(folder, file) : undefined
  },
})
