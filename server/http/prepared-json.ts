import type { Context } from 'hono'
import type { PreparedAnswer } from '../catalogue/prepared-answer.ts'

/** Sends an answer that was made together with the catalogue, or 304 to whoever has it already. */
export const sendPrepared = (c: Context, { body, etag, gzip }: PreparedAnswer) => {
  const isGzip = gzip !== undefined && acceptsGzip(c)
  c.header('Cache-Control', 'public, max-age=60')
  c.header('Vary', 'Accept-Encoding')
  // Other bytes need another strong validator (RFC 9110 §8.8.3).
  c.header('ETag', isGzip ? toGzipEtag(etag) : etag)
  if (matchesEtag(c, etag) || matchesEtag(c, toGzipEtag(etag))) return c.body(null, 304)
  const bytes = isGzip ? gzip : body
  c.header('Content-Type', 'application/json')
  c.header('Content-Length', String(bytes.length))
  if (isGzip) c.header('Content-Encoding', 'gzip')
  return c.body(bytes.length > chunkBytes ? toStream(bytes) : new Uint8Array(bytes))
}

const toGzipEtag = (etag: string) => `${etag.slice(0, -1)}-gzip"`

/** Refused with `q=0` only (RFC 9110 §12.5.3). */
const acceptsGzip = (c: Context) =>
  (c.req.header('Accept-Encoding') ?? '')
    .split(',')
    .some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding))

/** Large enough to be quick, small enough that other requests get their turn. */
const chunkBytes = 256_000

/** Copies piece by piece: memory that threads share cannot be sent as it is. */
const toStream = (bytes: Uint8Array) => {
  let sent = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const chunk = new Uint8Array(bytes.subarray(sent, sent + chunkBytes))
      sent += chunk.length
      if (chunk.length > 0) controller.enqueue(chunk)
      if (sent >= bytes.length) controller.close()
    },
  })
}

/** Whether the client already has what `etag` names (RFC 9110 §13.1.2, weak comparison). */
export const matchesEtag = (c: Context, etag: string) =>
  (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
