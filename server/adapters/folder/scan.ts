import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readFile as readFileName } from '../../../shared/catalogue/parse-row.ts'
import { type FolderLimits, findRealFile } from './files.ts'

export interface PictureFile {
  /** The picture's path relative to the scanned folder, always with `/` as the separator. */
  path: string
  size: number
  mtimeMs: number
  /**
   * The status change time in milliseconds. Unlike `mtimeMs`, it also changes when only the file's permissions
   * change.
   */
  ctimeMs: number
}

interface UnusableFile {
  path: string
  reason: string
}

export type ScannedFolder = Awaited<ReturnType<typeof scanFolder>>

export const isPictureName = (path: string): boolean => /\.(?:jpe?g|png|webp|avif)$/i.test(path)
const isOfInterest = ({ path, kind }: FolderEntry) => kind === 'unreadable' || isPictureName(path)
// The number of files whose size and times are read at once. The number is low so that the server's other file
// operations do not have to wait.
const statsAtOnce = 32

export const scanFolder = async (limits: FolderLimits) => {
  const { root, allows } = limits
  const found = (await walkFolder(root)).filter(isOfInterest)
  const named = found.filter(({ path }) => allows(join(root, path)))
  const files: PictureFile[] = []
  const unusable: UnusableFile[] = []
  for (let at = 0; at < named.length; at += statsAtOnce) {
    const some = named.slice(at, at + statsAtOnce)
    for (const result of await Promise.all(some.map((entry) => inspect(limits, entry)))) {
      if ('reason' in result) unusable.push(result)
      else files.push(result)
    }
  }
  return { files: files.sort(byPath), unusable }
}

const byPath = (one: PictureFile, other: PictureFile) => (one.path < other.path ? -1 : 1)

const inspect = async (
  limits: FolderLimits,
  entry: FolderEntry,
): Promise<PictureFile | UnusableFile> => {
  const { path } = entry
  const reason = await obstacle(limits, entry)
  if (reason !== undefined) return { path, reason }
  try {
    const { size, mtimeMs, ctimeMs } = await stat(join(limits.root, path))
    return { path, size, mtimeMs, ctimeMs }
  } catch {
    return { path, reason: 'the folder lists it, but it cannot be opened under that name' }
  }
}

const obstacle = async (limits: FolderLimits, { path, kind }: FolderEntry) => {
  if (kind === 'unreadable') return 'the folder cannot be opened'
  if (kind === 'folder') return 'it is a folder'
  if (kind === 'other') return 'it is not a regular file'
  if (readFileName(path) === undefined) return 'its name cannot be part of a URL'
  if (kind === 'link' && !(await findRealFile(limits, join(limits.root, path))))
    return 'it is a link whose target is missing, empty, not a regular file, or outside the allowed folders'
  return undefined
}

interface FolderEntry {
  path: string
  /**
   * The kind of a folder's entry. A folder that cannot be opened is listed twice, as `folder` and as `unreadable`.
   */
  kind: 'file' | 'folder' | 'link' | 'unreadable' | 'other'
}

/**
 * Lists the files and folders under `root` at any depth. Leaves out hidden names and does not follow links.
 * @throws only when `root` itself cannot be opened
 */
export const walkFolder = async (root: string): Promise<FolderEntry[]> => {
  const found: FolderEntry[] = []
  const visit = async (folder: string, children: readonly Dirent[]) => {
    const entries = children
      .filter(({ name }) => !name.startsWith('.'))
      .map((child): FolderEntry => ({ path: `${folder}${child.name}`, kind: kindOf(child) }))
    found.push(...entries)
    for (const { path, kind } of entries) {
      if (kind !== 'folder') continue
      const inside = await list(join(root, path)).catch(() => undefined)
      if (inside === undefined) found.push({ path, kind: 'unreadable' })
      else await visit(`${path}/`, inside)
    }
  }
  await visit('', await list(root))
  return found
}

const list = (folder: string) => readdir(folder, { withFileTypes: true })

const kindOf = (entry: Dirent): FolderEntry['kind'] => {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
