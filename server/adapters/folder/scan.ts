import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readFile as readFileName } from '../../catalogue/row-readers.ts'
import { type FolderEntry, realFileInside, walkFolder } from './walk.ts'

/** A picture file as it stands in the folder; nothing of its content is known yet. */
export interface PictureFile {
  /** Relative to the folder, with `/`. */
  path: string
  /** Bytes. */
  size: number
  mtimeMs: number
  /** Also changes when only the permissions do. */
  ctimeMs: number
}

/** What has a picture's name and cannot be one. */
export interface UnusableFile {
  path: string
  reason: string
}

export interface FolderScan {
  /** In the order of their paths. */
  files: readonly PictureFile[]
  unusable: readonly UnusableFile[]
}

const pictureName = /\.(?:jpe?g|png|webp|avif)$/i
const isOfInterest = ({ path, kind }: FolderEntry) => kind === 'closed' || pictureName.test(path)
/** Few enough at once that other file work of the server gets its turn. */
const atOnce = 32

/** Lists the pictures of a folder by their names; costs one `stat` for each and reads no content. */
export const scanFolder = async (root: string): Promise<FolderScan> => {
  const named = (await walkFolder(root)).filter(isOfInterest)
  const files: PictureFile[] = []
  const unusable: UnusableFile[] = []
  for (let at = 0; at < named.length; at += atOnce) {
    const some = named.slice(at, at + atOnce)
    for (const result of await Promise.all(some.map((entry) => inspect(root, entry)))) {
      if ('reason' in result) unusable.push(result)
      else files.push(result)
    }
  }
  return { files: files.sort(byPath), unusable }
}

const byPath = (one: PictureFile, other: PictureFile) => (one.path < other.path ? -1 : 1)

const inspect = async (root: string, entry: FolderEntry): Promise<PictureFile | UnusableFile> => {
  const { path } = entry
  const absolute = join(root, path)
  const reason = obstacle(entry) ?? (await linkObstacle(root, absolute, entry))
  if (reason !== undefined) return { path, reason }
  try {
    const { size, mtimeMs, ctimeMs } = await stat(absolute)
    return { path, size, mtimeMs, ctimeMs }
  } catch {
    return { path, reason: 'it cannot be found under the name it is listed by' }
  }
}

const obstacle = ({ path, kind }: FolderEntry): string | undefined => {
  if (kind === 'closed') return 'the folder cannot be opened'
  if (kind === 'folder') return 'it is a folder'
  if (kind === 'other') return 'it is no regular file'
  return readFileName(path) === undefined ? 'no address can be made of its name' : undefined
}

const linkObstacle = async (root: string, absolute: string, { kind }: FolderEntry) => {
  if (kind !== 'link') return undefined
  const target = await realFileInside([root], absolute)
  return target === undefined ? 'it is a link that leads to no file in this folder' : undefined
}
