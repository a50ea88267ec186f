import type { GonePicture } from '../../shared/catalogue/spellings.ts'
import type { Catalogue, FileFolder } from './catalogue.ts'
import type { FileState, PictureFile } from './picture-versions.ts'
import type { MaybePromise } from './snapshot-store.ts'

export interface CatalogueDocument {
  /**
   * The version of the catalogue: a Git commit, or a hash of the index, `tags.json` and the file names. The same
   * content must have the same version after a restart.
   */
  version: string
  /** The JSON of `index.json` and of `tags.json` in UTF-8. */
  index: Uint8Array
  tags: Uint8Array
  /** The web address of the folders `main/` and `cache/`. `undefined` if this server delivers the files. */
  filesUrl: string | undefined
  /** The names of the files in `main/` in composed Unicode (NFC). `undefined` if the source cannot list them. */
  mainFiles?: ReadonlySet<string> | undefined
  /** The pictures that the source remembers but does not have at the moment. They are part of the version. */
  gone?: readonly GonePicture[] | undefined
  /** The number of wallpapers, with those that are not measured yet, if the source knows it without parsing the index. */
  count?: number | undefined
  isPartial?: boolean
}

/** Port: where the catalogue's index comes from, for example a folder or a GitHub repository. */
export interface CatalogueSource {
  name: string
  /**
   * Reads the newest catalogue, or returns `undefined` if `version` is still the newest. `version` may come from
   * before a restart. If `version` is `undefined`, the catalogue is read in any case.
   * @throws DomainError `CATALOGUE_UNAVAILABLE` or `CONFIGURATION_MISSING`
   */
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
}

export interface CatalogueFiles {
  find(folder: FileFolder, file: string): Promise<PictureFile | undefined>
  /** Returns a name for the content of a file that `find` returned, if it is known without reading the file. */
  hashOf?: (path: string, file: FileState) => string | undefined
  /**
   * Returns a name for the content of a file in `main/`, if the files are not all on the disk. With it, versions are
   * known without reading the files.
   */
  contentOf?: (mainFile: string) => string | undefined
}

/** Port: picture files on another server, which this server fetches and sends. */
export interface RemotePictures {
  /**
   * Returns a name for the content of a file, made of letters and digits. It changes whenever the content changes.
   * Returns `undefined` if there is no such file. The other server is not asked.
   */
  contentOf(folder: FileFolder, file: string): string | undefined
  /**
   * Reads a whole file, within limits of size and time.
   * @throws DomainError `NOT_FOUND` when the file does not exist any more
   * @throws DomainError with any other code when a later attempt may help
   */
  read(folder: FileFolder, file: string): Promise<readonly Uint8Array[]>
}

export interface StoredDocument {
  document: CatalogueDocument
  readAt: number
}

/** Port: stores the last good copy of a catalogue for the next start. */
export interface DocumentShelf {
  keep(document: CatalogueDocument): Promise<void>
  restore(): Promise<StoredDocument | undefined>
}

/** Finds only the picture files that the catalogue names, so that all other files in `main/` stay private. */
export const createCatalogueFiles = ({
  current,
  files,
}: {
  current(): MaybePromise<{ catalogue: Catalogue }>
  files: CatalogueFiles
}): CatalogueFiles => ({
  find: async (folder, file) => {
    const { catalogue } = await current()
    return catalogue.hasFile(folder, file) ? files.find(folder, file) : undefined
  },
})
