import type { Random } from '../../../../shared/catalogue/draw.ts'
import { countNames } from '../../../../shared/catalogue/rows.ts'
import { colorNames } from '../../../../shared/filter-values.ts'
import { readFilters } from '../../../../shared/filters.ts'
import type { WallpaperDetail } from '../../../../shared/wallpaper.ts'
import type { Fetch } from '../../../remote/http.ts'
import { FetchError } from '../../../remote/problem.ts'
import type { FilterChoices } from '../../settings/setting-values.ts'
import type { Filters } from '../../settings/settings.ts'
import type {
  CataloguePreview,
  FoundWallpapers,
  SearchQuery,
  Sizing,
  Source,
  SourceDeps,
} from '../source.ts'
import { type CataloguePlace, parseCatalogueAddress } from './address.ts'
import { type WebCatalogueStore, webCatalogueStore } from './catalogue-store.ts'
import { checkPicture, fetchRows, readRows } from './fetch-catalogue.ts'
import { createPoliteFetch } from './polite-fetch.ts'
import { skipUnusable } from './skipped-pictures.ts'
import { createLists, type OpenedList } from './stored-lists.ts'
import type { WebRows } from './web-rows.ts'

const count = 10
const previewCount = 3

/**
 * `url`, `preview_url` and `image_url` of a wallpaper are the addresses of files, so nothing may be appended to them.
 * `image_url` is the file to download: the smallest one that covers the screen, or the preview when saving data. Values
 * that the catalogue does not have are `null`.
 *
 * A catalogue that is not stored is fetched first. If a check for changes is due, the stored version answers, and the check
 * runs in the background. `preview` throws a `NoCorsError` after which its caller asks for a permission for the `origin`.
 */
export const openWebCatalogue = (
  { fetch, connectImages, readSizing }: SourceDeps,
  toPlace = parseCatalogueAddress,
): Source => {
  const politeFetch = createPoliteFetch({ fetch })
  const catalogue = createWebCatalogue({ fetch: politeFetch, readSizing, toPlace })
  const { load } = connectImages(politeFetch)
  return skipUnusable({ ...catalogue, load })
}

interface OpenCatalogue extends OpenedList {
  /** Its `index` is the base of relative addresses. */
  place: CataloguePlace
}

export interface WebCatalogueDeps {
  /** A `fetch` made by `createPoliteFetch`. */
  fetch: Fetch
  readSizing(): Promise<Sizing>
  toPlace?: typeof parseCatalogueAddress
  store?: WebCatalogueStore
  now?: () => number
  random?: Random
}

export const createWebCatalogue = ({
  fetch,
  readSizing,
  toPlace = parseCatalogueAddress,
  store = webCatalogueStore,
  now = Date.now,
  random = Math.random,
}: WebCatalogueDeps) => {
  const lists = createLists<CataloguePlace>({
    store,
    now,
    random,
    fetchNews: async (place, before) => {
      const { text, layout } = await fetchRows(place, before?.state.layout, fetch)
      const isSame = before && (await text.text()) === (await before.text.text())
      return isSame ? before : { rows: await readRows(text), text, state: { layout } }
    },
  })

  const open = async (name: string): Promise<OpenCatalogue> => {
    const place = toPlace(name)
    if (!place) throw new FetchError({ kind: 'no-index' })
    return { place, ...((await lists.peek(place)) ?? (await lists.load(place))) }
  }

  const describe = async (
    { place, state, rows }: OpenCatalogue,
    chosen: readonly number[],
  ): Promise<WallpaperDetail[]> => {
    const folder = state.layout === 'own' ? new URL('.', place.index).href : undefined
    return rows.describe(chosen, { folder, sizing: await readSizing() })
  }

  return {
    find: async ({ catalogue, ids, ...filters }: Filters, exclude: readonly string[]) => {
      const opened = await open(catalogue)
      const { rowOf, select } = opened.rows
      const listed = ids?.split(',').flatMap((id) => rowOf(id) ?? [])
      const wanted = readFilters((name) => filters[name])
      return describe(opened, listed ?? select(wanted, { count, exclude, random }))
    },
    describe: async (name: string, id: string) => {
      const opened = await open(name)
      const row = opened.rows.rowOf(id)
      return row === undefined ? undefined : (await describe(opened, [row]))[0]
    },
    search: async ({ name, q, limit }: SearchQuery): Promise<FoundWallpapers | undefined> => {
      const place = toPlace(name)
      const list = place && (await lists.peek(place))
      if (!list) return
      const found = list.rows.search(q)
      const wallpapers = await describe({ place, ...list }, found.slice(0, limit))
      return { total: found.length, wallpapers }
    },
    listChoices: async (name: string) => toChoices((await open(name)).rows),
    preview: async (typed: string): Promise<CataloguePreview | undefined> => {
      const place = toPlace(typed)
      if (!place) return
      const opened = { place, ...(await lists.load(place)) }
      const { rows } = opened
      const { screen } = await readSizing()
      const type = screen && screen.width < screen.height ? 'mobile' : 'desktop'
      const chosen = rows.select({ type }, { count: previewCount, exclude: [], random })
      const wallpapers = await describe(opened, chosen)
      for (const { image_url } of wallpapers.slice(0, 1)) await checkPicture(image_url, fetch)
      return { name: place.name, count: rows.size, skipped: rows.skipped, wallpapers }
    },
    idle: lists.idle,
  }
}

const toChoices = ({ named: { category, color } }: WebRows): FilterChoices => ({
  categories: countNames(category.values, category),
  colors: colorNames.filter((name) => color.values.includes(name)),
})
