import type { PickedFile } from './import-picture.ts'

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
export const toPicked = (file: File, path: string): PickedFile[] => {
  const folders = path.split('/').slice(0, -1)
  if (folders.length > 0 && !isPicture(file)) return []
  const isHidden = folders.some((name) => name.startsWith('.'))
  // A subfolder of the chosen folder says more about a picture than the chosen folder itself.
  return isHidden ? [] : [{ file, folder: folders[1] ?? folders[0] ?? '' }]
}

const isPicture = ({ name, type }: File) =>
  !name.startsWith('.') &&
  (type.startsWith('image/') || /\.(?:jpe?g|jfif|png|webp|avif|gif|hei[cf])$/i.test(name))
