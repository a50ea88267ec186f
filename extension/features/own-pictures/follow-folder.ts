import { isReadable, listFiles } from '../../platform/browser/folder.ts'
import { giveWayToTabs } from '../../platform/browser/give-way.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { ignoreStorageError } from '../../platform/storage/storage-error.ts'
import { withLock } from '../../platform/storage/stored-item.ts'
import type { Connected, FolderStore, SeenFile } from './folder-store.ts'
import { type ImportOutcome, importPicture, type PickedFile } from './import-picture.ts'
import { importPictures, toCopySize, toPicked } from './import-pictures.ts'
import type { OwnStore } from './own-store.ts'

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
 * Returns a function that imports the new files of the connected folder. It also removes each picture whose file was deleted
 * from the folder.
 * It does nothing if the browser no longer lets the extension read the folder, or if the folder is not there or empty.
 */
export const createFollowFolder =
  ({ folders, importFiles, remove }: FollowDeps) =>
  (): Promise<void> =>
    withLock('own-folder', async () => {
      const connected = await folders.read()
      if (!connected || !(await isReadable(connected.folder))) return
      const files = await listPictures(connected.folder).catch(() => undefined)
      // A disk or a network share that is not mounted leaves an empty folder.
      if (!files?.length) return
      const { fresh } = compareFolder(connected.seen, files)
      if (fresh.length > 0) await importFiles(fresh, createNote(folders, connected, fresh))
      const after = await folders.read()
      if (after) await removeGone(after.seen, files, { folders, remove })
    })

const createNote = (
  folders: FolderStore,
  { seen }: Connected,
  fresh: readonly FolderFile[],
): OnOutcome => {
  const ours = new Set([...seen.values()].map(({ id }) => id))
  const paths = new Map(fresh.map(({ file, path }) => [file, path]))
  return async ({ file }, outcome) => {
    const path = paths.get(file)
    if (!path || outcome.kind === 'disk-full') return
    // A picture that the person had added by hand is not removed with its file. A renamed file still belongs to the folder.
    const isOurs = outcome.kind === 'added' || (outcome.kind === 'known' && ours.has(outcome.id))
    const replaced = seen.get(path)
    // No file can have this path, so the look that imports the last new file removes the replaced picture.
    if (replaced) await folders.note(`${path}/${replaced.id}`, replaced)
    const { size, lastModified: changedAt } = file
    await folders.note(path, { size, changedAt, id: isOurs ? outcome.id : '' })
  }
}

/** Removes nothing while some files are not imported yet, because they may be the gone ones under new names. */
const removeGone = async (
  seen: Connected['seen'],
  files: readonly FolderFile[],
  { folders, remove }: Pick<FollowDeps, 'folders' | 'remove'>,
) => {
  const { fresh, gone } = compareFolder(seen, files)
  if (fresh.length > 0) return
  const left = files.map(({ path }) => seen.get(path)?.id ?? '')
  const removed = new Set(gone.map((path) => seen.get(path)?.id ?? ''))
  for (const id of ['', ...left]) removed.delete(id)
  if (removed.size > 0) await remove([...removed])
  await folders.forget(gone)
}

const listPictures = async (folder: FileSystemDirectoryHandle): Promise<FolderFile[]> => {
  const files = await listFiles(folder)
  return files.flatMap(({ file, path }) =>
    toPicked(file, path).map((picked) => ({ ...picked, path })),
  )
}

interface BackgroundDeps {
  folders: FolderStore
  store: OwnStore
  readScreen: () => Promise<ScreenSize | undefined>
  remove: (ids: readonly string[]) => Promise<void>
  /** Is called after the first picture was added, so that new tabs show it. */
  switchOn: () => Promise<unknown>
  importOne?: typeof importPicture
  now?: () => number
}

const pauseMs = 60_000
// The browser may end the background half a minute after the tab that woke it. Other files wait for the next look.
const mostAtOnce = 10

/** Returns a function that follows the connected folder when a tab asks for wallpapers, once a minute at most. */
export const createBackgroundFollower = ({
  folders,
  store,
  readScreen,
  remove,
  switchOn,
  importOne = importPicture,
  now = Date.now,
}: BackgroundDeps) => {
  let lookedAt = 0
  const importFiles = async (files: readonly FolderFile[], onOutcome: OnOutcome) => {
    const seen = await readScreen()
    let isEmpty = (await store.list()).length === 0
    const stopGivingWay = giveWayToTabs()
    await importPictures(files.slice(0, mostAtOnce), {
      screen: toCopySize(seen ? [seen] : []),
      startWorker: () => ({ run: importOne, stop: () => undefined }),
      width: 1,
      // Only Chromium keeps folders connected, and it gives no estimate.
      estimate: async () => undefined,
      onOutcome: async (picked, outcome) => {
        await onOutcome(picked, outcome)
        if (isEmpty && outcome.kind === 'added') {
          isEmpty = false
          await switchOn()
        }
      },
    }).finally(stopGivingWay)
  }
  const follow = createFollowFolder({ folders, remove, importFiles })
  return async (): Promise<void> => {
    if (now() - lookedAt < pauseMs) return
    lookedAt = now()
    // The next tab tries again.
    await follow().catch(ignoreStorageError)
  }
}
