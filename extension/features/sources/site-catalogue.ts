import { matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { readRetryAfter } from '../../../shared/retry-after.ts'
import { toList, toRecord, toText } from '../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { type Fetch, failUnreachable, get } from '../../remote/http.ts'
import { FetchError } from '../../remote/problem.ts'
import { parseDeckWallpaper } from '../wallpaper/parse-deck.ts'
import { inScreenSize } from './image-client.ts'
import {
  type CatalogueClient,
  type Sizing,
  type Source,
  type SourceDeps,
  shuffle,
} from './source.ts'

export const openSiteCatalogue = ({ connectImages, readSizing }: SourceDeps): Source => {
  const { load } = connectImages()
  const describe = async () => undefined
  if (import.meta.env.WXT_EXPORTED) {
    const parts = Number(document.documentElement.dataset.parts)
    return { ...createPartsCatalogue({ parts, readSizing }), describe, load }
  }
  return { ...createSiteCatalogue(), describe, load: inScreenSize(load) }
}

const count = 10
const deadlineMs = 10_000

/** The client that the extension uses also understands other servers, and would add 40 kB for zod. */
export const createSiteCatalogue = (fetch?: Fetch): CatalogueClient => ({
  find: async ({ catalogue, type, atleast }, exclude) => {
    const query = new URLSearchParams({
      include: 'details',
      count: `${count}`,
      ...(type && { type }),
      ...(atleast && { atleast }),
      exclude: exclude.join(),
    })
    const response = await get(`${catalogue}/api/wallpapers?${query}`, { deadlineMs, fetch })
    const answer = toRecord(await response.json().catch(() => undefined))
    if (response.ok && Array.isArray(answer.items))
      return toList(answer.items, (item) => toSiteDetail(item))
    // The server answers 404 with an error if no wallpaper is left.
    if (response.status === 404 && answer.error) return []
    const { status } = response
    throw new FetchError(response.ok ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }, {
      retryAfterMs: readRetryAfter(response),
    })
  },
})

interface PartsDeps {
  /** How many parts the site has. */
  parts: number
  readSizing(): Promise<Sizing>
  fetch?: Fetch
  random?: () => number
}

/**
 * Finds wallpapers on the exported site of this page. Loading the whole index would take too long, so the site has
 * parts of it, each with wallpapers from anywhere in the index.
 */
export const createPartsCatalogue = ({
  parts,
  readSizing,
  fetch,
  random = Math.random,
}: PartsDeps): CatalogueClient => {
  const find: CatalogueClient['find'] = async (filters, exclude) => {
    const { catalogue, type } = filters
    const { screen } = await readSizing()
    const toItem = (item: unknown) => {
      const detail = toSiteDetail(item)
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
        (item) => !exclude.includes(item.id) && matchesDetail(item, { type }) === true,
      )
      if (left.length > 0) return shuffle(left, random).slice(0, count)
    }
    // A catalogue without wallpapers of the screen's shape shows all others, as on a server.
    return type ? find({ ...filters, type: undefined }, exclude) : []
  }
  return { find }
}

const toSiteDetail = (item: unknown): WallpaperDetail | undefined => {
  const wallpaper = parseDeckWallpaper(item)
  if (!wallpaper) return
  const { light, focal, terms, catalogue: _, ...detail } = wallpaper
  return {
    ...detail,
    format: '',
    focal_point: toPoint(toRecord(toRecord(item).focal_point)),
    file_size: null,
    created_at: null,
  }
}

const toPoint = ({ x, y }: Record<string, unknown>): WallpaperDetail['focal_point'] =>
  typeof x === 'number' && typeof y === 'number' ? { x, y } : null
