import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** What stands under a folder; `path` is relative to it, with `/` on every system. */
export interface FolderEntry {
  path: string
  /** `closed`: a folder, listed a second time because it cannot be read. */
  kind: 'file' | 'folder' | 'link' | 'closed' | 'other'
}

/**
 * Lists everything under `root`, at any depth, without hidden names and without following links.
 * Only `root` itself must be readable.
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
      if (inside === undefined) found.push({ path, kind: 'closed' })
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

/**
 * Where a file really is, links resolved; `undefined` when it is no regular file inside a root.
 * @param roots real paths themselves
 */
export const realFileInside = async (
  roots: readonly string[],
  path: string,
): Promise<string | undefined> => {
  try {
    const real = await realpath(path)
    if (!roots.some((root) => real.startsWith(root.endsWith(sep) ? root : root + sep)))
      return undefined
    return (await stat(real)).isFile() ? real : undefined
  } catch {
    return undefined
  }
}
