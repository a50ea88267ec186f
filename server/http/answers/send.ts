import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { requestIdOf } from '../server/request-id.ts'
import { publicHeaders } from './headers.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Answers a `quickRoute` with JSON. A plain record of headers goes to Node unchanged. The `Headers`
 * object that `c.json` makes takes longer than the rest of the answer.
 */
export const sendJson = (c: Context, value: unknown, headers: Headers) =>
  new Response(JSON.stringify(value), { headers: withRequestId(c, headers) })

export const freshJson: Headers = {
  'Content-Type': 'application/json',
  ...publicHeaders,
  'Cache-Control': 'no-store',
}

export const withRequestId = (c: Context, headers: Headers) => ({
  ...headers,
  'X-Request-Id': requestIdOf(c),
})

/** Answers 304 if the client has the same text. The ETag is weak because `compress` may change the bytes. */
export const sendText = (c: Context, text: string, contentType: string) => {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  c.header('ETag', `W/${etag}`)
  if (matchesEtag(c, etag)) return c.body(null, 304)
  c.header('Content-Type', contentType)
  return c.body(text)
}

/** Whether the client already has the answer named by `etag` (RFC 9110 §13.1.2, weak comparison). */
export const matchesEtag = (c: Context, etag: string) =>
  (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
