import type { Catalogue } from './catalogue.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { CatalogueFiles } from './source.ts'

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
