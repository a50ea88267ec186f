import { matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { readRetryAfter } from '../../../shared/retry-after.ts'
import { toList, toRecord, toText } from '../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { type Fetch, failUnreachable, get } from '../../remote/http.ts'
import { FetchError } from '../../remote/problem.ts'
import type { Filters } from '../settings/settings.ts'
import { siteOf } from '../settings/source-names.ts'
import { parseDeckWallpaper } from '../wallpaper/parse-deck.ts'
import { inScreenSize } from './image-client.ts'
import { wordsOf } from './list-words.ts'
import {
  type CatalogueClient,
  type DayPicture,
  type Found,
  type Sizing,
  type Source,
  type SourceDeps,
  shuffle,
} from './source.ts'

export const openSiteCatalogue = ({ fetch, connectImages, readSizing }: SourceDeps): Source => {
  const { load } = connectImages(fetch)
  const describe = async () => undefined
  if (import.meta.env.WXT_EXPORTED) {
    const parts = Number(document.documentElement.dataset.parts)
    return { ...createPartsCatalogue({ parts, readSizing, fetch }), describe, load }
  }
  return { ...createSiteCatalogue(fetch), describe, load: inScreenSize(load) }
}

const count = 10
const deadlineMs = 10_000

// The API's documented error text for an unknown username.
const nobody = 'User not found'

/** The client that the extension uses also understands other servers, and would add 40 kB for zod. */
export const createSiteCatalogue = (fetch?: Fetch) => {
  /** Resolves with `undefined` if nothing matches. */
  const ask = async (
    path: string,
    { catalogue, list: _, ...written }: Filters,
    others: Record<string, string | undefined>,
  ) => {
    const query = wordsOf(catalogue)
    for (const [name, value] of Object.entries({ ...written, ...others }))
      if (value !== undefined) query.set(name, value)
    const response = await get(`${siteOf(catalogue)}${path}?${query}`, { deadlineMs, fetch })
    const { status, ok } = response
    const answer = toRecord(await response.json().catch(() => undefined))
    if (ok && (answer.items || answer.wallpaper)) return answer
    if (answer.error === nobody)
      throw new FetchError({ kind: 'no-list', list: listNameOf(catalogue) })
    if (status === 404 && answer.error) return
    throw new FetchError(ok ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }, {
      retryAfterMs: readRetryAfter(response),
    })
  }
  return {
    find: async (filters: Filters, exclude: readonly string[]): Promise<Found[]> => {
      const { catalogue } = filters
      const details = { include: 'details', count: `${count}`, exclude: exclude.join() }
      const found = toList((await ask('/api/wallpapers', filters, details))?.items, toSiteDetail)
      if (found.length === 0 && exclude.length === 0 && siteOf(catalogue) !== catalogue)
        throw new FetchError({ kind: 'empty-list', list: listNameOf(catalogue) })
      return found.map((one) => ({ ...one, catalogue: siteOf(catalogue) }))
    },
    findDay: async (filters: Filters, date?: string): Promise<DayPicture | undefined> => {
      const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions()
      const answer = await ask('/api/wallpapers/today', filters, { tz, date }).catch(
        (error: unknown) => {
          // The next `find` reports a list that does not exist, so that others are shown instead.
          if (toRecord(error).code !== 'no-list') throw error
        },
      )
      const wallpaper = toSiteDetail(answer?.wallpaper)
      if (!wallpaper) return
      const endsAt = Date.parse(toText(answer?.next_at)) || null
      const catalogue = siteOf(filters.catalogue)
      return { date: toText(answer?.date), endsAt, wallpaper: { ...wallpaper, catalogue } }
    },
  }
}

const listNameOf = (catalogue: string) => `@${wordsOf(catalogue).get('from')}` as const

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
    const { catalogue, list, ...written } = filters
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
        (item) => !exclude.includes(item.id) && matchesDetail(item, written) === true,
      )
      if (left.length > 0) return shuffle(left, random).slice(0, count)
    }
    // A catalogue without wallpapers of the screen's shape shows all others, as on a server.
    return filters.type ? find({ ...filters, type: undefined }, exclude) : []
  }
  return { find }
}

const toSiteDetail = (item: unknown): WallpaperDetail | undefined => {
  const wallpaper = parseDeckWallpaper(item)
  if (!wallpaper) return
  const { light, focal, terms, beside, catalogue: _, created_at = null, ...detail } = wallpaper
  return {
    ...detail,
    created_at,
    format: '',
    focal_point: toPoint(toRecord(toRecord(item).focal_point)),
    file_size: null,
    placeholder: null,
  }
}

const toPoint = ({ x, y }: Record<string, unknown>): WallpaperDetail['focal_point'] =>
  typeof x === 'number' && typeof y === 'number' ? { x, y } : null
