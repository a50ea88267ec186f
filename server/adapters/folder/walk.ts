import { type Dirent, stat as readStats, type Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemFolder } from '../../../shared/file-names.ts'
import type { FileState } from '../../catalogue/picture-versions.ts'
import type { FolderLimits } from './files.ts'
import { type IgnoreRules, ignoreFile, isIgnored, readIgnoreRules } from './ignore-rules.ts'

export interface FolderEntry {
  path: string
  /** The absolute path, in which only the last name may be a link. */
  at: string
  /**
   * The kind of a folder's entry. A folder that cannot be opened is listed twice, as `folder` and as `unreadable`.
   */
  kind: 'file' | 'folder' | 'link' | 'unreadable' | 'other'
}

export interface LeftOut {
  path: string
  why: 'hidden' | 'system' | 'ignored' | 'unused' | 'format' | 'beside' | 'other'
  /** Why a linked folder is not followed, or a `.frescoignore` or a file with facts is not used. */
  reason?: string
}

/** The folders and the `.frescoignore` files, which show whether an entry came or went. */
export type Watched = Map<string, FileState | undefined>

interface Folder {
  /** Relative to the root, with a `/` at its end unless it is empty. */
  path: string
  at: string
  rules: IgnoreRules | undefined
}

/**
 * Lists what a folder of pictures holds at any depth. Linked folders are followed, but no folder is listed twice.
 * @param under the path of a folder inside `limits.root` to which the list is limited. All paths are relative to it.
 * @throws only when that folder cannot be opened
 */
export const walkFolder = async (
  limits: FolderLimits,
  under = '',
  readFolder = (path: string) => readdir(path, { withFileTypes: true }),
) => {
  const entries: FolderEntry[] = []
  const leftOut: LeftOut[] = []
  const watched: Watched = new Map()
  /** The paths under which folders are listed, by their identity on the disk. */
  const listed = new Map<string, string>()
  const links: Folder[] = []
  const prefix = under && `${under}/`
  const toPath = (path: string) => path.slice(prefix.length)

  const readRules = async ({ path, at, rules }: Folder) => {
    const file = join(at, ignoreFile)
    const state = await readState(file)
    watched.set(file, state)
    if (state === undefined) return rules
    return readIgnoreRules(at, path, rules).catch(({ message }: Error) => {
      leftOut.push({ path: path + ignoreFile, why: 'unused', reason: message })
      return rules
    })
  }
  const list = async (folder: Folder) => {
    watched.set(folder.at, await readState(folder.at))
    const children = await readFolder(folder.at)
    listed.set(folder.at, folder.path)
    const hasRules = children.some(({ name }) => name === ignoreFile)
    const rules = hasRules ? await readRules(folder) : folder.rules
    const folders: Folder[] = []
    for (const child of children.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const { name } = child
      if (name === ignoreFile) continue
      const path = folder.path + name
      const at = join(folder.at, name)
      const target = child.isSymbolicLink() ? await findFolder(at) : undefined
      const isFolder = child.isDirectory() || target !== undefined
      const why = findWhy(name) ?? (isIgnored(path, isFolder, rules) ? 'ignored' : undefined)
      if (why !== undefined) leftOut.push({ path: toPath(path), why })
      else if (target !== undefined) links.push({ path: `${path}/`, at: target, rules })
      else {
        entries.push({ path: toPath(path), at, kind: kindOf(child) })
        if (isFolder) folders.push({ path: `${path}/`, at, rules })
      }
    }
    for (const inner of folders) await enter(inner)
  }
  const enter = async (folder: Folder) => {
    const path = toPath(folder.path.slice(0, -1))
    const { at } = folder
    const shownAs = listed.get(at)
    if (shownAs !== undefined) {
      const reason = `the pictures of ${at} are shown already${shownAs && `, as ${shownAs}`}`
      leftOut.push({ path, why: 'unused', reason })
    } else if (limits.allows(at))
      await list(folder).catch((error: NodeJS.ErrnoException) => {
        entries.push({ path, at, kind: 'unreadable' })
        // A disk that failed may answer again without a change that shows at the folder. New rights do show there.
        if (error.code !== 'EACCES' && error.code !== 'EPERM') watched.set(at, undefined)
      })
    else if (limits.isOwn(at)) leftOut.push({ path, why: 'system' })
    else {
      const reason = `it leads to ${at}. To show that folder, add it to WALLPAPERS_LINKS`
      leftOut.push({ path, why: 'unused', reason })
    }
  }

  const root = { path: '', at: limits.root, rules: undefined }
  const rules = under === '' ? undefined : await readRules(root)
  await list({ path: prefix, at: await realpath(join(limits.root, under)), rules })
  for (const link of links) await enter(link)
  return { entries, leftOut, watched }
}

const findWhy = (name: string) => {
  if (isSystemFolder(name)) return 'system'
  return name.startsWith('.') ? 'hidden' : undefined
}

const findFolder = async (link: string) => {
  try {
    const real = await realpath(link)
    return (await stat(real)).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

// With a callback, `stat` takes 60 % of the processor time that it takes with a promise.
export const readState = (path: string) =>
  new Promise<ReturnType<typeof toState> | undefined>((resolve) => {
    readStats(path, (error, found) => resolve(error ? undefined : toState(found)))
  })

const toState = ({ size, mtimeMs, ctimeMs }: Stats) => ({ size, mtimeMs, ctimeMs })

const kindOf = (entry: Dirent): FolderEntry['kind'] => {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
