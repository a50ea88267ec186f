import * as z from 'zod/mini'
import type { Folder } from '../../platform/browser/folder.ts'
import { createTransact, toPromise } from '../../platform/storage/database.ts'

const number = z.catch(z.number(), 0)

const seenSchema = z.object({
  size: number,
  changedAt: number,
  /** The picture that was added because of this file. Empty if the file was skipped, or the picture was there before. */
  id: z.catch(z.string(), ''),
})

/** A file of the connected folder, as it was at the last look. */
export type SeenFile = z.infer<typeof seenSchema>

const transact = createTransact('fresco-folder', ['folder', 'seen'])

const key = 'folder'

/** Stores the connected folder, and the files that were in it at the last look. */
export const folderStore = {
  read: () =>
    transact('readonly', async ({ folder: folders, seen: files }) => {
      const [folder, paths, values] = await Promise.all([
        toPromise<Folder | undefined>(folders.get(key)),
        toPromise(files.getAllKeys()),
        toPromise<unknown[]>(files.getAll()),
      ])
      // The key of each file is its path.
      const seen = paths.map((path, at) => [String(path), seenSchema.parse(values[at])] as const)
      return folder && { folder, seen: new Map(seen) }
    }),
  connect: (folder: Folder): Promise<void> =>
    transact('readwrite', ({ folder: folders, seen: files }) => {
      files.clear()
      folders.put(folder, key)
    }),
  disconnect: (): Promise<void> =>
    transact('readwrite', ({ folder: folders, seen: files }) => {
      files.clear()
      folders.clear()
    }),
  note: (path: string, file: SeenFile): Promise<void> =>
    transact('readwrite', ({ seen: files }) => void files.put(file, path)),
  forget: (paths: readonly string[]): Promise<void> =>
    transact('readwrite', ({ seen: files }) => {
      for (const path of paths) files.delete(path)
    }),
}

export type FolderStore = typeof folderStore

export type Connected = NonNullable<Awaited<ReturnType<FolderStore['read']>>>
