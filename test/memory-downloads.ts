import { createClientRequestLimit } from '../server/adapters/redis/limits.ts'
import { systemTiming } from '../server/adapters/system-timing.ts'
import {
  createDownloadCounts,
  type DownloadCount,
  type DownloadStore,
} from '../server/catalogue/download-counts.ts'
import type { DownloadsDeps } from '../server/http/downloads/downloads-routes.ts'
import { silentLog } from './accounts-app.ts'

export const createMemoryDownloads = (): DownloadStore => {
  const stored = new Map<string, DownloadCount>()
  return {
    add: async (counts) => {
      for (const { id, count, updatedAt } of counts) {
        const known = stored.get(id) ?? { count: 0, updatedAt: 0 }
        const newest = Math.max(updatedAt, known.updatedAt)
        stored.set(id, { id, count: count + known.count, updatedAt: newest })
      }
    },
    listMost: async (limit) =>
      [...stored.values()]
        .sort((one, other) => other.count - one.count || other.updatedAt - one.updatedAt)
        .slice(0, limit),
  }
}

/** What an app needs to count downloads. Lists are always up to date, and all clients are one. */
export const makeDownloads = ({ requests = 1_000, store = createMemoryDownloads() } = {}) =>
  ({
    counts: createDownloadCounts({ store, ...systemTiming, maxAgeMs: 0, log: silentLog }),
    limit: createClientRequestLimit({ allowance: { requests, windowSeconds: 3600 } }),
    clientAddress: ({ env }) => ({ exact: 'unused', key: env?.client ?? 'one' }),
  }) satisfies DownloadsDeps
