import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { requestIdOf } from '../server/request-id.ts'
import { publicHeaders } from './headers.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Answers a `quickRoute` with JSON. Node receives the headers as a plain object, because making a `Headers` object,
 * as `c.json` does, takes longer than the rest of the response.
 */
export const sendJson = (c: Context, value: unknown, headers: Headers) =>
  sendJsonText(c, JSON.stringify(value), headers)

export const sendJsonText = (c: Context, text: string, headers: Headers) =>
  new Response(text, { headers: withRequestId(c, headers) })

export const freshJson: Headers = {
  'Content-Type': 'application/json',
  ...publicHeaders,
  'Cache-Control': 'no-store',
}

export const withRequestId = (c: Context, headers: Headers) => ({
  ...headers,
  'X-Request-Id': requestIdOf(c),
})

export const toEtag = (body: string | Uint8Array) =>
  `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** Sends a text, or 304. The ETag is weak, because the compress middleware may change the response's bytes. */
export const sendText = (c: Context, text: string, contentType: string, changedAt?: Date) => {
  const etag = toEtag(text)
  const modified = changedAt?.toUTCString()
  c.header('ETag', `W/${etag}`)
  if (modified) c.header('Last-Modified', modified)
  if (isUnchanged(c, etag, modified)) return c.body(null, 304)
  c.header('Content-Type', contentType)
  return c.body(text)
}

/**
 * Tells whether the client's copy is up to date. `If-Modified-Since` is ignored if the request has `If-None-Match`
 * (RFC 9110 §13.1.3).
 */
export const isUnchanged = (c: Context, etag: string, modified: string | undefined) => {
  if (c.req.header('If-None-Match') !== undefined) return matchesEtag(c, etag)
  return Date.parse(modified ?? '') <= Date.parse(c.req.header('If-Modified-Since') ?? '')
}

/** Tells whether the client has the response with this `etag` (`If-None-Match`, RFC 9110 §13.1.2). */
export const matchesEtag = (c: Context, etag: string) =>
  (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
