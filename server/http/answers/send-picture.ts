import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Context } from 'hono'
import pTimeout from 'p-timeout'
import { toPictureType, typeBytes } from '../../../shared/pictures/picture-type.ts'
import { quoted } from '../../../shared/text.ts'
import type { FileState, PictureFile, PictureVersions } from '../../catalogue/picture-versions.ts'
import type { Rendition } from '../../catalogue/renditions.ts'
import type { MaybePromise } from '../../catalogue/snapshot-store.ts'
import { DomainError, isOutOfReach } from '../../domain-error.ts'
import { cutParts, type FileSpan, type PicturePart, sizeOf } from '../../metadata/picture-bytes.ts'
import type { PublicPictures } from '../../metadata/public-parts.ts'
import { publicHeaders } from './headers.ts'
import type { HotPictures } from './hot-pictures.ts'
import { type Headers, isUnchanged, withoutContent, withRequestId } from './send.ts'

const lifetimes = {
  /** Caches must ask each time, but need not load an unchanged picture again. */
  none: 'no-cache',
  minute: 'public, max-age=60',
  day: 'public, max-age=86400, stale-while-revalidate=604800',
  /** Lets caches keep a picture forever. Use it only for addresses that contain the version of the picture file. */
  forever: 'public, max-age=31536000, immutable',
} as const

export type Lifetime = keyof typeof lifetimes

export interface SendOptions {
  lifetime?: Lifetime | undefined
  /** With `versions`, a picture's ETag is the same on every replica. Otherwise it depends on the modification time. */
  versions?: Pick<PictureVersions, 'read' | 'ofContent'> | undefined
  /** With `publicPictures`, an original is sent without its metadata. */
  publicPictures?: PublicPictures | undefined
  /** Without it, every picture is read from the disk. */
  hot?: HotPictures<OriginalFacts | undefined> | undefined
  /**
   * Returns where the proxy in front of this server finds a file, if it can send the file itself. Pictures that fit in
   * memory take less processor time without that.
   */
  findAtProxy?: ((path: string) => string | undefined) | undefined
}

/** The headers about the file of an original. */
export interface OriginalFacts {
  contentType: string
  etag: string
  /** Whether metadata was removed. */
  isChanged: boolean
}

type Versions = SendOptions['versions']

/**
 * Sends a picture that pages of any site may show. Supports conditional requests (RFC 9110 §13) and byte ranges (RFC
 * 9110 §14).
 * @throws DomainError `NOT_FOUND` when the file no longer exists or is not a picture
 */
export const sendPicture = async (
  c: Context,
  what: PictureFile | Rendition,
  options: SendOptions = {},
): Promise<Response> => {
  const { status, headers, body } = await answerPicture(c, what, options)
  const all = withRequestId(c, { ...headers, ...publicHeaders })
  return new Response(body, { status, headers: all })
}

/** Returns what `sendPicture` sends, for routes with other public headers. */
export const answerPicture = async (
  c: Context,
  what: PictureFile | Rendition,
  options: SendOptions,
): Promise<PictureAnswer> => {
  if ('path' in what) return answerOriginal(c, what, options)
  const { size, mtimeMs, readEtag, read } = openRendition(c, what, options)
  const { modified, headers } = describeFile(what.contentType, mtimeMs, options.lifetime)
  const etag = await readEtag()
  return answerConditionally(c, { size, etag, modified, headers, ranges: [etag, modified] }, read)
}

interface PictureAnswer {
  status: 200 | 206 | 304 | 412 | 416
  headers: Record<string, string>
  body: Body | string | null
}

type Body = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
type Read = (span: FileSpan) => MaybePromise<Body>

/** Returns how a resized picture is sent. Its file is opened only when its bytes are read. */
export const openRendition = (
  c: Context,
  { picture }: Rendition,
  { versions, hot }: SendOptions,
) => {
  if (!('path' in picture))
    return {
      size: picture.length,
      mtimeMs: undefined,
      readEtag: async () => etagOf(picture, versions),
      read: async ({ from, to }: FileSpan): Promise<Body> => picture.subarray(from, to),
    }
  const { path, size, mtimeMs } = picture
  const add = async () =>
    hot?.add(c, picture, { size, facts: undefined, read: () => readWhole(path, size) })
  return {
    size,
    mtimeMs,
    readEtag: async () => `"${await versionOf(picture, () => readFile(path), versions)}"`,
    read: async (span: FileSpan): Promise<Body> => {
      const found = hot?.find(c, picture) ?? (isWhole(span, size) ? await add() : undefined)
      if (found !== undefined) return found.bytes.subarray(span.from, span.to)
      return openPicture(path).then((handle) => readBody(handle, [span]))
    },
  }
}

const isWhole = ({ from, to }: FileSpan, size: number) => from === 0 && to === size

const etagOf = (content: Uint8Array, versions: Versions) =>
  `"${versions?.ofContent(content) ?? createHash('sha256').update(content).digest('base64url')}"`

const answerOriginal = async (c: Context, found: PictureFile, options: SendOptions) => {
  const hot = options.hot?.find(c, found)
  if (hot?.facts === undefined) return answerFile(c, found, options)
  const facts = describeOriginal(found, { ...hot.facts, size: hot.bytes.length }, options)
  return answerConditionally(c, facts, ({ from, to }) => hot.bytes.subarray(from, to))
}

const describeOriginal = (
  { path, mtimeMs, ctimeMs = 0 }: PictureFile,
  { contentType, etag, isChanged, size }: OriginalFacts & { size: number },
  { lifetime, hot, findAtProxy }: SendOptions,
) => {
  // A program may have written the file with an older time than the version that clients have.
  const { modified, headers } = describeFile(contentType, Math.max(mtimeMs, ctimeMs), lifetime)
  // Without the metadata, the sent bytes are not those of the file, so the time of the file does not identify them.
  const ranges = isChanged ? [etag] : [etag, modified]
  const atProxy = isChanged || hot?.fits(size) ? undefined : findAtProxy?.(path)
  return { size, etag, modified, headers, ranges, atProxy }
}

// Answers with a picture file. The file is opened only once, so that the response never mixes the old and the new
// content of a file that is replaced meanwhile.
const answerFile = async (c: Context, found: PictureFile, options: SendOptions) => {
  const { path } = found
  const handle = await openPicture(path)
  let isRead = false
  try {
    const { size, mtimeMs, ctimeMs } = await handle.stat()
    const file = { path, size, mtimeMs, ctimeMs }
    const read = (at: number, length: number) => readBytes(handle, at, length)
    // The name says nothing: people rename pictures, and a hostile catalogue may list any file as one.
    const contentType = toPictureType(await read(0, typeBytes))
    if (contentType === undefined) throw notFound(path)
    const version = await versionOf(file, () => read(0, size), options.versions)
    const changed = await options.publicPictures?.find(path, file, { type: contentType, read })
    const sent = changed ?? { parts: [{ from: 0, to: size }], size }
    const etag = `"${version}${changed ? withoutMetadata : ''}"`
    const facts = { contentType, etag, isChanged: changed !== undefined }
    const readParts: Read = async (span) => {
      const added =
        isWhole(span, sent.size) &&
        (await options.hot?.add(c, found.ctimeMs === undefined ? { path, size, mtimeMs } : file, {
          size: sent.size,
          facts,
          read: () => readPartsOf(handle, sent.parts),
        }))
      if (added) return added.bytes
      isRead = true
      return readBody(handle, cutParts(sent.parts, span))
    }
    const described = describeOriginal(file, { ...facts, size: sent.size }, options)
    return await answerConditionally(c, described, readParts)
  } finally {
    if (!isRead) await handle.close()
  }
}

// Ends the ETag of a picture that is sent without its metadata. Increase the number when other metadata is removed.
const withoutMetadata = '-public2'

const readWhole = async (path: string, size: number): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await readFile(path)
  if (bytes.length !== size) throw new Error(becameShorter)
  return bytes
}

const readPartsOf = async (handle: FileHandle, parts: readonly PicturePart[]) => {
  const bytes = Buffer.allocUnsafeSlow(sizeOf(parts))
  let at = 0
  for (const part of parts) {
    const length = sizeOf([part])
    if (!('from' in part)) bytes.set(part, at)
    else if ((await handle.read(bytes, at, length, part.from)).bytesRead < length)
      throw new Error(becameShorter)
    at += length
  }
  return bytes
}

const readBytes = async (handle: FileHandle, at: number, length: number) => {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const openPicture = (path: string) =>
  open(path).catch((error) => {
    throw isOutOfReach(error) ? notFound(path, error) : error
  })

const notFound = (path: string, cause?: unknown) =>
  new DomainError('NOT_FOUND', `Picture ${quoted(basename(path))} not found`, { cause })

// Every resized picture is smaller, and hashing this much takes 10 ms.
const soonHashed = 8_000_000

// Returns a text for the ETag of a picture file. It is the version, so that all replicas send the same ETag. Only for
// a large file whose hash is not known within 150 ms, it is made of the file's size and times.
const versionOf = async (
  file: PictureFile,
  readAll: () => Promise<Uint8Array>,
  versions: Versions,
): Promise<string> => {
  const inTime = await versionInTime(versions?.read(file))
  if (inTime !== undefined) return inTime
  if (versions === undefined || file.size > soonHashed) return toTimeTag(file)
  return readAll().then(versions.ofContent, () => toTimeTag(file))
}

const toTimeTag = ({ size, mtimeMs, ctimeMs = 0 }: FileState) =>
  [size, mtimeMs, ctimeMs].map((number) => number.toString(36)).join('-')

const waitMs = 150

/**
 * Returns the version of a picture, or `undefined` if hashing the picture fails or takes longer than 150 ms. The
 * hashing continues in the background for later requests.
 */
export const versionInTime = (
  reading: string | undefined | Promise<string | undefined>,
): MaybePromise<string | undefined> =>
  reading instanceof Promise
    ? pTimeout(
        reading.catch(() => undefined),
        { milliseconds: waitMs, message: false },
      )
    : reading

const describeFile = (
  contentType: string,
  mtimeMs: number | undefined,
  lifetime: Lifetime = 'day',
) => {
  const modified = mtimeMs === undefined ? undefined : new Date(mtimeMs).toUTCString()
  const headers = {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'Cache-Control': lifetimes[lifetime],
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Last-Modified': modified ?? new Date().toUTCString(),
  }
  return { modified, headers }
}

interface Facts {
  size: number
  etag: string
  modified?: string | undefined
  headers: Headers
  /** The versions that `If-Range` may name. `undefined` if the whole picture is sent in any case. */
  ranges?: readonly (string | undefined)[]
  atProxy?: string | undefined
}

/** Answers with the picture, a part of it, 304, or what is wrong with the conditions of the request. */
export const answerConditionally = async (
  c: Context,
  { size, etag, modified, headers: ofPicture, ranges = [], atProxy }: Facts,
  read: Read,
): Promise<PictureAnswer> => {
  const headers = { ...withoutContent(ofPicture), ETag: etag }
  if (isPreconditionFailed(c, etag))
    return refuse(412, headers, `The picture has another version now: ${etag}`)
  if (isUnchanged(c, etag, modified)) return { status: 304, headers, body: null }
  if (atProxy !== undefined) {
    // The proxy answers byte ranges and sets this header itself.
    const { 'Accept-Ranges': _, ...others } = ofPicture
    return {
      status: 200,
      headers: { ...others, ETag: etag, 'X-Accel-Redirect': atProxy },
      body: null,
    }
  }
  // An `If-Range` with an outdated version asks for the whole picture instead of a byte range (RFC 9110 §13.1.5).
  const [asked, ifRange] = [c.req.header('Range'), c.req.header('If-Range')]
  const isRanged = c.req.method === 'GET' && ranges.includes(ifRange ?? etag)
  const range = isRanged ? parseByteRange(asked, size) : undefined
  if (range === 'unsatisfiable') {
    const sizeOnly = { ...headers, 'Content-Range': `bytes */${size}` }
    return refuse(416, sizeOnly, `Invalid range '${asked}': the picture has ${size} bytes`)
  }
  const span = range ?? { from: 0, to: size }
  const described = {
    ...ofPicture,
    ETag: etag,
    'Content-Length': String(span.to - span.from),
    ...(range && { 'Content-Range': `bytes ${span.from}-${span.to - 1}/${size}` }),
  }
  const body = c.req.method === 'HEAD' || size === 0 ? null : await read(span)
  return { status: range ? 206 : 200, headers: described, body }
}

// `If-Match` compares strong ETags (RFC 9110 §13.1.1).
const isPreconditionFailed = (c: Context, etag: string) => {
  const wanted = c.req
    .header('If-Match')
    ?.split(',')
    .map((tag) => tag.trim())
  return wanted !== undefined && !wanted.includes(etag) && !wanted.includes('*')
}

const refuse = (
  status: 412 | 416,
  headers: PictureAnswer['headers'],
  error: string,
): PictureAnswer => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  body: JSON.stringify({ error }),
})

/**
 * Reads a `Range` header (RFC 9110 §14.2). Returns `undefined` if the whole file must be sent, because the header is
 * missing, is malformed, names several ranges or does not count in bytes.
 */
export const parseByteRange = (
  header: string | undefined,
  size: number,
): FileSpan | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(Number(last) + 1, size)
  return from >= to ? 'unsatisfiable' : { from, to }
}

const pieceBytes = 64 * 1024
// A stream also has about two pieces in memory: one that is read, and one that the client has not taken yet.
const longestPiece = 2 * pieceBytes

// Reads parts of an open file and closes the file. A short part is returned at once, because a stream doubles the
// processor time of a request.
const readBody = async (handle: FileHandle, parts: readonly PicturePart[]): Promise<Body> => {
  const [only] = parts
  if (only === undefined || !('from' in only) || parts.length > 1 || sizeOf(parts) > longestPiece)
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
  const pieces = readPieces(handle, parts)
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => handle.close(),
  })
}

async function* readPieces(handle: FileHandle, parts: readonly PicturePart[]) {
  try {
    for (const part of parts) {
      if (!('from' in part)) {
        yield part
        continue
      }
      for (let at = part.from; at < part.to; ) {
        const piece = await readBytes(handle, at, Math.min(pieceBytes, part.to - at))
        if (piece.length === 0) throw new Error(becameShorter)
        at += piece.length
        yield piece
      }
    }
  } finally {
    await handle.close()
  }
}
