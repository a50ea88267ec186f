import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Context } from 'hono'
import pTimeout from 'p-timeout'
import { toPictureType, typeBytes } from '../../../shared/pictures/picture-type.ts'
import { quoted } from '../../../shared/text.ts'
import { DomainError } from '../../domain-error.ts'
import { cutParts, type PicturePart, sizeOf } from '../../pictures/metadata/parts.ts'
import type { PublicPictures } from '../../pictures/metadata/public-parts.ts'
import type { FileState, PictureVersions } from '../../pictures/picture-versions.ts'
import type { Rendition } from '../../pictures/renditions.ts'
import { isUnchanged } from './send.ts'

const lifetimes = {
  /** Caches must ask each time, but need not load an unchanged picture again. */
  none: 'no-cache',
  minute: 'public, max-age=60',
  day: 'public, max-age=86400, stale-while-revalidate=604800',
  /** Lets caches keep a picture forever. Use it only for addresses that contain the version of the picture file. */
  forever: 'public, max-age=31536000, immutable',
} as const

export type Lifetime = keyof typeof lifetimes

interface SendOptions {
  lifetime?: Lifetime | undefined
  /** With `versions`, a picture's ETag is the same on every replica. Otherwise it depends on the modification time. */
  versions?: Pick<PictureVersions, 'readAs' | 'ofContent'> | undefined
  /** With `publicPictures`, an original is sent without its metadata. */
  publicPictures?: PublicPictures | undefined
}

/**
 * Sends a picture that pages of any site may show. Supports conditional requests (RFC 9110 §13) and byte ranges (RFC
 * 9110 §14).
 * @throws DomainError `NOT_FOUND` when the file no longer exists or is not a picture
 */
export const sendPicture = async (
  c: Context,
  what: string | Rendition,
  { lifetime = 'day', versions, publicPictures }: SendOptions = {},
): Promise<Response> => {
  c.header('Accept-Ranges', 'bytes')
  c.header('Cache-Control', lifetimes[lifetime])
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (typeof what === 'string') return sendFile(c, what, { versions, publicPictures })
  const { picture, contentType } = what
  if (typeof picture === 'string') return sendFile(c, picture, { contentType, versions })
  const facts = {
    contentType,
    size: picture.length,
    etag: etagOf(picture, versions),
    mtimeMs: undefined,
  }
  return answer(c, facts, ({ start, end }) => picture.subarray(start, end + 1))
}

export const etagOf = (content: Uint8Array, versions: SendOptions['versions']) =>
  `"${versions?.ofContent(content) ?? createHash('sha256').update(content).digest('base64url')}"`

// Sends a picture file. The file is opened only once, so that the response never mixes the old and the new content
// of a file that is replaced meanwhile.
const sendFile = async (
  c: Context,
  path: string,
  { contentType, versions, publicPictures }: FileOptions,
) => {
  const handle = await open(path).catch((error) => throwGone(path, error))
  let isRead = false
  try {
    const { size, mtimeMs } = await handle.stat()
    const file = { size, mtimeMs }
    const type = contentType ?? (await readType(handle)) ?? throwNotFound(path)
    const version = await versionOf(handle, path, { file, versions })
    const read = (at: number, length: number) => readBytes(handle, at, length)
    const changed = await publicPictures?.find(path, file, { type, read })
    const { parts, size: sentSize } = changed ?? { parts: [{ from: 0, to: size }], size }
    const facts = {
      contentType: type,
      size: sentSize,
      mtimeMs,
      etag: `"${version}${changed ? withoutMetadata : ''}"`,
      isChanged: changed !== undefined,
    }
    return await answer(c, facts, ({ start, end }) => {
      isRead = true
      return readBody(handle, cutParts(parts, { from: start, to: end + 1 }))
    })
  } finally {
    if (!isRead) await handle.close()
  }
}

type FileOptions = Partial<Pick<Facts, 'contentType'>> &
  Pick<SendOptions, 'versions' | 'publicPictures'>

// Ends the ETag of a picture that is sent without its metadata. Increase the number when other metadata is removed.
const withoutMetadata = '-public1'

const readBytes = async (handle: FileHandle, at: number, length: number) => {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const throwGone = (path: string, error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ENOENT') throw error
  return throwNotFound(path, error)
}

const throwNotFound = (path: string, cause?: unknown): never => {
  throw new DomainError('NOT_FOUND', `Picture ${quoted(basename(path))} not found`, { cause })
}

// The name says nothing: people rename pictures, and a hostile catalogue may list any file as one.
const readType = async (handle: FileHandle) => {
  return toPictureType(await readBytes(handle, 0, typeBytes))
}

interface VersionOptions {
  file: FileState
  versions: SendOptions['versions']
}

// Every resized picture is smaller, and hashing this much takes 10 ms.
const soonHashed = 8_000_000

/**
 * Returns a text for the ETag of an open picture file. It is the version, so that all replicas send the same ETag. Only
 * for a large file whose hash is not known within 150 ms, it is the file's size and time.
 */
export const versionOf = async (
  handle: FileHandle,
  path: string,
  { file, versions }: VersionOptions,
): Promise<string> => {
  const inTime = await versionInTime(versions?.readAs(path, file))
  if (inTime !== undefined) return inTime
  if (versions === undefined || file.size > soonHashed) return toTimeTag(file)
  return readBytes(handle, 0, file.size).then(versions.ofContent, () => toTimeTag(file))
}

const toTimeTag = ({ size, mtimeMs }: FileState) => `${size.toString(36)}-${mtimeMs.toString(36)}`

const waitMs = 150

/**
 * Returns the version of a picture, or `undefined` if hashing the picture fails or takes longer than 150 ms. The
 * hashing continues in the background for later requests.
 */
export const versionInTime = async (
  reading: Promise<string | undefined> | undefined,
): Promise<string | undefined> => {
  const version = reading?.catch(() => undefined)
  return version && pTimeout(version, { milliseconds: waitMs, message: false })
}

interface Facts {
  contentType: string
  size: number
  etag: string
  mtimeMs: number | undefined
  /** Whether other bytes are sent than the file has. Then its time says too little about what is sent. */
  isChanged?: boolean
}

type Body = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>

const answer = async (
  c: Context,
  { contentType, size, etag, mtimeMs, isChanged = false }: Facts,
  read: (range: ByteRange) => Body | Promise<Body>,
  now = Date.now,
) => {
  const modified = mtimeMs === undefined ? undefined : new Date(mtimeMs).toUTCString()
  c.header('ETag', etag)
  c.header('Last-Modified', modified ?? new Date(now()).toUTCString())
  if (isUnchanged(c, etag, modified)) return c.body(null, 304)
  const range = rangeOf(c, size, isChanged ? [etag] : [etag, modified])
  if (range === 'unsatisfiable') return refuseRange(c, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  c.header('Content-Type', contentType)
  c.header('Content-Length', String(end - start + 1))
  if (c.req.method === 'HEAD' || size === 0) return c.body(null)
  if (range) c.header('Content-Range', `bytes ${start}-${end}/${size}`)
  return c.body(await read({ start, end }), range ? 206 : 200)
}

// An `If-Range` with an outdated version asks for the whole picture instead of a byte range (RFC 9110 §13.1.5).
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

interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header (RFC 9110 §14.2). Returns `undefined` if the whole file must be sent, because the header is
 * missing, is malformed, names several ranges or does not count in bytes.
 */
export const parseByteRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return toSatisfiable(Math.max(0, size - Number(last)), size - 1)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return toSatisfiable(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1))
}

const toSatisfiable = (start: number, end: number) =>
  start > end ? 'unsatisfiable' : { start, end }

const pieceBytes = 64 * 1024

/**
 * Reads parts of an open file and closes the file. What fits in one piece is returned at once, because a stream doubles
 * the processor time of a request.
 */
export const readBody = async (
  handle: FileHandle,
  parts: readonly PicturePart[],
): Promise<Body> => {
  const [only] = parts
  if (only === undefined || !('from' in only) || parts.length > 1 || sizeOf(parts) > pieceBytes)
    return streamFile(handle, parts)
  try {
    const piece = await readBytes(handle, only.from, sizeOf(parts))
    if (piece.length < sizeOf(parts)) throw new Error(becameShorter)
    return piece
  } finally {
    await handle.close()
  }
}

const becameShorter = 'The file became shorter while it was sent'

/**
 * Streams parts of an open file and closes the file at the end. If the file has become shorter, the stream fails,
 * because otherwise the client would wait for the missing bytes.
 */
export const streamFile = (handle: FileHandle, parts: readonly PicturePart[]) => {
  const rest = [...parts]
  const readPiece = async () => {
    const part = rest.shift()
    if (part === undefined || !('from' in part)) return part
    const piece = await readBytes(handle, part.from, Math.min(pieceBytes, part.to - part.from))
    if (piece.length === 0) throw new Error(becameShorter)
    const from = part.from + piece.length
    if (from < part.to) rest.unshift({ from, to: part.to })
    return piece
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const piece = await readPiece()
        if (piece !== undefined) controller.enqueue(piece)
        if (rest.length > 0) return
        controller.close()
        await handle.close()
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    cancel: () => handle.close(),
  })
}
