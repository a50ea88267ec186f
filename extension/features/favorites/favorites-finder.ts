import { inParallel } from '../../../shared/async.ts'
import { toDate, toDayNumber } from '../../../shared/days.ts'
import { type FetchError, toFetchError } from '../../remote/problem.ts'
import type { Filters } from '../settings/settings.ts'
import type { Sources } from '../sources/all.ts'
import { type Describe, type Found, shuffle } from '../sources/source.ts'
import { toKey } from '../wallpaper/deck.ts'
import { catalogueOf } from './favorites.ts'
import type { FavoritesStore } from './favorites-store.ts'

const count = 10
const atOnce = 4

interface FinderDeps {
  catalogue: Finder
  favorites: Pick<FavoritesStore, 'read'>
  describe: Describe
  random?: () => number
  now?: () => number
}

type Finder = Pick<Sources, 'find' | 'findDay'>

export const createFinder = (deps: FinderDeps): Finder => {
  const { catalogue: catalogues, favorites, describe, now = Date.now } = deps
  return {
    find: (filters, exclude) =>
      filters.list === 'favorites'
        ? findFavorites(deps, filters, exclude)
        : catalogues.find(filters, exclude),
    // The date selects the favorite of the day, so all devices with the same favorites show the same one.
    findDay: async (filters, asked) => {
      const { list, tone } = filters
      if (list !== 'favorites') return catalogues.findDay(filters, asked)
      const date = asked ?? toDate(now())
      const all = (await listHearted(favorites)).toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
      const chosen = all[toDayNumber(date) % all.length]
      // Tabs that show only dark wallpapers have no favorite of the day, because that favorite may be too light.
      if (!chosen || tone !== undefined) return
      const { id, catalogue } = chosen
      const detail = await describe(catalogue, id)
      return detail && { date, endsAt: null, wallpaper: { ...detail, catalogue } }
    },
  }
}

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
    const found = await describeAll(left.slice(at, at + count), describe)
    const isFitting = (one: Found) => Number(one.type === type)
    if (found.length > 0) return found.sort((a, b) => isFitting(b) - isFitting(a))
  }
  return []
}

interface Hearted {
  id: string
  catalogue: string
}

const listHearted = async (store: Pick<FavoritesStore, 'read'>): Promise<Hearted[]> => {
  const { owner, favorites } = await store.read()
  return favorites.map((one) => ({ id: one.id, catalogue: catalogueOf(one, owner) }))
}

export const listFavoriteKeys = async (store: Pick<FavoritesStore, 'read'>): Promise<string[]> =>
  (await listHearted(store)).map(toKey)

// Fetches the details of favorites. Throws when a catalogue does not answer and no favorite was found.
const describeAll = async (hearted: readonly Hearted[], describe: Describe): Promise<Found[]> => {
  const found: Found[] = []
  let problem: FetchError | undefined
  const describeOne = async ({ id, catalogue }: Hearted) => {
    try {
      const detail = await describe(catalogue, id)
      if (detail) found.push({ ...detail, catalogue })
    } catch (error) {
      problem = toFetchError(error)
    }
  }
  // A failed request does not end the search, because stored favorites are found without a network.
  await inParallel(hearted, describeOne, { width: atOnce })
  if (problem && found.length === 0) throw problem
  return found
}
