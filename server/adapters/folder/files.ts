import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogueFiles } from '../../catalogue/source.ts'
import { realFileInside } from './walk.ts'

/** Any file in `main/` and `cache/` of a folder, for a catalogue whose index comes from elsewhere. */
export const createFolderFiles = (folder: string): CatalogueFiles => ({
  find: async (directory, file) => {
    if (!isPlainPath(file)) return undefined
    const root = await realpath(folder).catch(() => undefined)
    if (root === undefined) return undefined
    const holder = await realpath(join(root, directory)).catch(() => root)
    // Disks differ in the form of Unicode that they keep names in.
    for (const name of new Set([file, file.normalize('NFC'), file.normalize('NFD')])) {
      const found = await realFileInside([root, holder], join(root, directory, name))
      if (found !== undefined) return found
    }
    return undefined
  },
})

/** A file is known by its own name only. */
const isPlainPath = (file: string) =>
  !/[\\\0]/.test(file) && !file.split('/').some((part) => ['', '.', '..'].includes(part))
