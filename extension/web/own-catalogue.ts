import { readRetryAfter } from '../../shared/client/fresco-error.ts'
import type { WallpaperDetail } from '../../shared/wallpaper.ts'
import type { CatalogueClient } from '../features/wallpaper/catalogue-client.ts'
import { parseDeckWallpaper } from '../features/wallpaper/parse-deck.ts'
import { toList, toRecord } from '../platform/unknown.ts'
import { get } from '../remote/http.ts'
import { FetchError } from '../remote/problem.ts'

const count = 10
const deadlineMs = 10_000

/**
 * Finds wallpapers on the server of this page. The client that the extension uses also understands other servers, and
 * would add 40 kB for zod.
 */
export const createOwnCatalogue = (fetch?: typeof globalThis.fetch): CatalogueClient => ({
  find: async ({ catalogue, type }, exclude) => {
    const query = new URLSearchParams({
      include: 'details',
      count: `${count}`,
      ...(type && { type }),
      exclude: exclude.join(),
    })
    const response = await get(`${catalogue}/api/wallpapers?${query}`, { deadlineMs, fetch }).catch(
      (cause: unknown) => Promise.reject(new FetchError({ kind: 'unreachable' }, { cause })),
    )
    const answer = toRecord(await response.json().catch(() => undefined))
    if (response.ok && Array.isArray(answer.items))
      return toList(answer.items, (item) => toDetail(item, catalogue))
    // The server answers 404 with an error if no wallpaper is left.
    if (response.status === 404 && answer.error) return []
    const { status } = response
    throw new FetchError(response.ok ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }, {
      retryAfterMs: readRetryAfter(response),
    })
  },
})

const toDetail = (item: unknown, name: string): WallpaperDetail | undefined => {
  const wallpaper = parseDeckWallpaper(item, name)
  if (!wallpaper) return
  const { light, focal, catalogue: _, ...detail } = wallpaper
  return {
    ...detail,
    format: '',
    palette: [],
    created_at: null,
    focal_point: toPoint(toRecord(toRecord(item).focal_point)),
  }
}

const toPoint = ({ x, y }: Record<string, unknown>): WallpaperDetail['focal_point'] =>
  typeof x === 'number' && typeof y === 'number' ? { x, y } : null
