import { inParallel } from '../../../shared/async.ts'
import { toDate, toDayNumber } from '../../../shared/days.ts'
import { FetchError } from '../../remote/problem.ts'
import type { Filters } from '../settings/settings.ts'
import type { CatalogueClient, Describe, FindDay, Found } from '../supply/catalogue-client.ts'
import { shuffle } from '../supply/find-wallpapers.ts'
import { toKey } from '../wallpaper/deck.ts'
import { catalogueOf } from './favorites.ts'
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
  { type }: Filters,
  exclude: readonly string[],
): Promise<Found[]> => {
  const all = await listHearted(favorites)
  const left = shuffle(
    all.filter(({ id }) => !exclude.includes(id)),
    random,
  )
  // If ten favorites have all left the catalogue, the search continues with the next ten.
  for (let at = 0; at < left.length; at += count) {
    const some = left.slice(at, at + count)
    const found = await describeAll(some, describe)
    if (found.length > 0)
      return found.sort(
        (a, b) => Number(b.type === (type ?? null)) - Number(a.type === (type ?? null)),
      )
  }
  return []
}

type DayFinderDeps = Pick<FinderDeps, 'favorites' | 'describe'> & { findDay: FindDay }

/** The favorite of the day follows from the date, so that it is the same on all devices with the same favorites. */
export const createDayFinder =
  ({ findDay, favorites, describe }: DayFinderDeps, now = Date.now): FindDay =>
  async (filters, asked) => {
    const { source, tone } = filters
    if (source !== 'favorites') return findDay(filters, asked)
    const date = asked ?? toDate(now())
    const all = (await listHearted(favorites)).toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
    const chosen = all[toDayNumber(date) % all.length]
    // Tabs that show only dark wallpapers have no favorite of the day, because that favorite may be too light.
    if (!chosen || tone !== undefined) return
    try {
      const { id, catalogue } = chosen
      return { date, endsAt: null, wallpaper: { ...(await describe(catalogue, id)), catalogue } }
    } catch (error) {
      if (error instanceof FetchError && error.code === 'not-a-catalogue') return
      throw error
    }
  }

interface Hearted {
  id: string
  catalogue: string
}

const listHearted = async (store: Pick<FavoritesStore, 'read'>): Promise<Hearted[]> => {
  const { owner, favorites } = await store.read()
  return favorites.map((one) => ({ id: one.id, catalogue: catalogueOf(one, owner) }))
}

/** Lists the favorites by their `toKey`. */
export const listFavoriteKeys = async (store: Pick<FavoritesStore, 'read'>): Promise<string[]> =>
  (await listHearted(store)).map(toKey)

// Fetches the details of favorites. Throws when the server does not answer and no favorite was found.
const describeAll = async (hearted: readonly Hearted[], describe: Describe): Promise<Found[]> => {
  const found: Found[] = []
  let problem: FetchError | undefined
  const describeOne = async ({ id, catalogue }: Hearted) => {
    try {
      found.push({ ...(await describe(catalogue, id)), catalogue })
    } catch (error) {
      if (!(error instanceof FetchError) || error.code === 'not-a-catalogue') return
      problem = error
    }
  }
  // A failed request does not end the search, because stored favorites are found without a network.
  await inParallel(hearted, describeOne, { width: atOnce })
  if (problem && found.length === 0) throw problem
  return found
}
