import { isReadable, listFiles } from '../../platform/browser/folder.ts'
import { withLock } from '../../platform/storage/stored-item.ts'
import type { FolderStore, SeenFile } from './folder-store.ts'
import type { ImportOutcome, PickedFile } from './import-picture.ts'
import { toPicked } from './picked-files.ts'

export interface FolderFile extends PickedFile {
  path: string
}

export type OnOutcome = (picked: PickedFile, outcome: ImportOutcome) => Promise<void>

/** Compares a folder with what was in it at the last look. */
export const compareFolder = (
  seen: ReadonlyMap<string, SeenFile>,
  files: readonly FolderFile[],
): { fresh: FolderFile[]; gone: string[] } => {
  const isSeen = ({ path, file }: FolderFile) => {
    const before = seen.get(path)
    return before?.size === file.size && before.changedAt === file.lastModified
  }
  const present = new Set(files.map(({ path }) => path))
  return {
    fresh: files.filter((file) => !isSeen(file)),
    gone: [...seen.keys()].filter((path) => !present.has(path)),
  }
}

interface FollowDeps {
  folders: FolderStore
  /** Imports files, and calls `onOutcome` for each that was stored or skipped. */
  importFiles(files: readonly FolderFile[], onOutcome: OnOutcome): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/**
 * Returns a function that adds what came into the connected folder, and removes what was added from it and has left it.
 * It does nothing if the browser no longer lets the extension read the folder, or if the folder is not there.
 */
export const createFollowFolder =
  ({ folders, importFiles, remove }: FollowDeps) =>
  (): Promise<void> =>
    withLock('own-folder', async () => {
      const connected = await folders.read()
      if (!connected || !(await isReadable(connected.folder))) return
      const files = await listPictures(connected.folder).catch(() => undefined)
      if (!files) return
      const { fresh, gone } = compareFolder(connected.seen, files)
      const ours = new Set([...connected.seen.values()].map(({ id }) => id))
      const paths = new Map(fresh.map(({ file, path }) => [file, path]))
      if (fresh.length > 0)
        await importFiles(fresh, async ({ file }, outcome) => {
          const path = paths.get(file)
          const seen = { size: file.size, changedAt: file.lastModified }
          // A picture that the person had chosen before stays when the folder loses it. A renamed file stays ours.
          const isOurs =
            outcome.kind === 'added' || (outcome.kind === 'known' && ours.has(outcome.id))
          if (path && outcome.kind !== 'disk-full')
            await folders.note(path, { ...seen, id: isOurs ? outcome.id : '' })
        })
      await folders.forget(gone)
      const left = new Set([...((await folders.read())?.seen.values() ?? [])].map(({ id }) => id))
      const removed = [...ours].filter((id) => id !== '' && !left.has(id))
      if (removed.length > 0) await remove(removed)
    })

const listPictures = async (folder: FileSystemDirectoryHandle): Promise<FolderFile[]> => {
  const files = await listFiles(folder)
  return files.flatMap(({ file, path }) =>
    toPicked(file, path).map((picked) => ({ ...picked, path })),
  )
}
