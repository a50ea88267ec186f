import type { Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { CatalogueSnapshot, CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import { headerOf } from '../server/request-id.ts'
import { type Headers, isUnchanged, withRequestId } from './send.ts'

interface KeptAnswer {
  current: CatalogueSnapshot
  body: Uint8Array<ArrayBuffer>
  headers: Headers
}

const maxBytes = 16_000_000
const headerBytes = 2_000
// A new day, which gives the home page its order, may show up this much later.
const keptMs = 10_000

/**
 * Keeps the answers of public routes in memory for ten seconds, unless the catalogue changes before that. Sending a kept
 * page takes a tenth of the time of making it, and leaves less garbage.
 * @param paths the patterns of the routes, whose answers are the same for all requests without cookies
 */
export const keepAnswers = (
  app: Hono,
  paths: readonly string[],
  { snapshot, clock = Date.now }: { snapshot: CurrentSnapshot; clock?: (() => number) | undefined },
) => {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.byteLength + headerBytes,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: clock },
  })
  app.on('GET', [...paths], async (c, next) => {
    const current = await Promise.resolve(snapshot()).catch(() => undefined)
    if (current === undefined || c.req.header('Cookie') !== undefined) return next()
    const { pathname, search } = new URL(c.req.url)
    const key = `${pathname}${search} ${headerOf(c, 'accept-encoding')}`
    const kept = answers.get(key)
    if (kept?.current === current) return sendKept(c, kept)
    await next()
    const { status, headers } = c.res
    if (status !== 200 || !headers.get('Cache-Control')?.startsWith('public')) return
    const { 'x-request-id': _, ...others } = Object.fromEntries(headers)
    const answer = { current, body: new Uint8Array(await c.res.arrayBuffer()), headers: others }
    answers.set(key, answer)
    c.res = sendKept(c, answer)
  })
}

const sendKept = (c: Context, { body, headers }: KeptAnswer) => {
  const all: Headers = withRequestId(c, headers)
  const etag = headers.etag?.replace('W/', '') ?? ''
  if (!isUnchanged(c, etag, headers['last-modified'])) return new Response(body, { headers: all })
  const { 'content-type': _, 'content-encoding': __, ...tagged } = all
  return new Response(null, { status: 304, headers: tagged })
}
