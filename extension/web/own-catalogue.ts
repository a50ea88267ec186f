import { readRetryAfter } from '../../shared/client/fresco-error.ts'
import { toList, toRecord, toText } from '../../shared/unknown.ts'
import type { WallpaperDetail } from '../../shared/wallpaper.ts'
import type { CatalogueClient } from '../features/supply/catalogue-client.ts'
import { shuffle } from '../features/supply/find-wallpapers.ts'
import { screenItem } from '../features/supply/top-up.ts'
import { parseDeckWallpaper } from '../features/wallpaper/parse-deck.ts'
import { type Fetch, get } from '../remote/http.ts'
import { FetchError } from '../remote/problem.ts'

const count = 10
const deadlineMs = 10_000

/**
 * Finds wallpapers on the server of this page. The client that the extension uses also understands other servers, and
 * would add 40 kB for zod.
 */
export const createOwnCatalogue = (fetch?: Fetch): CatalogueClient => ({
  find: async ({ catalogue, type }, exclude) => {
    const query = new URLSearchParams({
      include: 'details',
      count: `${count}`,
      ...(type && { type }),
      exclude: exclude.join(),
    })
    const response = await get(`${catalogue}/api/wallpapers?${query}`, { deadlineMs, fetch }).catch(
      failUnreachable,
    )
    const answer = toRecord(await response.json().catch(() => undefined))
    if (response.ok && Array.isArray(answer.items))
      return toList(answer.items, (item) => toDetail(item))
    // The server answers 404 with an error if no wallpaper is left.
    if (response.status === 404 && answer.error) return []
    const { status } = response
    throw new FetchError(response.ok ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }, {
      retryAfterMs: readRetryAfter(response),
    })
  },
})

const failUnreachable = (cause: unknown) =>
  Promise.reject(new FetchError({ kind: 'unreachable' }, { cause }))

/**
 * Finds wallpapers on the exported site of this page. Loading the whole index would take too long, so the site has
 * parts of it, each with wallpapers from anywhere in the index.
 * @param parts how many parts the site has
 */
export const createPartsCatalogue = (
  parts: number,
  fetch?: Fetch,
  random: () => number = Math.random,
): CatalogueClient => {
  const find: CatalogueClient['find'] = async (filters, exclude) => {
    const { catalogue, type } = filters
    const screen = await screenItem.read()
    const toItem = (item: unknown) => {
      const detail = toDetail(item)
      const copies = toList(toRecord(item).renditions, toRecord)
      const copy = copies.find(
        ({ width, height }) =>
          screen && Number(width) >= screen.width && Number(height) >= screen.height,
      )
      return detail && { ...detail, image_url: toText(copy?.url, detail.url) }
    }
    const first = Math.floor(random() * parts)
    for (let step = 0; step < parts; step++) {
      const part = ((first + step) % parts) + 1
      const url = new URL(`api/wallpapers/${part}.json`, catalogue).href
      const answer = await get(url, { deadlineMs, fetch })
        .then((response) => response.json())
        .catch(failUnreachable)
      const left = toList(answer, toItem).filter(
        (item) => !exclude.includes(item.id) && (!type || item.type === type),
      )
      if (left.length > 0) return shuffle(left, random).slice(0, count)
    }
    // A catalogue without wallpapers of the screen's shape shows all others, as on a server.
    return type ? find({ ...filters, type: undefined }, exclude) : []
  }
  return { find }
}

const toDetail = (item: unknown): WallpaperDetail | undefined => {
  const wallpaper = parseDeckWallpaper(item)
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
