import type { Hono } from 'hono'
import { toDeviceType } from '../../../shared/catalogue/shape-and-format.ts'
import {
  countDownloadSchema,
  type DownloadsResponse,
  downloadCountedSchema,
  downloadsQuerySchema,
  downloadsResponseSchema,
  maxDownloadBodyBytes,
} from '../../../shared/downloads-api.ts'
import { quoted } from '../../../shared/text.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { DownloadCount, DownloadCounts } from '../../catalogue/download-counts.ts'
import { DomainError } from '../../domain-error.ts'
import { busy, compressed, json, refusal, tooMany } from '../openapi/responses.ts'
import { type RateLimitDeps, tooManyRequests } from '../requests/rate-limit.ts'
import { readJson } from '../requests/read-body.ts'
import { routesOf } from '../route.ts'

export interface DownloadsDeps extends RateLimitDeps {
  counts: DownloadCounts
}

interface DownloadsRoutesDeps {
  snapshot: CurrentSnapshot
  /** `undefined` on a server that does not count downloads. */
  downloads?: DownloadsDeps | undefined
}

export const addDownloadsRoutes = (app: Hono, { snapshot, downloads }: DownloadsRoutesDeps) => {
  const open = routesOf(app, 'Wallpapers', 'open')
  const required = () => {
    if (downloads !== undefined) return downloads
    throw new DomainError('NOT_FOUND', notCounted)
  }
  open.get('/api/downloads', {
    query: downloadsQuerySchema,
    id: 'getDownloads',
    summary: 'The most downloaded wallpapers',
    text: 'Lists download counts, the highest first. For all details of the wallpapers in this order, use `sort=downloads` of `/api/wallpapers`.',
    answers: {
      200: json(
        'The wallpapers and their counts. The list may be 10 seconds old.',
        downloadsResponseSchema,
        {
          success: true,
          wallpapers: [
            {
              sha: 'alpine-dawn',
              name: 'alpine-dawn',
              platform: 'desktop',
              category: 'nature',
              download_count: 12,
              updated_at: '2026-11-22T08:00:00.000Z',
            },
          ],
        },
      ),
      404: refusal('This server does not count downloads.', notCounted),
      503: busy('The download counts cannot be read right now: try again'),
    },
    handler: async (c, readQuery) => {
      const { counts } = required()
      const { limit } = readQuery(c)
      const { catalogue } = await snapshot()
      const wallpapers = toRecords(await counts.listMost(), catalogue, limit)
      c.header('Cache-Control', 'public, max-age=10')
      return c.json({ success: true, wallpapers } satisfies DownloadsResponse)
    },
  })

  open.post('/api/downloads', {
    id: 'countDownload',
    summary: 'Count a download',
    text: 'Adds one to the count of a wallpaper. The server stores nothing about who downloaded it.',
    body: { schema: countDownloadSchema, example: { name: 'alpine-dawn' }, ...body },
    answers: {
      200: json('The download was counted.', downloadCountedSchema, { success: true }),
      400: refusal('The body names no wallpaper, or is not JSON.', body.invalid),
      404: refusal(
        'The wallpaper does not exist, or the server does not count downloads.',
        "Wallpaper 'nowhere' not found",
      ),
      415: compressed,
      429: tooMany(
        'This client has reported too many downloads. The text says when to try again.',
        'Too many requests: 100 in 3600 seconds are allowed, try again in 12 seconds',
      ),
    },
    handler: async (c) => {
      const { counts, limit, clientAddress } = required()
      c.header('Cache-Control', 'no-store')
      const { sha, name } = await readJson(c, countDownloadSchema, body)
      const spellings = [sha, name].filter((text) => text?.trim())
      const [first] = spellings
      if (first === undefined) throw new DomainError('INVALID_REQUEST', body.invalid)
      const { catalogue } = await snapshot()
      const id = spellings.map((text = '') => catalogue.idOf(text)).find(Boolean)
      if (id === undefined)
        throw new DomainError('NOT_FOUND', `Wallpaper ${quoted(first)} not found`)
      const taken = await limit.take(clientAddress(c).key)
      if (!taken.isAllowed) throw tooManyRequests(limit, taken)
      counts.count(id)
      return c.json({ success: true })
    },
  })
}

const notCounted =
  'This server does not count downloads. Its operator can change that with DOWNLOAD_COUNTS=on'

const body = { maxBytes: maxDownloadBodyBytes, invalid: 'Missing wallpaper identifier' }

// Leaves out wallpapers that are not in the catalogue. Their stored counts stay, because the wallpapers may come back.
const toRecords = (
  counts: readonly DownloadCount[],
  catalogue: Pick<Catalogue, 'find'>,
  limit: number,
) => {
  const records: DownloadsResponse['wallpapers'] = []
  for (const { id, count, updatedAt } of counts) {
    if (records.length === limit) break
    const wallpaper = catalogue.find(id)
    if (wallpaper?.id !== id) continue
    records.push({
      sha: id,
      name: id.slice(id.lastIndexOf('/') + 1),
      platform: toDeviceType(wallpaper.orientation) ?? 'unknown',
      category: wallpaper.category || 'unknown',
      download_count: count,
      updated_at: new Date(updatedAt).toISOString(),
    })
  }
  return records
}
