import { bareDetail, matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { Fetch } from '../../remote/http.ts'
import { FetchError, failAsFetch } from '../../remote/problem.ts'
import { type CatalogueKind, kindOf } from '../settings/catalogues.ts'
import { settingsItem } from '../settings/settings.ts'
import { type BundledWallpaper, toBundledFile } from '../wallpaper/deck.ts'
import type { CatalogueClient, Describe, FindDay } from './catalogue-client.ts'
import { shuffle } from './find-wallpapers.ts'
import type { ImageClient } from './image-client.ts'

export interface Catalogue extends CatalogueClient, ImageClient {
  describe: Describe
  /** Absent if the catalogue has no picture of the day. */
  findDay?: FindDay
}

/**
 * Sends each call to the client for the kind of catalogue. The catalogue's name tells its kind. Every error is a
 * `FetchError`, because a top-up ends for all catalogues when the deck's own database fails.
 */
export const createAllCatalogues = (
  byKind: Partial<Record<CatalogueKind, Catalogue>>,
): Required<Catalogue> => {
  const of = async (name: string): Promise<Catalogue> => {
    const catalogue = byKind[kindOf(name)]
    if (!catalogue) throw new FetchError({ kind: 'not-a-catalogue' })
    return catalogue
  }
  return {
    find: async (filters, exclude) =>
      (await of(filters.catalogue)).find(filters, exclude).catch(failAsFetch),
    describe: async (name, id) => (await of(name)).describe(name, id).catch(failAsFetch),
    load: async (wallpaper, screen) => (await of(wallpaper.catalogue)).load(wallpaper, screen),
    findDay: async (filters, date) =>
      (await of(filters.catalogue)).findDay?.(filters, date).catch(failAsFetch),
  }
}

/** Returns a `fetch` that sends nothing once a catalogue is not chosen, because a download may have waited for another one. */
export const createChosenFetch =
  (catalogue: string, fetch: Fetch): Fetch =>
  async (input, init) => {
    const { catalogues } = await settingsItem.read()
    if (!catalogues.includes(catalogue)) throw new TypeError(`${catalogue} is not chosen`)
    return fetch(input, init)
  }

/** The built-in pictures as a catalogue, for a mix with others and for favorites. They have no categories or colors. */
export const createBuiltIn = (
  bundle: readonly BundledWallpaper[],
  { load }: ImageClient,
): Catalogue => ({
  find: async ({ category, color, tone, type }, exclude) => {
    const fitting = bundle
      .map(toDetail)
      .filter((one) => !exclude.includes(one.id))
      .filter((one) => matchesDetail(one, { category, color, tone, type }) === true)
    return shuffle(fitting, Math.random)
  },
  describe: async (_name, id) => {
    const wallpaper = bundle.find((one) => one.id === id)
    return wallpaper && toDetail(wallpaper)
  },
  load,
})

const toDetail = ({ light, focal, ...wallpaper }: BundledWallpaper): WallpaperDetail =>
  bareDetail({ ...wallpaper, type: 'desktop', format: 'jpg', url: toBundledFile(wallpaper) })
