import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogueDocument, CatalogueFiles } from '../../catalogue/source.ts'
import type { FileState } from '../../pictures/picture-versions.ts'
import { realFileInside } from './scan.ts'

export interface FolderLayout {
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
  locate(folder: 'main' | 'cache', file: string): readonly string[]
  hashOf(path: string, file: FileState): string | undefined
  folderOf(folder: 'main' | 'cache'): string
}

export const createFolderFiles = (folder: string): CatalogueFiles => ({
  find: async (directory, file) => {
    if (!isPlainPath(file)) return undefined
    const root = await realpath(folder).catch(() => undefined)
    if (root === undefined) return undefined
    const folderOf = join(root, directory)
    return findInside(
      root,
      folderOf,
      [...unicodeForms(file)].map((name) => join(folderOf, name)),
    )
  },
})

/**
 * Returns the first of `paths` that leads to a regular file in `root` or in `folder`. `folder` itself may be a link
 * to a place outside `root`.
 */
export const findInside = async (root: string, folder: string, paths: readonly string[]) => {
  const holder = await realpath(folder).catch(() => root)
  for (const path of paths) {
    const found = await realFileInside([root, holder], path)
    if (found !== undefined) return found
  }
  return undefined
}

const isPlainPath = (file: string) =>
  !/[\\\0]/.test(file) && !file.split('/').some((part) => ['', '.', '..'].includes(part))

// File systems store the accented letters of a name in different Unicode forms. A file is looked up under the name
// as given, composed (NFC) and decomposed (NFD).
export const unicodeForms = (file: string): ReadonlySet<string> =>
  new Set([file, file.normalize('NFC'), file.normalize('NFD')])
