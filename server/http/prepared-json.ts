import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { CatalogueSnapshot } from '../catalogue/catalogue-store.ts'

interface Prepared {
  readonly body: string
  readonly etag: string
}

/** An answer that depends on the snapshot alone: made once for each, with an ETag and 304. */
export const prepared = (toValue: (snapshot: CatalogueSnapshot) => unknown) => {
  const made = new WeakMap<CatalogueSnapshot, Prepared>()
  return (c: Context, snapshot: CatalogueSnapshot) => {
    const { body, etag } = made.get(snapshot) ?? prepare(toValue(snapshot))
    made.set(snapshot, { body, etag })
    c.header('Cache-Control', 'public, max-age=60')
    c.header('ETag', etag)
    if (matchesEtag(c, etag)) return c.body(null, 304)
    c.header('Content-Type', 'application/json')
    return c.body(body)
  }
}

const prepare = (value: unknown): Prepared => {
  const body = JSON.stringify(value)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

/** Whether the client already has what `etag` names (RFC 9110 §13.1.2, weak comparison). */
export const matchesEtag = (c: Context, etag: string) =>
  (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
