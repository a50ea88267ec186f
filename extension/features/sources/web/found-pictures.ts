import { hash32 } from '../../../../shared/catalogue/hash.ts'
import { toTreeIds } from '../../../../shared/catalogue/tree-ids.ts'
import { isIndexedPictureName } from '../../../../shared/file-names.ts'
import { decodePart, encodePath } from '../../../../shared/ids.ts'
import { toWord } from '../../../../shared/text.ts'
import {
  isRecord,
  toList,
  toNumber,
  toRecord,
  toShortText,
  toText,
} from '../../../../shared/unknown.ts'
import { FetchError } from '../../../remote/problem.ts'
import { isPrivateHost } from '../../settings/server-address.ts'
import { type GithubFolder, rawUrl } from './address.ts'

/**
 * A picture of a catalogue that has no index, or an index in another layout. `toRows` converts it to a row in the
 * catalogue layout.
 */
export interface FoundPicture {
  /** Its path in the catalogue, from which its id follows. */
  path: string
  url: string
  /** Git's digest of the file. */
  sha?: string | undefined
  title?: string | undefined
  preview_url?: string | undefined
  bytes?: number | undefined
  width?: number | undefined
  height?: number | undefined
  category?: string | undefined
  tags?: readonly string[] | undefined
  credit?: string | undefined
  credit_url?: string | undefined
  license?: string | undefined
  license_url?: string | undefined
  source_url?: string | undefined
  timestamp?: string | undefined
}

/** Which picture each id stood for. The value is Git's digest of the file, or the picture's address without a digest. */
export type KnownIds = ReadonlyMap<string, string>

/**
 * Converts pictures to rows in the catalogue layout, with the extra fields `url`, `preview_url`, `picture` and `bytes`.
 * A renamed picture keeps its id if GitHub gave its digest. A new picture never gets the id of a former one. So a
 * favorite never turns into another picture when files change.
 */
export const toRows = (pictures: readonly FoundPicture[], known: KnownIds) => {
  const distinct = listDistinct(pictures)
  const ids = keepIds(distinct, known)
  return distinct.map((picture) => {
    const { path, sha: _, title = path, ...row } = picture
    return {
      ...row,
      file_name: ids.get(picture),
      file_main_name: toFileName(path),
      suggested_filename: title,
      picture: toPicture(picture),
    }
  })
}

const toFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const toPicture = ({ sha, url }: FoundPicture) => sha ?? url

const listDistinct = (pictures: readonly FoundPicture[]): FoundPicture[] => {
  const byPath = pictures.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const addresses = new Map(byPath.toReversed().map((picture) => [picture.url, picture]))
  const distinct = new Map([...addresses.values()].map((each) => [toPicture(each), each]))
  return [...distinct.values()].reverse()
}

const keepIds = (pictures: readonly FoundPicture[], known: KnownIds) => {
  const fresh = toTreeIds(pictures.map(({ path }) => path))
  const idOf = new Map([...known].map(([id, picture]) => [picture, id]))
  const toId = (picture: FoundPicture) => {
    const kept = idOf.get(toPicture(picture))
    if (kept !== undefined) return kept
    const id = fresh.get(picture.path) ?? ''
    return known.has(id) ? `${id}-${toDigest(toPicture(picture))}` : id
  }
  return new Map(pictures.map((picture) => [picture, toId(picture)]))
}

const toDigest = (text: string) => hash32(text).toString(16).padStart(8, '0')

// Smaller files are icons.
const fewestBytes = 50_000
// Larger files are not downloaded (`image-client.ts`).
const mostBytes = 40 * 1024 * 1024
// A picture in Git LFS is a text of about 130 bytes in the tree.
const lfsBytes = 200

/**
 * Finds the pictures in the answer of GitHub's Git Trees API
 * (https://docs.github.com/en/rest/git/trees#get-a-tree).
 * @throws FetchError when there are none
 */
export const readTree = (answer: unknown, folder: GithubFolder) => {
  const { tree, truncated } = toRecord(answer)
  const prefix = folder.dir && `${folder.dir}/`
  const files = toList(tree, (entry) => {
    const { type, path, size, sha } = toRecord(entry)
    const isHere = isRecord(entry) && type === 'blob' && toText(path).startsWith(prefix)
    return isHere && isIndexedPictureName(toText(path))
      ? { path: toText(path).slice(prefix.length), bytes: toNumber(size), sha: toText(sha) }
      : undefined
  })
  const ofSize = files.filter(({ bytes }) => bytes >= fewestBytes && bytes <= mostBytes)
  const usual = ofSize.filter(({ path }) => !isAside(path))
  const chosen = usual.length > 0 ? usual : ofSize
  if (chosen.length === 0)
    throw new FetchError({
      kind: files.some(({ bytes }) => bytes < lfsBytes) ? 'no-lfs' : 'no-index',
    })
  const shared = countShared(chosen.map(({ path }) => path.split('/').slice(0, -1)))
  const root = rawUrl(folder) + encodePath(prefix)
  const pictures = chosen.map((file): FoundPicture => {
    const [category, ...deeper] = file.path.split('/').slice(shared, -1).map(toWord)
    return { ...file, url: root + encodePath(file.path), category, tags: deeper }
  })
  return { pictures, isPartial: truncated === true }
}

// Previews, and the pictures of a repository's own pages.
const isAside = (path: string) =>
  path.split('/').some((part) => /^(?:\.|thumb|preview|(?:cache|assets|docs)$)/i.test(part))

// The folders that all files share say nothing about them.
const countShared = ([first = [], ...others]: readonly (readonly string[])[]): number => {
  const end = first.findIndex((part, at) => others.some((folders) => folders[at] !== part))
  return end === -1 ? first.length : end
}

interface ForeignRow {
  raw: Record<string, unknown>
  category: string | undefined
}

const lists = ['wallpapers', 'data', 'items', 'images', 'results']

/**
 * Finds the rows of an index in another layout: an array, or an object with an array, or with arrays by category. The
 * layouts are those of public wallpaper collections.
 */
export const findForeignRows = (index: unknown): ForeignRow[] => {
  if (isList(index)) return listRows(index)
  const found = lists
    .map((name) => toRecord(index)[name])
    .find((list) => isRecord(list) || isList(list))
  if (isList(found)) return listRows(found)
  return Object.entries(toRecord(found)).flatMap(([name, rows]) =>
    isList(rows) ? listRows(rows, name) : [],
  )
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

// A row may be a category with a list of its own.
const listRows = (list: readonly unknown[], category?: string): ForeignRow[] =>
  list
    .filter(isRecord)
    .flatMap((raw) =>
      isList(raw.wallpaper)
        ? toForeignRows(raw.wallpaper, toShortText(raw.name))
        : toForeignRows([raw], category),
    )

const toForeignRows = (rows: readonly unknown[], category: string | undefined): ForeignRow[] =>
  rows.filter(isRecord).map((raw) => ({ raw, category }))

interface Bases {
  /** The address of the index. */
  index: string
  /** The folder to which addresses in the index are relative. */
  base: string
}

/** Reads a row of an index in another layout. Returns `undefined` if it has no address of a picture. */
export const readForeignRow = (
  { raw, category }: ForeignRow,
  bases: Bases,
): FoundPicture | undefined => {
  const url = toAllowed(findAddress(raw), bases)
  if (url === undefined) return undefined
  const { dimensions } = toRecord(raw.metadata)
  const size = readSize(raw) ?? readSize(raw.dimensions) ?? readSize(dimensions)
  return {
    ...size,
    path: decodePart(new URL(url).pathname.slice(1)),
    url,
    preview_url: toAllowed(findPreview(raw), bases),
    sha: firstText(raw.sha),
    bytes: toCount(raw.size),
    title: firstText(raw.title, raw.name),
    category: firstText(raw.category, toShortText(raw.collections).split(',')[0], category),
    tags: isList(raw.tags) ? raw.tags.map(toTag) : undefined,
    credit: firstText(
      raw.author,
      raw.photographer,
      raw.credit,
      toRecord(raw.metadata).photographer,
      toRecord(raw.author).name,
      toRecord(raw.user).name,
    ),
    credit_url: firstText(raw.credit_url, raw.author_url, toRecord(raw.author).url),
    license: firstText(raw.license, raw.copyright, toRecord(raw.license).name),
    license_url: firstText(raw.license_url, toRecord(raw.license).url),
    source_url: firstText(raw.source_url, raw.source, raw.html_url, toRecord(raw.links).html),
    timestamp: firstText(raw.timestamp, raw.added_at, raw.modified),
  }
}

const toTag = (tag: unknown) => toShortText(isRecord(tag) ? (tag.name ?? tag.title) : tag)

/** Returns the address of a row's picture as it stands in the index. */
export const findAddress = (raw: Record<string, unknown>): string | undefined => {
  const urls = toRecord(raw.urls)
  return [
    raw.download_url,
    urls.raw,
    urls.full,
    raw.raw,
    raw.full,
    raw.url,
    raw.src,
    raw.path,
    raw.filename,
  ]
    .map((value) => toShortText(value))
    .find(isPictureAddress)
}

export const isAbsolute = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)

const findPreview = (raw: Record<string, unknown>) =>
  firstText(raw.thumb_url, raw.thumbnail, raw.thumbUrl, toRecord(raw.urls).thumb, raw.preview)

const isPictureAddress = (text: string) => isIndexedPictureName(text.split(/[?#]/)[0] ?? '')

// An index on the internet must not send the extension into a private network (docs/decisions/0018).
const toAllowed = (address: string | undefined, { index, base }: Bases): string | undefined => {
  const url = URL.parse(address ?? '', base)
  if (!address || !url || !/^https?:$/.test(url.protocol)) return undefined
  const from = new URL(index)
  if (url.origin === from.origin || isPrivateHost(from.hostname)) return url.href
  // Old indexes have `http` addresses of hosts that long since have `https`.
  if (url.protocol === 'http:') url.protocol = 'https:'
  return url.protocol === 'https:' && !isPrivateHost(url.hostname) ? url.href : undefined
}

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map((value) => toShortText(value).trim()).find((text) => text !== '')

const toCount = (value: unknown): number | undefined => {
  const count = Math.floor(typeof value === 'number' ? value : Number(toText(value).trim() || NaN))
  return Number.isSafeInteger(count) && count > 0 ? count : undefined
}

// Reads `{ width, height }`, or a text like `1440 x 2560 px`.
const readSize = (value: unknown): { width: number; height: number } | undefined => {
  const [, across, down] = /(?<!\d)(\d+)\s*[x×]\s*(\d+)/i.exec(toShortText(value)) ?? []
  const { width = across, height = down } = toRecord(value)
  const size = { width: toCount(width), height: toCount(height) }
  return size.width && size.height ? { width: size.width, height: size.height } : undefined
}
