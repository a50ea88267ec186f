import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isSystemFolder } from '../../../shared/file-names.ts'
import type { FileState, PictureFile } from '../../catalogue/picture-versions.ts'
import type { CatalogueDocument, CatalogueFiles } from '../../catalogue/source.ts'

export interface FolderLimitsOptions {
  folder: string
  /** Folders that links of the catalogue may lead to. By default, links must stay in the catalogue's folder. */
  linkFolders?: readonly string[] | undefined
  /** The server's own files, which are never part of a catalogue. */
  dataDir?: string | undefined
}

/** Which files belong to a catalogue. All paths are absolute and without links. */
export type FolderLimits = Awaited<ReturnType<typeof readFolderLimits>>

/** @throws when the catalogue's folder cannot be opened */
export const readFolderLimits = async ({
  folder,
  linkFolders = [],
  dataDir = '',
}: FolderLimitsOptions) => {
  const root = await realpath(folder)
  const ifThere = (path: string) => realpath(path).catch(() => undefined)
  const others = (await Promise.all(linkFolders.map(ifThere))).filter((path) => path !== undefined)
  const own = dataDir === '' ? undefined : await ifThere(dataDir)
  /** Whether a path leads to the server's own files. */
  const isOwn = (path: string) => own !== undefined && isInside(own, path)
  const allows = (path: string) => {
    // The operator may put the catalogue's folder into DATA_DIR.
    if (isInside(root, path))
      return isPersonal(root, path) && (!isOwn(path) || (isOwn(root) && root !== own))
    return !isOwn(path) && others.some((other) => isInside(other, path) && isPersonal(other, path))
  }
  return { root, allows, isOwn }
}

/** Returns whether a path is in a folder, or is the folder itself. Both must be absolute and without links. */
export const isInside = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const isPersonal = (folder: string, path: string) =>
  !path.slice(folder.length).split(sep).some(isSystemFolder)

/** Resolves all links in `path`. Returns `undefined` unless the result is a regular file of the catalogue with content. */
export const findRealFile = async (
  { allows }: FolderLimits,
  path: string,
): Promise<PictureFile | undefined> => {
  try {
    const real = await realpath(path)
    if (!allows(real)) return undefined
    const found = await stat(real)
    return found.isFile() && found.size > 0
      ? { path: real, size: found.size, mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs }
      : undefined
  } catch {
    return undefined
  }
}

export const findFirstRealFile = async (limits: FolderLimits, paths: readonly string[]) => {
  for (const path of paths) {
    const found = await findRealFile(limits, path)
    if (found !== undefined) return found
  }
  return undefined
}

export interface FolderLayout {
  read(version: string | undefined, signal: AbortSignal): Promise<CatalogueDocument | undefined>
  locate(folder: 'main' | 'cache', file: string): readonly string[]
  hashOf(path: string, file: FileState): string | undefined
}

export const createFolderFiles = (options: FolderLimitsOptions): CatalogueFiles => ({
  find: async (directory, file) => {
    if (!isPlainPath(file)) return undefined
    const limits = await readFolderLimits(options).catch(() => undefined)
    if (limits === undefined) return undefined
    const paths = [...unicodeForms(file)].map((name) => join(limits.root, directory, name))
    return findFirstRealFile(limits, paths)
  },
})

const isPlainPath = (file: string) =>
  !/[\\\0]/.test(file) && !file.split('/').some((part) => ['', '.', '..'].includes(part))

// The name of a file on disk may have accented letters in composed (NFC) or decomposed (NFD) form.
export const unicodeForms = (file: string): ReadonlySet<string> =>
  new Set([file, file.normalize('NFC'), file.normalize('NFD')])
