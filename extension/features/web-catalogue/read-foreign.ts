import { decodePart } from '../../../shared/ids.ts'
import { isRecord, toRecord, toShortText } from '../../../shared/unknown.ts'
import { isPrivateHost } from '../settings/server-address.ts'
import type { FoundPicture } from './found-pictures.ts'

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
    preview: toAllowed(findPreview(raw), bases),
    sha: firstText(raw.sha),
    bytes: toCount(raw.size),
    title: firstText(raw.title, raw.name),
    category: firstText(raw.category, toShortText(raw.collections).split(',')[0], category),
    tags: isList(raw.tags) ? raw.tags.map((tag) => toShortText(tag)) : undefined,
    credit: firstText(
      raw.author,
      raw.photographer,
      raw.credit,
      toRecord(raw.metadata).photographer,
    ),
    timestamp: firstText(raw.timestamp, raw.added_at, raw.modified),
  }
}

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

const isPictureAddress = (text: string) =>
  /^[^?#]+\.(?:jpe?g|png|webp|avif|gif)(?:[?#]|$)/i.test(text)

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
  const count = Math.floor(Number(typeof value === 'string' ? value.trim() || Number.NaN : value))
  return Number.isSafeInteger(count) && count > 0 ? count : undefined
}

// Reads `{ width, height }`, or a text like `1440 x 2560 px`.
const readSize = (value: unknown): { width: number; height: number } | undefined => {
  const [, across, down] = /(?<!\d)(\d+)\s*[x×]\s*(\d+)/i.exec(toShortText(value)) ?? []
  const { width = across, height = down } = toRecord(value)
  const size = { width: toCount(width), height: toCount(height) }
  return size.width && size.height ? { width: size.width, height: size.height } : undefined
}
