import { inParallel } from '../../../shared/async.ts'
import { isPictureName, isSystemFolder } from '../../../shared/file-names.ts'
import { scaleBy } from '../../platform/browser/image-codec.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import type { ImportOutcome, ImportTask, PickedFile, SkipReason } from './import-picture.ts'

export interface ImportProgress {
  total: number
  added: number
  /** How many pictures were stored already. */
  known: number
  skipped: Skipped[]
  /** Why the import ended before the last file. */
  stopped?: 'by-person' | 'disk-full'
}

interface Skipped {
  name: string
  reason: SkipReason
}

export interface ImportOptions {
  screen: ScreenSize
  importPicture(task: ImportTask): Promise<ImportOutcome>
  /** How many files to import at once. */
  width: number
  estimate(): Promise<StorageEstimate | undefined>
  /** Ends the import after the pictures that are being imported. */
  signal: AbortSignal
  onProgress(progress: ImportProgress): void
}

/**
 * Stores copies of files in the order of the list. Each file is stored in one transaction, so the import may end at any
 * moment, and the next import of the same files continues it.
 */
export const importPictures = async (
  files: readonly PickedFile[],
  options: ImportOptions,
): Promise<ImportProgress> => {
  const { screen, width, estimate, signal, onProgress } = options
  let progress: ImportProgress = { total: files.length, added: 0, known: 0, skipped: [] }
  const change = (part: Partial<ImportProgress>) => {
    progress = { ...progress, ...part }
    onProgress(progress)
  }
  const isOver = () => signal.aborted || progress.stopped !== undefined

  const importOne = async (picked: PickedFile) => {
    const outcome: ImportOutcome = hasRoom(await estimate(), screen)
      ? await options.importPicture({ ...picked, screen }).catch((error: unknown) => {
          console.error(error)
          return { kind: 'skipped', reason: 'unreadable' }
        })
      : { kind: 'disk-full' }
    switch (outcome.kind) {
      case 'added':
        return change({ added: progress.added + 1 })
      case 'known':
        return change({ known: progress.known + 1 })
      case 'skipped':
        return change({
          skipped: [...progress.skipped, { name: picked.file.name, reason: outcome.reason }],
        })
      case 'disk-full':
        return change({ stopped: 'disk-full' })
    }
  }

  await inParallel(files, importOne, { width, isEnough: isOver })
  if (signal.aborted) change({ stopped: 'by-person' })
  return progress
}

const mb = 1024 * 1024
// The deck and the favorites need room beside own pictures.
const mostReserved = 300 * mb

/** Counts the bytes that the browser allows beyond those that the deck and the favorites may need. */
export const countRoom = ({ quota = 0, usage = 0 }: StorageEstimate): number =>
  Math.max(0, quota - usage - Math.min(mostReserved, quota / 10))

/** Returns whether one more picture fits. Without an estimate, only the attempt to store it shows that. */
const hasRoom = (estimate: StorageEstimate | undefined, screen: ScreenSize): boolean =>
  estimate === undefined || countRoom(estimate) > countBytes(1, screen)

/** About how many bytes the copies of so many photographs take. */
export const countBytes = (pictures: number, { width, height }: ScreenSize): number => {
  // Copies of photographs take 0.18 to 0.31 bytes a pixel, and a thumbnail takes 12 kB.
  return pictures * (0.25 * width * height + 12_000)
}

const leastCopy: ScreenSize = { width: 1920, height: 1080 }
const longestCopySide = 3840

/** Chooses the size of copies so that they fill each of the screens, up to 4K. */
export const toCopySize = (screens: readonly ScreenSize[]): ScreenSize => {
  const most = (side: 'width' | 'height') =>
    Math.max(leastCopy[side], ...screens.map((screen) => screen[side]))
  const size = { width: most('width'), height: most('height') }
  return scaleBy(size, Math.min(1, longestCopySide / Math.max(size.width, size.height)))
}

/** Lists what a person chose in the dialog of an `<input>`. Of a folder, only the pictures are listed. */
export const listChosen = (files: Iterable<File>): PickedFile[] =>
  [...files].flatMap((file) => toPicked(file, file.webkitRelativePath))

/**
 * Lists what a person dropped on a page, with the pictures of folders. Call it in the handler of the event, because the
 * browser empties `items` afterwards.
 */
export const listDropped = async (
  items: Iterable<Pick<DataTransferItem, 'webkitGetAsEntry'>>,
): Promise<PickedFile[]> => {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const picked = await Promise.all(entries.map((entry) => listInside(entry)))
  return picked.flat()
}

const listInside = async (entry: FileSystemEntry, folder = ''): Promise<PickedFile[]> => {
  const path = folder + entry.name
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return toPicked(file, folder && path)
  }
  if (!isFolder(entry)) return []
  const picked: PickedFile[][] = []
  const reader = entry.createReader()
  // A browser lists the entries of a folder in several parts. The last part is empty.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return picked.flat()
    for (const inner of entries) picked.push(await listInside(inner, `${path}/`))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** @param path the path of a file in a folder that was chosen as a whole, or an empty text */
const toPicked = (file: File, path: string): PickedFile[] => {
  const folders = path.split('/').slice(0, -1)
  if (folders.length > 0 && !isPicture(file)) return []
  const isHidden = folders.some((name) => name.startsWith('.') || isSystemFolder(name))
  // A subfolder of the chosen folder says more about a picture than the chosen folder itself.
  return isHidden ? [] : [{ file, folder: folders[1] ?? folders[0] ?? '' }]
}

const isPicture = ({ name, type }: File) =>
  !name.startsWith('.') &&
  (type.startsWith('image/') || isPictureName(name) || /\.(?:gif|hei[cf])$/i.test(name))
