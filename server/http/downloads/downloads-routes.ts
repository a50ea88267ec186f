import type { Hono } from 'hono'
import { toDeviceType } from '../../../shared/catalogue/shape-and-format.ts'
import {
  countDownloadSchema,
  type DownloadsResponse,
  downloadsQuerySchema,
  maxDownloadBodyBytes,
} from '../../../shared/downloads-api.ts'
import { quoted } from '../../../shared/text.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { DownloadCount, DownloadCounts } from '../../catalogue/download-counts.ts'
import { DomainError } from '../../domain-error.ts'
import { openRoute } from '../add-route.ts'
import { parseQuery } from '../requests/parse-query.ts'
import { type RateLimitDeps, tooMany } from '../requests/rate-limit.ts'
import { readJson } from '../requests/read-body.ts'

export interface DownloadsDeps extends RateLimitDeps {
  counts: DownloadCounts
}

interface DownloadsRoutesDeps {
  snapshot: CurrentSnapshot
  /** `undefined` on a server that does not count downloads. */
  downloads?: DownloadsDeps | undefined
}

export const addDownloadsRoutes = (app: Hono, { snapshot, downloads }: DownloadsRoutesDeps) => {
  const required = () => {
    if (downloads !== undefined) return downloads
    throw new DomainError('NOT_FOUND', notCounted)
  }
  openRoute(app, '/api/downloads', {
    GET: async (c) => {
      const { counts } = required()
      const { limit } = parseQuery(c, downloadsQuerySchema)
      const { catalogue } = await snapshot()
      const wallpapers = toRecords(await counts.listMost(), catalogue, limit)
      c.header('Cache-Control', 'public, max-age=10')
      return c.json({ success: true, wallpapers } satisfies DownloadsResponse)
    },
    POST: async (c) => {
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
      if (!taken.isAllowed) throw tooMany(limit, taken)
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
