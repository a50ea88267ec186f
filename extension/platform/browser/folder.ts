// The File System Access API for folders on the disk, which only Chromium has. TypeScript's types leave it out.
interface DiskFolder extends FileSystemDirectoryHandle {
  queryPermission(options: { mode: 'read' }): Promise<PermissionState>
  requestPermission(options: { mode: 'read' }): Promise<PermissionState>
}

declare const showDirectoryPicker: (options: { mode: 'read' }) => Promise<DiskFolder>

export type Folder = FileSystemDirectoryHandle

const read = { mode: 'read' } as const

export const canPickFolder = (): boolean => 'showDirectoryPicker' in globalThis

/** Resolves with `undefined` if the person closes the dialog. */
export const pickFolder = (): Promise<Folder | undefined> =>
  showDirectoryPicker(read).catch(() => undefined)

/** Tells without a question whether the files may still be read. Most permissions end with the browser. */
export const isReadable = async (folder: Folder): Promise<boolean> =>
  (await (folder as DiskFolder).queryPermission(read)) === 'granted'

/** May show a question, so it must be called in the handler of a click. */
export const askToRead = async (folder: Folder): Promise<boolean> =>
  (await (folder as DiskFolder).requestPermission(read)) === 'granted'

interface FileInFolder {
  file: File
  /** Starts with the name of the folder. */
  path: string
}

/** Lists the files of a folder and of all folders in it. */
export const listFiles = async (folder: Folder, above = ''): Promise<FileInFolder[]> => {
  const found: FileInFolder[][] = []
  for await (const entry of folder.values()) {
    const path = `${above}${folder.name}/`
    if (isFolder(entry)) found.push(await listFiles(entry, path))
    if (isFile(entry)) found.push([{ file: await entry.getFile(), path: path + entry.name }])
  }
  return found.flat()
}

const isFolder = (entry: FileSystemHandle): entry is Folder => entry.kind === 'directory'
const isFile = (entry: FileSystemHandle): entry is FileSystemFileHandle => entry.kind === 'file'
