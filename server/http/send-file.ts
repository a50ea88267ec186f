import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { type ByteRange, parseByteRange } from './byte-range.ts'
import { matchesEtag } from './prepared-json.ts'

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

/**
 * Answers a picture file of the catalogue: streamed, usable from every site, in part when a part is
 * asked for (RFC 9110 §14), and not again to who has it.
 */
export const sendFile = async (c: Context, path: string, lifetime: Lifetime = 'day') => {
  const { size, mtimeMs, etag } = await inspect(path)
  const modified = new Date(mtimeMs).toUTCString()
  c.header('ETag', etag)
  c.header('Last-Modified', modified)
  c.header('Accept-Ranges', 'bytes')
  c.header('Cache-Control', lifetimes[lifetime])
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (isKnown(c, etag, mtimeMs)) return c.body(null, 304)
  const range = rangeOf(c, size, [etag, modified])
  if (range === 'unsatisfiable') return refuseRange(c, size)
  c.header('Content-Type', contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream')
  c.header('Content-Length', String(range === undefined ? size : range.end - range.start + 1))
  if (c.req.method === 'HEAD') return c.body(null)
  if (range === undefined) return c.body(read(path))
  c.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  return c.body(read(path, range), 206)
}

/** The ETag is a strong one: what is written anew has another time, to the nanosecond. */
const inspect = async (path: string) => {
  const { size, mtimeNs, mtimeMs } = await stat(path, { bigint: true })
  const etag = `"${size.toString(36)}-${mtimeNs.toString(36)}"`
  return { size: Number(size), mtimeMs: Number(mtimeMs), etag }
}

/** Whether the client has the file already; a date counts only where there is no ETag (§13.1.3). */
const isKnown = (c: Context, etag: string, mtimeMs: number) => {
  if (c.req.header('If-None-Match') !== undefined) return matchesEtag(c, etag)
  const since = Date.parse(c.req.header('If-Modified-Since') ?? '')
  return Math.floor(mtimeMs / 1000) * 1000 <= since
}

/** A part of what has changed meanwhile would spoil what the client has: then all is sent. */
const rangeOf = (c: Context, size: number, validators: readonly string[]) => {
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

const read = (path: string, range?: ByteRange) =>
  Readable.toWeb(createReadStream(path, range)) as ReadableStream
