import { extname } from 'node:path'
import { readFile as readFileName } from '../../../shared/catalogue/parse-row.ts'
import { isOtherPictureName, isPictureName } from '../../../shared/file-names.ts'
import type { FileState } from '../../catalogue/picture-versions.ts'
import { type FolderLimits, findRealFile } from './files.ts'
import { type FolderEntry, type LeftOut, readState, walkFolder } from './walk.ts'

export interface PictureFile extends FileState {
  /** The picture's path relative to the scanned folder, always with `/` as the separator. */
  path: string
  /** The files beside the picture that say more about it: at most one JSON file, then at most one XMP file. */
  sidecars: readonly Sidecar[]
}

export interface Sidecar extends FileState {
  path: string
  problem?: string
}

interface UnusableFile {
  path: string
  reason: string
}

export type ScannedFolder = Awaited<ReturnType<typeof scanFolder>>

// The number is low, so that other file operations of the server do not have to wait.
const statsAtOnce = 32

/** @param under the path of a folder inside `limits.root` to which the scan is limited */
export const scanFolder = async (limits: FolderLimits, under?: string) => {
  const { entries, leftOut, watched } = await walkFolder(limits, under)
  const named = entries.filter(({ path, kind }) => kind === 'unreadable' || isPictureName(path))
  const { sidecarsOf, listUnused } = createSidecarFinder(entries)
  const read = (entry: FolderEntry) => inspect(limits, entry, sidecarsOf(entry.path))
  const found: (PictureFile | UnusableFile)[] = []
  for (let at = 0; at < named.length; at += statsAtOnce)
    found.push(...(await Promise.all(named.slice(at, at + statsAtOnce).map(read))))
  return {
    files: found.filter((each) => 'size' in each).sort(byPath),
    unusable: found.filter((each) => 'reason' in each),
    leftOut: [...leftOut, ...entries.flatMap(toLeftOut), ...listUnused()],
    watched,
  }
}

// Sidecars are not listed as left out.
const toLeftOut = ({ path, kind }: FolderEntry): LeftOut[] => {
  if (kind === 'folder' || kind === 'unreadable' || isPictureName(path) || isSidecarName(path))
    return []
  return [{ path, why: isOtherPictureName(path) ? 'format' : 'other' }]
}

const byPath = (one: PictureFile, other: PictureFile) => (one.path < other.path ? -1 : 1)

const inspect = async (
  limits: FolderLimits,
  entry: FolderEntry,
  beside: readonly FolderEntry[],
): Promise<PictureFile | UnusableFile> => {
  const { path, at, kind } = entry
  const reason = obstacle(entry)
  if (reason !== undefined) return { path, reason }
  if (kind === 'link' && !(await findRealFile(limits, at)))
    return { path, reason: `it is a link whose target is ${noRealFile}` }
  const state = await readState(at)
  if (state === undefined)
    return { path, reason: 'the folder lists it, but it cannot be opened under that name' }
  const sidecars = await Promise.all(beside.map((each) => inspectSidecar(limits, each)))
  return { path, ...state, sidecars }
}

const inspectSidecar = async (
  limits: FolderLimits,
  { path, at }: FolderEntry,
): Promise<Sidecar> => {
  const file = await findRealFile(limits, at)
  return file ? { ...file, path } : { path, size: 0, mtimeMs: 0, problem: `is ${noRealFile}` }
}

const noRealFile = 'missing, empty, not a regular file, or outside the allowed folders'

const isSidecarName = (path: string) => /\.(?:json|xmp)$/i.test(path)

/** Finds a picture's sidecars among the files of a folder. The case of their extensions does not matter. */
const createSidecarFinder = (entries: readonly FolderEntry[]) => {
  const found = new Map<string, FolderEntry>()
  const pictures = new Map<string, number>()
  const used = new Set<FolderEntry>()
  for (const entry of entries) {
    const { kind } = entry
    const path = entry.path.normalize('NFC')
    const stem = toStem(path)
    const isSidecar = (kind === 'file' || kind === 'link') && isSidecarName(path)
    if (isSidecar) found.set(stem + extname(path).toLowerCase(), entry)
    if (isPictureName(path)) pictures.set(stem, (pictures.get(stem) ?? 0) + 1)
  }
  const sidecarsOf = (path: string): FolderEntry[] => {
    if (found.size === 0) return []
    const picture = path.normalize('NFC')
    const stem = toStem(picture)
    // `lake.xmp` may be about either of `lake.jpg` and `lake.png`.
    const names = pictures.get(stem) === 1 ? [picture, stem] : [picture]
    const beside = [
      [...names.map((name) => `${name}.json`), ...toTakeoutNames(picture)],
      names.map((name) => `${name}.xmp`),
    ]
      .map((names) => names.find((name) => found.has(name)))
      .flatMap((name) => found.get(name ?? '') ?? [])
    for (const each of beside) used.add(each)
    return beside
  }
  const whyUnused = (name: string) => {
    const count = pictures.get(toStem(name)) ?? 0
    if (count > 1) return 'several pictures have this name: write the extension of one of them, too'
    return count === 1 ? 'another file about its picture comes first' : 'no picture has this name'
  }
  const listUnused = (): LeftOut[] =>
    [...found]
      .filter(([, entry]) => !used.has(entry))
      .map(([name, { path }]) => ({ path, why: 'beside', reason: whyUnused(name) }))
  return { sidecarsOf, listUnused }
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

const obstacle = ({ path, kind }: FolderEntry) => {
  if (kind === 'unreadable') return 'the folder cannot be opened'
  if (kind === 'folder') return 'it is a folder'
  if (kind === 'other') return 'it is not a regular file'
  if (readFileName(path) === undefined) return 'its name cannot be part of a URL'
  return undefined
}
