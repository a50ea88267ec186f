import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { readFile as readFileName } from '../../../shared/catalogue/parse-row.ts'
import { isSystemFolder } from '../../../shared/pictures/file-names.ts'
import type { FileState } from '../../pictures/picture-versions.ts'
import { type FolderLimits, findRealFile } from './files.ts'

export interface PictureFile {
  /** The picture's path relative to the scanned folder, always with `/` as the separator. */
  path: string
  size: number
  mtimeMs: number
  ctimeMs: number
  /** The files beside the picture that say more about it: at most one JSON file, then at most one XMP file. */
  sidecars: readonly Sidecar[]
}

export interface Sidecar extends FileState {
  path: string
  /** Why the file cannot be read. */
  problem?: string
}

interface UnusableFile {
  path: string
  reason: string
}

export type ScannedFolder = Awaited<ReturnType<typeof scanFolder>>

export const isPictureName = (path: string): boolean => /\.(?:jpe?g|png|webp|avif)$/i.test(path)
const isOfInterest = ({ path, kind }: FolderEntry) => kind === 'unreadable' || isPictureName(path)
// The number is low, so that other file operations of the server do not have to wait.
const statsAtOnce = 32

export const scanFolder = async (limits: FolderLimits) => {
  const { root, allows } = limits
  const entries = await walkFolder(root)
  const named = entries.filter((entry) => isOfInterest(entry) && allows(join(root, entry.path)))
  const sidecarsOf = createSidecarFinder(entries)
  const read = (entry: FolderEntry) => inspect(limits, entry, sidecarsOf(entry.path))
  const found: (PictureFile | UnusableFile)[] = []
  for (let at = 0; at < named.length; at += statsAtOnce)
    found.push(...(await Promise.all(named.slice(at, at + statsAtOnce).map(read))))
  return {
    files: found.filter((each) => 'size' in each).sort(byPath),
    unusable: found.filter((each) => 'reason' in each),
  }
}

const byPath = (one: PictureFile, other: PictureFile) => (one.path < other.path ? -1 : 1)

const inspect = async (
  limits: FolderLimits,
  entry: FolderEntry,
  beside: readonly FolderEntry[],
): Promise<PictureFile | UnusableFile> => {
  const { path } = entry
  const reason = await obstacle(limits, entry)
  if (reason !== undefined) return { path, reason }
  try {
    const { size, mtimeMs, ctimeMs } = await stat(join(limits.root, path))
    const sidecars = await Promise.all(beside.map((each) => inspectSidecar(limits, each)))
    return { path, size, mtimeMs, ctimeMs, sidecars }
  } catch {
    return { path, reason: 'the folder lists it, but it cannot be opened under that name' }
  }
}

const inspectSidecar = async (limits: FolderLimits, { path }: FolderEntry): Promise<Sidecar> => {
  const file = await findRealFile(limits, join(limits.root, path))
  return file ? { ...file, path } : { path, size: 0, mtimeMs: 0, problem: `is ${noRealFile}` }
}

const noRealFile = 'missing, empty, not a regular file, or outside the allowed folders'

/** Finds a picture's sidecars among the files of a folder. The case of their extensions does not matter. */
const createSidecarFinder = (entries: readonly FolderEntry[]) => {
  const found = new Map<string, FolderEntry>()
  const pictures = new Map<string, number>()
  for (const entry of entries) {
    const { kind } = entry
    const path = entry.path.normalize('NFC')
    const stem = toStem(path)
    const isSidecar = (kind === 'file' || kind === 'link') && /\.(?:json|xmp)$/i.test(path)
    if (isSidecar) found.set(stem + extname(path).toLowerCase(), entry)
    if (isPictureName(path)) pictures.set(stem, (pictures.get(stem) ?? 0) + 1)
  }
  return (path: string): FolderEntry[] => {
    if (found.size === 0) return []
    const picture = path.normalize('NFC')
    const stem = toStem(picture)
    // `lake.xmp` may be about either of `lake.jpg` and `lake.png`.
    const names = pictures.get(stem) === 1 ? [picture, stem] : [picture]
    return [
      [...names.map((name) => `${name}.json`), ...toTakeoutNames(picture)],
      names.map((name) => `${name}.xmp`),
    ]
      .map((names) => names.find((name) => found.has(name)))
      .flatMap((name) => found.get(name ?? '') ?? [])
  }
}

const toStem = (path: string) => path.slice(0, path.length - extname(path).length)

/**
 * Returns the names that Google Takeout gives to a picture's JSON file. It cuts them to 51 characters with `.json`, and
 * moves the number of a repeated name: `lake(1).jpg` has `lake.jpg.supplemental-metadata(1).json`.
 */
const toTakeoutNames = (picture: string) => {
  const [, folder = '', name = '', number = '', extension = ''] =
    /^(.*\/)?(.*?)(\(\d+\))?(\.[^.]+)$/.exec(picture) ?? []
  return ['.supplemental-metadata', ''].map(
    (suffix) => `${folder}${`${name}${extension}${suffix}`.slice(0, 46)}${number}.json`,
  )
}

const obstacle = async (limits: FolderLimits, { path, kind }: FolderEntry) => {
  if (kind === 'unreadable') return 'the folder cannot be opened'
  if (kind === 'folder') return 'it is a folder'
  if (kind === 'other') return 'it is not a regular file'
  if (readFileName(path) === undefined) return 'its name cannot be part of a URL'
  if (kind === 'link' && !(await findRealFile(limits, join(limits.root, path))))
    return `it is a link whose target is ${noRealFile}`
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
 * Lists the files and folders under `root` at any depth. Leaves out hidden names and folders of the system, and
 * does not follow links.
 * @throws only when `root` itself cannot be opened
 */
export const walkFolder = async (root: string): Promise<FolderEntry[]> => {
  const found: FolderEntry[] = []
  const visit = async (folder: string, children: readonly Dirent[]) => {
    const entries = children
      .filter(({ name }) => !name.startsWith('.') && !isSystemFolder(name))
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
