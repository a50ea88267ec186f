import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { toJsonText } from '../catalogue/json-text.ts'
import { isRow, readFile as readFileName } from '../catalogue/row-readers.ts'
import type { CatalogueDocument } from '../catalogue/source.ts'
import { DomainError } from '../domain-error.ts'
import type { Log } from '../log.ts'
import type { FolderLayout } from './folder-layout.ts'
import { realFileInside, walkFolder } from './folder-walk.ts'

interface FolderIndexOptions {
  /** The folder's real path. */
  readonly root: string
  readonly log: Log
}

/** Names as they are on disk, by their composed form of Unicode. */
type Names = ReadonlyMap<string, string>

/**
 * A folder with `index.json`, perhaps `tags.json`, and the files they name in `main/` and `cache/`.
 * While `main/` has none of the named files all rows count: an index may come without its pictures.
 */
export const createFolderIndex = ({ root, log }: FolderIndexOptions): FolderLayout => {
  let document: CatalogueDocument | undefined
  let tags: readonly unknown[] = []
  let seen = ''
  let files: Readonly<Record<'main' | 'cache', Names>> | undefined

  const build = async (inMain: Names) => {
    const rows = await readArray(root, 'index.json')
    tags = await readTags()
    const named = rows.filter((row) => mainFileOf(row) !== undefined)
    const hasAnyFile = named.some((row) => !isAbsent(row, inMain))
    const isGone = (row: unknown) => hasAnyFile && isAbsent(row, inMain)
    const present = rows.filter((row) => !isGone(row))
    files = {
      main: pick(inMain, present.map(mainFileOf)),
      cache: toNames(present.map(cacheFileOf)),
    }
    const absent = rows.filter(isGone).map(mainFileOf)
    if (absent.length > 0) log.warn({ files: absent.slice(0, 5) }, absentText(absent.length))
    if (named.length > 0 && !hasAnyFile) log.warn({}, noFilesText(named.length))
    return toDocument(present, tags)
  }

  /** Only the list of colours needs `tags.json`: a bad one costs no wallpaper. */
  const readTags = () =>
    readArray(root, 'tags.json').catch((error: Error) => {
      log.warn({}, `${error.message}; ${tags.length > 0 ? 'the last good one' : 'none'} is used`)
      return tags
    })

  return {
    read: async () => {
      const inMain = await listMain(root)
      const now = await fingerprint(root, inMain)
      if (document === undefined || now !== seen) document = await build(inMain)
      seen = now
      return document
    },
    locate: (folder, file) => {
      const path = files?.[folder].get(file.normalize('NFC'))
      return path === undefined ? undefined : join(root, folder, path)
    },
    folderOf: (folder) => join(root, folder),
  }
}

const listMain = async (root: string): Promise<Names> => {
  const main = await realpath(join(root, 'main')).catch(() => undefined)
  const entries = main === undefined ? [] : await walkFolder(main).catch(() => [])
  const paths = entries.map(async ({ path, kind }) => {
    if (kind === 'link')
      return main && (await realFileInside([root, main], join(main, path))) && path
    return kind === 'file' ? path : undefined
  })
  return toNames(await Promise.all(paths))
}

const toNames = (paths: readonly (string | undefined)[]): Names =>
  new Map(paths.filter((path) => path !== undefined).map((path) => [path.normalize('NFC'), path]))

const pick = (names: Names, wanted: readonly (string | undefined)[]): Names =>
  toNames(wanted.map((path) => path && names.get(path.normalize('NFC'))))

/** A row that names no file at all is not ours to judge. */
const isAbsent = (row: unknown, inMain: Names): boolean => {
  const file = mainFileOf(row)
  return file !== undefined && !inMain.has(file.normalize('NFC'))
}

const mainFileOf = (row: unknown) => fileOf(row, 'file_main_name')
const cacheFileOf = (row: unknown) => fileOf(row, 'file_cache_name')
const fileOf = (row: unknown, field: string): string | undefined => {
  if (!isRow(row)) return undefined
  return readFileName(row[field]) ?? (isRow(row.data) ? readFileName(row.data[field]) : undefined)
}

const absentText = (count: number) =>
  `Left out of index.json, because main/ has no such file: ${count} ${count === 1 ? 'row' : 'rows'}`

const noFilesText = (count: number) =>
  `main/ holds none of the ${count} files of index.json: their addresses answer 404`

/** Changes when either file may have changed, and when the names in `main/` do. */
const fingerprint = async (root: string, inMain: Names): Promise<string> => {
  const digest = createHash('sha256')
  for (const name of ['index.json', 'tags.json']) {
    const { size, mtimeMs, ino } = await stat(join(root, name)).catch(() => nothing)
    digest.update(`${size} ${mtimeMs} ${ino}\n`)
  }
  return digest.update([...inMain.keys()].sort().join('\0')).digest('hex')
}

const nothing = { size: 0, mtimeMs: 0, ino: 0 }

const readArray = async (root: string, name: string): Promise<readonly unknown[]> => {
  const value = parseJson(name, await readText(root, name))
  if (Array.isArray(value)) return value
  throw unavailable(`${name} is no JSON array`)
}

/** `tags.json` is optional. */
const readText = async (root: string, name: string): Promise<string> => {
  try {
    return await readFile(join(root, name), 'utf8')
  } catch (cause) {
    if (name === 'tags.json' && isRow(cause) && cause.code === 'ENOENT') return '[]'
    throw unavailable(`${name} cannot be read`, cause)
  }
}

const parseJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw unavailable(`${name} is no valid JSON`, cause)
  }
}

const unavailable = (problem: string, cause?: unknown) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `The catalogue's ${problem}`, { cause })

const toDocument = (index: readonly unknown[], tags: readonly unknown[]): CatalogueDocument => ({
  version: createHash('sha256')
    .update(JSON.stringify([index, tags]))
    .digest('hex'),
  index: toJsonText(index),
  tags: toJsonText(tags),
  filesUrl: undefined,
})
