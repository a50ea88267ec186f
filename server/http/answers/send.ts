import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { headerOf, requestIdOf } from '../server/request-id.ts'
import { compressFrom, whenCompressed } from './compress.ts'
import { privateHeaders, publicHeaders } from './headers.ts'

export type Headers = Readonly<Record<string, string>>

/**
 * Answers a quick route with JSON. Node receives the headers as a plain object, because making a `Headers` object,
 * as `c.json` does, takes longer than the rest of the response.
 */
export const sendJson = (c: Context, text: string, headers: Headers) =>
  whenCompressed(c, text, (body, coding) => {
    const all: Record<string, string> = withRequestId(c, headers)
    if (text.length >= compressFrom) all.Vary = 'Accept-Encoding'
    if (coding) all['Content-Encoding'] = coding
    return new Response(body, { headers: all })
  })

/** Answers with JSON for one user. The route must have `sendsHeaders`. */
export const sendOwn = (c: Context, value: unknown) =>
  new Response(JSON.stringify(value), {
    headers: { 'Content-Type': 'application/json', ...privateHeaders(c) },
  })

const quickJson: Headers = { 'Content-Type': 'application/json', ...publicHeaders }

export const freshJson: Headers = { ...quickJson, 'Cache-Control': 'no-store' }

/** Answers a quick route with JSON that stays the same for a while, or with 304. */
export const sendTaggedJson = (c: Context, value: unknown, headers: Headers) =>
  sendTagged(c, toTagged(value), headers)

export const toTagged = (value: unknown) => {
  const text = JSON.stringify(value)
  return { text, etag: toEtag(text) }
}

export const sendTagged = (
  c: Context,
  { text, etag }: ReturnType<typeof toTagged>,
  headers: Headers,
) => {
  const all = { ...quickJson, Vary: 'Accept-Encoding', ...headers, ETag: `W/${etag}` }
  if (!matchesEtag(c, etag)) return sendJson(c, text, all)
  return answerUnchanged(c, all)
}

export const answerUnchanged = (c: Context, headers: Headers) =>
  new Response(null, { status: 304, headers: withRequestId(c, withoutContent(headers)) })

/** Removes the headers that describe a body, for an answer without a body. */
export const withoutContent = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('Content-')))

export const withRequestId = (c: Context, headers: Headers) => ({
  ...headers,
  'X-Request-Id': requestIdOf(c),
})

export const toEtag = (body: string | Uint8Array) =>
  `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** Sends a text, or 304. The ETag is weak, because it is the same for all content encodings. */
export const sendText = (c: Context, text: string, contentType: string, changedAt?: Date) => {
  const etag = toEtag(text)
  const modified = changedAt?.toUTCString()
  c.header('ETag', `W/${etag}`)
  if (modified) c.header('Last-Modified', modified)
  if (!isUnchanged(c, etag, modified)) return sendFreshText(c, text, contentType)
  // A 304 needs it, too (RFC 9110 §15.4.5).
  c.header('Vary', 'Accept-Encoding', { append: true })
  return c.body(null, 304)
}

/** Sends a text that no cache stores, so that an ETag would be useless. */
export const sendFreshText = (c: Context, text: string, contentType: string) => {
  c.header('Vary', 'Accept-Encoding', { append: true })
  c.header('Content-Type', contentType)
  return whenCompressed(c, text, (body, coding) => {
    if (coding) c.header('Content-Encoding', coding)
    return c.body(body)
  })
}

/**
 * Returns whether the client's copy is up to date. `If-Modified-Since` is ignored if the request has `If-None-Match`
 * (RFC 9110 §13.1.3).
 */
export const isUnchanged = (c: Context, etag: string, modified: string | undefined) => {
  if (c.req.header('If-None-Match') !== undefined) return matchesEtag(c, etag)
  return Date.parse(modified ?? '') <= Date.parse(c.req.header('If-Modified-Since') ?? '')
}

/** Returns whether the client has the response with this `etag` (`If-None-Match`, RFC 9110 §13.1.2). */
export const matchesEtag = (c: Context, etag: string) =>
  (headerOf(c, 'if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')

/** Returns the address of the next page of a list: the same request with another value of one parameter. */
export const nextPageUrl = (
  c: Context,
  base: string,
  { name, value }: { name: 'page' | 'offset'; value: number },
) => {
  const { url } = c.req
  const start = url.indexOf('?')
  const others = start < 0 ? '' : url.slice(start + 1).replace(placeOf[name], '')
  return `${base}?${others && `${others}&`}${name}=${value}`.replace(/[<>"]/g, encodeURIComponent)
}

const placeOf = { page: /(?:^|&)page=[^&]*/g, offset: /(?:^|&)offset=[^&]*/g }

/** The header that leads to the next page (RFC 8288). */
export const linkToNext = (url: string) => `<${url}>; rel="next"`
