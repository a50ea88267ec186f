import { join } from 'node:path'
import type { CatalogueDocument, CatalogueFiles } from '../../catalogue/source.ts'
import type { FileState } from '../../pictures/picture-versions.ts'
import { type FolderLimitsOptions, findFirstRealFile, readFolderLimits } from './limits.ts'

export interface FolderLayout {
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
  locate(folder: 'main' | 'cache', file: string): readonly string[]
  hashOf(path: string, file: FileState): string | undefined
}

export const createFolderFiles = (options: FolderLimitsOptions): CatalogueFiles => ({
  find: async (directory, file) => {
    if (!isPlainPath(file)) return undefined
    const limits = await readFolderLimits(options).catch(() => undefined)
    if (limits === undefined) return undefined
    const paths = [...unicodeForms(file)].map((name) => join(limits.root, directory, name))
    return findFirstRealFile(limits, paths)
  },
})

const isPlainPath = (file: string) =>
  !/[\\\0]/.test(file) && !file.split('/').some((part) => ['', '.', '..'].includes(part))

// File systems store the accented letters of a name in different Unicode forms. A file is looked up under the name
// as given, composed (NFC) and decomposed (NFD).
export const unicodeForms = (file: string): ReadonlySet<string> =>
  new Set([file, file.normalize('NFC'), file.normalize('NFD')])
