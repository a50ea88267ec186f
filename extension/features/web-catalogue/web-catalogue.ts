import type { Random } from '../../../shared/catalogue/draw.ts'
import { countNames } from '../../../shared/catalogue/rows.ts'
import { colorNames } from '../../../shared/filter-values.ts'
import { readFilters } from '../../../shared/filters.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { Fetch } from '../../remote/http.ts'
import { FetchError } from '../../remote/problem.ts'
import type { FilterChoices } from '../settings/filter-choices.ts'
import type { CatalogueClient, Describe } from '../supply/catalogue-client.ts'
import { type CataloguePlace, parseCatalogueAddress } from './address.ts'
import { type CatalogueStore, createCatalogueStore } from './catalogue-store.ts'
import { describeRows, type OpenCatalogue, showRows, type Wish } from './describe-row.ts'
import { checkPicture, fetchList, findDefaultBranch, readList } from './fetch-catalogue.ts'
import { findRow, type PackedRows, selectRows } from './packed-rows.ts'
import { createLists } from './stored-lists.ts'

const count = 10
const previewCount = 3

export interface CataloguePreview {
  /** The catalogue's name, for `Settings.catalogues`. */
  name: string
  /** How many wallpapers the catalogue has. */
  count: number
  /** How many rows of the index could not be read. */
  skipped: number
  /** Whether GitHub listed only a part of the repository's files, because it has more than 100,000. */
  isPartial: boolean
  /** Three wallpapers in the shape of the screen, or fewer if the catalogue has fewer. */
  wallpapers: WallpaperDetail[]
}

/**
 * Catalogues that are plain files on the web: an `index.json`, or the pictures of a repository at GitHub. `kindOf` of
 * the settings returns `web` for the name of such a catalogue.
 *
 * `url`, `preview_url` and `image_url` of a wallpaper are the addresses of files, so nothing may be appended to them.
 * `image_url` is the file to download: the smallest one that covers the screen, or the preview when saving data. Values
 * that the catalogue does not have are `null`.
 */
export interface WebCatalogue {
  /**
   * Selects from the stored catalogue. Fetches it first if it is not stored. If a check for changes is due, answers from
   * the stored version and checks in the background. Ignores `filters.source`, because such catalogues have no users.
   * @throws FetchError if the catalogue is not stored and cannot be fetched
   */
  find: CatalogueClient['find']
  describe: Describe
  /** Lists the categories and colors of a catalogue for the fields of the settings. */
  listChoices(name: string): Promise<FilterChoices>
  /**
   * Fetches the catalogue at an address that a person typed, stores it, and checks that its pictures can be downloaded.
   * The caller saves `name` to use the catalogue.
   * @throws NoCorsError after which the caller asks for a permission for its `origin`, and calls this again
   * @throws FetchError with another problem for the person
   */
  preview(address: string): Promise<CataloguePreview>
  /** Deletes all stored lists except those of these catalogues. Call it after the person has changed the chosen catalogues. */
  keepOnly(names: readonly string[]): Promise<void>
  /** Resolves when no catalogue is being fetched. The background waits for it, so that the browser keeps it running. */
  idle(): Promise<void>
}

export interface WebCatalogueDeps {
  /** A `fetch` made by `createPoliteFetch`. */
  fetch: Fetch
  readWish(): Promise<Wish>
  store?: CatalogueStore
  now?: () => number
  random?: Random
}

export const createWebCatalogue = ({
  fetch,
  readWish,
  store = createCatalogueStore(),
  now = Date.now,
  random = Math.random,
}: WebCatalogueDeps): WebCatalogue => {
  const lists = createLists<CataloguePlace>({
    store,
    now,
    random,
    fetchNews: async (place, before) => {
      const { layout } = (await store.readState(place.name)) ?? {}
      const list = await fetchList(place, layout, fetch)
      if (before && list.digest === before.state.digest) return before
      return async () => readList(list, (await store.readState(place.name))?.known ?? [], fetch)
    },
  })

  const open = async (name: string) => {
    const [place] = parseCatalogueAddress(name)
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

  // Selects again if a new list has replaced the opened one meanwhile.
  const show = async (
    name: string,
    choose: (rows: PackedRows) => readonly number[],
  ): Promise<WallpaperDetail[]> => {
    const opened = await open(name)
    const chosen = choose(opened.catalogue.rows)
    const shown = await showRows(store, opened, { chosen, wish: await readWish() })
    return shown ?? show(name, choose)
  }

  return {
    find: (filters, exclude) =>
      show(filters.catalogue, (rows) =>
        selectRows(
          rows,
          readFilters((name) => filters[name]),
          { count, exclude, random },
        ),
      ),
    describe: async (name, id) => {
      const [found] = await show(name, (rows) => {
        const row = findRow(rows, id)
        return row === undefined ? [] : [row]
      })
      return found?.id === id ? found : undefined
    },
    listChoices: async (name) => toChoices((await open(name)).catalogue.rows),
    preview: async (address) => {
      const places = await findDefaultBranch(parseCatalogueAddress(address), fetch)
      const opened = await openFirst(places)
      const { rows, state } = opened.catalogue
      const wish = await readWish()
      const type = wish.screen && wish.screen.width < wish.screen.height ? 'mobile' : 'desktop'
      const chosen = selectRows(rows, { type }, { count: previewCount, exclude: [], random })
      const described = await describeRows(opened, chosen, wish)
      const wallpapers = described.map(({ detail }) => detail)
      for (const { image_url } of wallpapers.slice(0, 1)) await checkPicture(image_url, fetch)
      const { skipped, isPartial } = state
      return { name: opened.place.name, count: rows.ids.length, skipped, isPartial, wallpapers }
    },
    keepOnly: store.keepOnly,
    idle: lists.idle,
  }
}

const toChoices = ({ named: { category, color } }: PackedRows): FilterChoices => ({
  categories: countNames(category.values, category),
  colors: colorNames.filter((name) => color.values.includes(name)),
})
