import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogueDocument, CatalogueFiles } from '../../catalogue/source.ts'
import type { FileState } from '../../pictures/picture-versions.ts'
import { realFileInside } from './scan.ts'

export interface FolderLayout {
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
  /** Returns the absolute paths where a file may be. The paths are not yet checked on disk. */
  locate(folder: 'main' | 'cache', file: string): readonly string[]
  /** Returns the content hash of a file if it is known for exactly this state of the file. */
  hashOf?(path: string, file: FileState): string | undefined
  folderOf(folder: 'main' | 'cache'): string
}

/** Finds files in `main/` and `cache/` of a folder, for a catalogue whose index comes from elsewhere. */
export const createFolderFiles = (folder: string): CatalogueFiles => ({
  find: async (directory, file) => {
    if (!isPlainPath(file)) return undefined
    const root = await realpath(folder).catch(() => undefined)
    if (root === undefined) return undefined
    const holder = await realpath(join(root, directory)).catch(() => root)
    for (const name of unicodeForms(file)) {
      const found = await realFileInside([root, holder], join(root, directory, name))
      if (found !== undefined) return found
    }
    return undefined
  },
})

const isPlainPath = (file: string) =>
  !/[\\\0]/.test(file) && !file.split('/').some((part) => ['', '.', '..'].includes(part))

/** File systems store names in different Unicode forms, so a file is looked up under each of them. */
export const unicodeForms = (file: string): ReadonlySet<string> =>
  new Set([file, file.normalize('NFC'), file.normalize('NFD')])
