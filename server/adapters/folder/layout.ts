import type { CatalogueDocument } from '../../catalogue/source.ts'
import type { FileState } from '../../pictures/picture-versions.ts'

/** One way to read a catalogue from a folder. */
export interface FolderLayout {
  /** The newest document; `undefined` when `version` is still the newest. */
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
  /** Absolute paths where a file may be, not yet checked on disk. */
  locate(folder: 'main' | 'cache', file: string): readonly string[]
  /** The digest of a file's content, when it is known of the file as it is now. */
  hashOf?(path: string, file: FileState): string | undefined
  /** The folder that holds such files; it may itself be a link that leads elsewhere. */
  folderOf(folder: 'main' | 'cache'): string
}
