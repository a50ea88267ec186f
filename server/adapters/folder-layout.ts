import type { CatalogueDocument } from '../catalogue/source.ts'

/** One way to read a catalogue from a folder. */
export interface FolderLayout {
  /** The newest document; the same object while nothing changed. */
  read(signal: AbortSignal): Promise<CatalogueDocument>
  /** Absolute path of a file that belongs to the document read last, not yet checked on disk. */
  locate(folder: 'main' | 'cache', file: string): string | undefined
  /** The folder that holds such files; it may itself be a link that leads elsewhere. */
  folderOf(folder: 'main' | 'cache'): string
}
