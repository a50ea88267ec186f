import type { Random } from '../../../../shared/catalogue/draw.ts'
import { countNames } from '../../../../shared/catalogue/rows.ts'
import { colorNames } from '../../../../shared/filter-values.ts'
import { readFilters } from '../../../../shared/filters.ts'
import type { WallpaperDetail } from '../../../../shared/wallpaper.ts'
import { type PictureWorker, startWorker } from '../../../platform/browser/picture-worker.ts'
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
import { createWebCatalogueStore, type WebCatalogueStore } from './catalogue-store.ts'
import { describeRows, type OpenCatalogue } from './describe-row.ts'
import { checkPicture, fetchList, readList } from './fetch-catalogue.ts'
import { findRow, selectRows, type WebRows } from './packed-rows.ts'
import { createPoliteFetch } from './polite-fetch.ts'
import type { CatalogueQuery } from './search-catalogue.ts'
import { skipUnusable } from './skipped-pictures.ts'
import { createLists } from './stored-lists.ts'

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
  toPlaces = parseCatalogueAddress,
): Source => {
  const politeFetch = createPoliteFetch({ fetch })
  const catalogue = createWebCatalogue({ fetch: politeFetch, readSizing, toPlaces })
  const { load } = connectImages(politeFetch)
  let worker: PictureWorker<CatalogueQuery, FoundWallpapers | undefined> | undefined
  const search = async ({ name, ...query }: SearchQuery) => {
    const [place] = toPlaces(name)
    if (!place) return
    worker ??= startWorker('/search-worker.js')
    return worker.run({ ...query, catalogue: place.name, index: place.index })
  }
  return skipUnusable({ ...catalogue, load, search })
}

export interface WebCatalogueDeps {
  /** A `fetch` made by `createPoliteFetch`. */
  fetch: Fetch
  readSizing(): Promise<Sizing>
  /** Lists the places that an address or a name may mean. */
  toPlaces?: typeof parseCatalogueAddress
  store?: WebCatalogueStore
  now?: () => number
  random?: Random
}

export const createWebCatalogue = ({
  fetch,
  readSizing,
  toPlaces = parseCatalogueAddress,
  store = createWebCatalogueStore(),
  now = Date.now,
  random = Math.random,
}: WebCatalogueDeps) => {
  const lists = createLists<CataloguePlace>({
    store,
    now,
    random,
    fetchNews: async (place, before) => {
      const list = await fetchList(place, before?.state.layout, fetch)
      return before && list.digest === before.state.digest ? before : readList(list)
    },
  })

  const open = async (name: string) => {
    const [place] = toPlaces(name)
    if (!place) throw new FetchError({ kind: 'no-index' })
    return { place, catalogue: (await lists.peek(place)) ?? (await lists.load(place)) }
  }

  // Tries one place after the other until one has a catalogue.
  const openFirst = async ([
    place,
    ...others
  ]: readonly CataloguePlace[]): Promise<OpenCatalogue> => {
    if (!place) throw new FetchError({ kind: 'no-index' })
    try {
      return { place, catalogue: await lists.load(place, await store.read(place.name)) }
    } catch (error) {
      const isMissing = error instanceof FetchError && error.code === 'no-index'
      if (!isMissing || others.length === 0) throw error
      return openFirst(others)
    }
  }

  const show = async (
    name: string,
    choose: (rows: WebRows) => readonly number[],
  ): Promise<WallpaperDetail[]> => {
    const opened = await open(name)
    return describeRows(opened, choose(opened.catalogue.rows), await readSizing())
  }

  const describe = async (name: string, id: string) => {
    const [found] = await show(name, (rows) => {
      const row = findRow(rows, id)
      return row === undefined ? [] : [row]
    })
    return found?.id === id ? found : undefined
  }

  return {
    find: (filters: Filters, exclude: readonly string[]) =>
      show(
        filters.catalogue,
        (rows) =>
          filters.ids?.split(',').flatMap((id) => findRow(rows, id) ?? []) ??
          selectRows(
            rows,
            readFilters((name) => filters[name]),
            { count, exclude, random },
          ),
      ),
    describe,
    listChoices: async (name: string) => toChoices((await open(name)).catalogue.rows),
    preview: async (typed: string): Promise<CataloguePreview | undefined> => {
      const places = toPlaces(typed)
      if (places.length === 0) return
      const opened = await openFirst(places)
      const { rows, state } = opened.catalogue
      const sizing = await readSizing()
      const type =
        sizing.screen && sizing.screen.width < sizing.screen.height ? 'mobile' : 'desktop'
      const chosen = selectRows(rows, { type }, { count: previewCount, exclude: [], random })
      const wallpapers = await describeRows(opened, chosen, sizing)
      for (const { image_url } of wallpapers.slice(0, 1)) await checkPicture(image_url, fetch)
      const { skipped, isPartial } = state
      return { name: opened.place.name, count: rows.ids.length, skipped, isPartial, wallpapers }
    },
    idle: lists.idle,
  }
}

const toChoices = ({ named: { category, color } }: WebRows): FilterChoices => ({
  categories: countNames(category.values, category),
  colors: colorNames.filter((name) => color.values.includes(name)),
})
