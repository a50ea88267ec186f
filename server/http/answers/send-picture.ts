import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Context } from 'hono'
import { quoted } from '../../../shared/query.ts'
import { DomainError } from '../../domain-error.ts'
import type { FileState, PictureVersions } from '../../pictures/picture-versions.ts'
import type { Rendition } from '../../pictures/renditions.ts'
import { type ByteRange, parseByteRange } from './byte-range.ts'
import { matchesEtag } from './prepared-json.ts'
import { streamFile } from './stream-file.ts'
import { versionInTime } from './version-in-time.ts'

const contentTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

const lifetimes = {
  minute: 'public, max-age=60',
  day: 'public, max-age=86400, stale-while-revalidate=604800',
  /** The address itself says which version of the file it is. */
  forever: 'public, max-age=31536000, immutable',
} as const

/** How long caches may use a file without asking again. */
export type Lifetime = keyof typeof lifetimes

interface SendOptions {
  /** A day unless said otherwise. */
  lifetime?: Lifetime | undefined
  /** What makes the ETag of a file the same at every replica; `undefined`: it follows the file's time. */
  versions?: Pick<PictureVersions, 'readAs' | 'ofContent'> | undefined
}

/**
 * Answers a picture, usable from every site, in part when a part is asked for (RFC 9110 §14), and not
 * again to who has it.
 * @param what absolute path of a file, or what was made of one
 * @throws DomainError `NOT_FOUND` when the file is gone
 */
export const sendPicture = async (
  c: Context,
  what: string | Rendition,
  { lifetime = 'day', versions }: SendOptions = {},
): Promise<Response> => {
  const { picture, contentType } = typeof what === 'string' ? toSent(what) : what
  c.header('Accept-Ranges', 'bytes')
  c.header('Cache-Control', lifetimes[lifetime])
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (typeof picture === 'string') return sendFile(c, picture, { contentType, versions })
  const facts = {
    contentType,
    size: picture.length,
    etag: etagOf(picture, versions),
    mtimeMs: undefined,
  }
  return answer(c, facts, (range) => cut(picture, range))
}

const toSent = (path: string): Rendition => ({
  picture: path,
  contentType: contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
})

const etagOf = (content: Uint8Array, versions: SendOptions['versions']) =>
  `"${versions?.ofContent(content) ?? createHash('sha256').update(content).digest('base64url')}"`

const cut = (content: Uint8Array<ArrayBuffer>, { start, end }: ByteRange) =>
  content.subarray(start, end + 1)

/** One opening for all of it: what is put in the file's place meanwhile is for the next who ask. */
const sendFile = async (
  c: Context,
  path: string,
  { contentType, versions }: Pick<Facts, 'contentType'> & Pick<SendOptions, 'versions'>,
) => {
  const handle = await open(path).catch((error) => throwGone(path, error))
  let isRead = false
  try {
    const { size, mtimeMs } = await handle.stat()
    const file = { size, mtimeMs }
    const etag = `"${(await versionInTime(versions?.readAs(path, file))) ?? toTimeTag(file)}"`
    return answer(c, { ...file, contentType, etag }, (range) => {
      isRead = true
      return streamFile(handle, range)
    })
  } finally {
    if (!isRead) await handle.close()
  }
}

const throwGone = (path: string, error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ENOENT') throw error
  throw new DomainError('NOT_FOUND', `Picture ${quoted(basename(path))} not found`)
}

/** As strong as the clock of the disk: what is written anew has another time. */
const toTimeTag = ({ size, mtimeMs }: FileState) => `${size.toString(36)}-${mtimeMs.toString(36)}`

interface Facts {
  contentType: string
  size: number
  etag: string
  /** `undefined`: it was made for this answer, and no date tells it from the next. */
  mtimeMs: number | undefined
}

type Read = (range: ByteRange) => ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>

const answer = (
  c: Context,
  { contentType, size, etag, mtimeMs }: Facts,
  read: Read,
  now = Date.now,
) => {
  const modified = mtimeMs === undefined ? undefined : new Date(mtimeMs).toUTCString()
  c.header('ETag', etag)
  c.header('Last-Modified', modified ?? new Date(now()).toUTCString())
  if (isKnown(c, etag, modified)) return c.body(null, 304)
  const range = rangeOf(c, size, [etag, modified])
  if (range === 'unsatisfiable') return refuseRange(c, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  c.header('Content-Type', contentType)
  c.header('Content-Length', String(end - start + 1))
  if (c.req.method === 'HEAD' || size === 0) return c.body(null)
  if (range) c.header('Content-Range', `bytes ${start}-${end}/${size}`)
  return c.body(read({ start, end }), range ? 206 : 200)
}

/** Whether the client has the file already; a date counts only where there is no ETag (§13.1.3). */
const isKnown = (c: Context, etag: string, modified: string | undefined) => {
  if (c.req.header('If-None-Match') !== undefined) return matchesEtag(c, etag)
  return Date.parse(modified ?? '') <= Date.parse(c.req.header('If-Modified-Since') ?? '')
}

/** A part of what has changed meanwhile would spoil what the client has: then all is sent. */
const rangeOf = (c: Context, size: number, validators: readonly (string | undefined)[]) => {
  const ifRange = c.req.header('If-Range')
  const isSame = ifRange === undefined || validators.includes(ifRange)
  return c.req.method === 'GET' && isSame ? parseByteRange(c.req.header('Range'), size) : undefined
}

const refuseRange = (c: Context, size: number) => {
  const range = c.req.header('Range')
  c.header('Content-Range', `bytes */${size}`)
  c.header('Cache-Control', 'no-store')
  return c.json({ error: `Invalid range '${range}': the picture has ${size} bytes` }, 416)
}
