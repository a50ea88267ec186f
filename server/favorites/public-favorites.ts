import type { NamedList } from '../../shared/catalogue/select.ts'
import { canBeUsername } from '../../shared/ids.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { DomainError } from '../domain-error.ts'
import { type AttemptCounter, inWords } from '../identity/attempt-limits.ts'
import type { IdentityProvider, Profile } from '../identity/identity-provider.ts'
import type { FavoritesStore } from './favorites-store.ts'

export interface UserFavorites {
  profile: Profile
  favorites: readonly string[]
}

/**
 * Finds a user's public favorites for a client, or returns `undefined` when the user does not exist. The identity
 * provider decides whether upper and lower case matter in a username.
 * @throws DomainError `TOO_MANY_REQUESTS` when the client has asked for too many names that nobody has
 */
export type FindPublicFavorites<Client = unknown> = (
  username: string,
  client: Client,
) => Promise<UserFavorites | undefined>

interface Cache<Client> {
  /** How long found users are cached. At Clerk, each look-up of any user counts against a rate limit. */
  maxAgeMs: number
  clock: () => number
  /** Counts the look-ups of names that nobody has. */
  unknown: { ofClient: AttemptCounter; ofAll: AttemptCounter; keyOf: (client: Client) => string }
}

interface PublicFavoritesDeps<Client> {
  identity: Pick<IdentityProvider, 'findProfile'>
  favorites: Pick<FavoritesStore, 'list'>
  cache?: Cache<Client>
}

const maxEntries = 1_000
const maxFound = 10_000

type Find = (username: string) => Promise<UserFavorites | undefined>

export const createPublicFavorites = <Client>({
  identity,
  favorites,
  cache,
}: PublicFavoritesDeps<Client>): FindPublicFavorites<Client> => {
  const find: Find = async (username) => {
    if (!canBeUsername(username)) return undefined
    const profile = await identity.findProfile(username)
    return profile && { profile, favorites: await favorites.list(profile.userId) }
  }
  return cache === undefined ? find : withCache(find, cache)
}

const withCache = <Client>(
  find: Find,
  { maxAgeMs, clock, unknown }: Cache<Client>,
): FindPublicFavorites<Client> => {
  const cached = new Map<string, { until: number; answer: ReturnType<Find> }>()
  const found = new Set<string>()
  // At Clerk, `Anna` and `anna` may be two people.
  const readCached = (username: string) => {
    const known = cached.get(username)
    return known !== undefined && clock() < known.until ? known.answer : undefined
  }
  const lookUp = async (username: string) => {
    const person = await find(username)
    if (found.size >= maxFound) found.clear()
    if (person) found.add(username)
    else found.delete(username)
    return person
  }
  const lookUpOnce = (username: string) => {
    const [oldest] = cached.keys()
    if (cached.size >= maxEntries && oldest !== undefined) cached.delete(oldest)
    const answer = lookUp(username)
    cached.delete(username)
    cached.set(username, { until: clock() + maxAgeMs, answer })
    // A failed look-up is removed from the cache, so that the next request tries again.
    answer.catch(() => cached.delete(username))
    return answer
  }

  // Counts a look-up that may be of a name that nobody has. The name of a person counts only until it is found.
  const lookUpNew = async (username: string, client: string) => {
    const counts = [
      [unknown.ofClient, client],
      [unknown.ofAll, ''],
    ] as const
    for (const [counter, key] of counts) {
      const wait = await counter.count(key)
      if (wait !== undefined) throw tooManyUnknown(wait)
    }
    const person = await (readCached(username) ?? lookUpOnce(username))
    if (person) await Promise.all(counts.map(([counter, key]) => counter.forgive(key)))
    return person
  }

  return async (username, client) =>
    readCached(username) ??
    (found.has(username) ? lookUpOnce(username) : lookUpNew(username, unknown.keyOf(client)))
}

const tooManyUnknown = (seconds: number) =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `Too many unknown usernames: try again in ${inWords(seconds)}`,
    { retryAfterSeconds: seconds },
  )

/**
 * Returns a user's public favorites.
 * @param find `undefined` on a server without accounts
 * @throws DomainError `NOT_FOUND` when the user does not exist
 */
export const getPublicFavorites = async <Client>(
  find: FindPublicFavorites<Client> | undefined,
  username: string,
  client: Client,
): Promise<UserFavorites> => {
  const found = await find?.(username, client).catch(throwDocumented)
  if (found === undefined) throw new DomainError('NOT_FOUND', 'User not found')
  return found
}

/** Returns the current username of a person, if `username` is a former one. */
export const toRenamed = (profile: Profile, username: string): string | undefined =>
  profile.username.toLowerCase() === username.toLowerCase() ? undefined : profile.username

export const toSharePath = (username: string) => `/share/${encodeURIComponent(username)}`

export const getNamedList = async <Client>(
  find: FindPublicFavorites<Client> | undefined,
  username: string | undefined,
  client: Client,
): Promise<NamedList | undefined> => {
  if (username === undefined) return undefined
  const { favorites: ids } = await getPublicFavorites(find, username, client)
  return { username, ids }
}

/** Throws an unexpected error again with the documented error text. The log shows the original as the cause. */
export const throwDocumented = (error: unknown): never => {
  if (error instanceof DomainError) throw error
  throw new DomainError('FAVORITES_UNAVAILABLE', 'Failed to fetch favorites', { cause: error })
}

export const splitFavorites = (ids: readonly string[], catalogue: Pick<Catalogue, 'find'>) => {
  const newestFirst = ids.toReversed()
  const found = newestFirst.map((id) => {
    const wallpaper = catalogue.find(id)
    // `find` may return a wallpaper with a similar name.
    return wallpaper?.id === id ? wallpaper : undefined
  })
  return {
    present: found.filter((wallpaper) => wallpaper !== undefined),
    gone: newestFirst.filter((_, at) => found[at] === undefined),
  }
}
