import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { inParallel } from '../../remote/limits.ts'
import { FetchError } from '../../remote/problem.ts'
import type { Filters } from '../settings/settings.ts'
import type { CatalogueClient, Describe, FindDay } from '../wallpaper/catalogue-client.ts'
import { serverOf } from './favorites.ts'
import type { FavoritesStore } from './favorites-store.ts'

const count = 10
const atOnce = 4

interface FinderDeps {
  catalogue: CatalogueClient
  favorites: Pick<FavoritesStore, 'read'>
  describe: Describe
  random?: () => number
}

export const createFinder = (deps: FinderDeps): CatalogueClient => ({
  find: (filters, exclude) =>
    filters.source === 'favorites'
      ? findFavorites(deps, filters, exclude)
      : deps.catalogue.find(filters, exclude),
})

// The filters for category and color do not apply to favorites. Favorites in the screen's shape come first.
const findFavorites = async (
  { favorites, describe, random = Math.random }: FinderDeps,
  { server, type }: Filters,
  exclude: readonly string[],
): Promise<WallpaperDetail[]> => {
  const ids = await listFavoriteIds(favorites, server)
  const left = shuffle(
    ids.filter((id) => !exclude.includes(id)),
    random,
  )
  // If ten favorites have all left the catalogue, the search continues with the next ten.
  for (let at = 0; at < left.length; at += count) {
    const some = left.slice(at, at + count)
    const found = await describeAll(some, (id) => describe(server, id))
    if (found.length > 0)
      return found.sort((a, b) => Number(b.type === type) - Number(a.type === type))
  }
  return []
}

type DayFinderDeps = Pick<FinderDeps, 'favorites' | 'describe'> & { findDay: FindDay }

/** The favorite of the day follows from the date, so that it is the same on all devices of an account. */
export const createDayFinder =
  ({ findDay, favorites, describe }: DayFinderDeps, now = Date.now): FindDay =>
  async (filters, asked) => {
    const { source, server, tone } = filters
    if (source !== 'favorites') return findDay(filters, asked)
    const date = asked ?? toLocalDate(now())
    const ids = (await listFavoriteIds(favorites, server)).toSorted()
    const id = ids[(Date.parse(date) / dayMs) % ids.length]
    // Only wallpapers of the catalogue are known to be dark before their download.
    if (id === undefined || tone !== null) return
    try {
      return { date, endsAt: null, wallpaper: await describe(server, id) }
    } catch (error) {
      if (error instanceof FetchError && error.code === 'not-a-catalogue') return
      throw error
    }
  }

const dayMs = 86_400_000

const toLocalDate = (now: number) => {
  const date = new Date(now)
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
    .toISOString()
    .slice(0, 10)
}

export const listFavoriteIds = async (
  store: Pick<FavoritesStore, 'read'>,
  server: string,
): Promise<string[]> => {
  const { owner, favorites } = await store.read()
  return serverOf(owner) === server ? favorites.map(({ id }) => id) : []
}

// Fetches the details of favorites. Throws when the server does not answer and no favorite was found.
const describeAll = async (
  ids: readonly string[],
  describe: (id: string) => Promise<WallpaperDetail>,
): Promise<WallpaperDetail[]> => {
  const found: WallpaperDetail[] = []
  let problem: FetchError | undefined
  const describeOne = async (id: string) => {
    try {
      found.push(await describe(id))
    } catch (error) {
      if (!(error instanceof FetchError) || error.code === 'not-a-catalogue') return
      problem = error
    }
  }
  // A failed request does not end the search, because stored favorites are found without a network.
  await inParallel(ids, atOnce, describeOne, () => false)
  if (problem && found.length === 0) throw problem
  return found
}

const shuffle = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
