import { canBeUsername } from '../../shared/ids.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { DomainError } from '../domain-error.ts'
import type { IdentityProvider, Profile } from '../identity/identity-provider.ts'
import type { FavoritesStore } from './favorites-store.ts'

export interface UserFavorites {
  profile: Profile
  favorites: readonly string[]
}

/**
 * Finds a user's public favorites by the username, with or without an `@`. Returns `undefined` when the user does not
 * exist. The identity provider decides whether upper and lower case matter in a username.
 */
export type FindPublicFavorites = (username: string) => Promise<UserFavorites | undefined>

interface PublicFavoritesDeps {
  identity: Pick<IdentityProvider, 'findProfile'>
  favorites: Pick<FavoritesStore, 'list'>
  /** How long found users are cached. At Clerk, each look-up of any user counts against a rate limit. */
  cache?: { maxAgeMs: number; clock: () => number }
}

const maxEntries = 1_000

export const createPublicFavorites = ({
  identity,
  favorites,
  cache,
}: PublicFavoritesDeps): FindPublicFavorites => {
  const find = async (name: string) => {
    const username = name.replace(/^@/, '')
    if (!canBeUsername(username)) return undefined
    const profile = await identity.findProfile(username)
    return profile && { profile, favorites: await favorites.list(profile.userId) }
  }
  return cache === undefined ? find : withCache(find, cache)
}

const withCache = (
  find: FindPublicFavorites,
  { maxAgeMs, clock }: NonNullable<PublicFavoritesDeps['cache']>,
): FindPublicFavorites => {
  const cached = new Map<string, { until: number; answer: ReturnType<FindPublicFavorites> }>()
  const lookUp = limitUnknown(find, clock)
  return (username) => {
    // At Clerk, `Anna` and `anna` may be two people.
    const known = cached.get(username)
    if (known !== undefined && clock() < known.until) return known.answer
    const [oldest] = cached.keys()
    if (cached.size >= maxEntries && oldest !== undefined) cached.delete(oldest)
    const answer = lookUp(username)
    cached.delete(username)
    cached.set(username, { until: clock() + maxAgeMs, answer })
    // A failed look-up is removed from the cache, so that the next request tries again.
    answer.catch(() => cached.delete(username))
    return answer
  }
}

// Look-ups of unknown usernames: 60 at once, and one more each second. Anyone may send names at random, and at Clerk
// each look-up costs two calls of a limit of 1,000 in 10 seconds, which the favorites of everybody need as well.
const unknownAtOnce = 60
const unknownPerSecond = 1
const tooManyUnknown = 'Too many unknown usernames: try again in a second'
const maxFound = 10_000

// Limits look-ups of names that nobody has. Names that were found before are never refused, and finding a name for
// the first time does not count.
const limitUnknown = (find: FindPublicFavorites, clock: () => number): FindPublicFavorites => {
  const found = new Set<string>()
  let left = unknownAtOnce
  let countedAt = clock()
  const take = () => {
    const now = clock()
    left = Math.min(unknownAtOnce, left + ((now - countedAt) / 1000) * unknownPerSecond)
    countedAt = now
    if (left < 1)
      throw new DomainError('TOO_MANY_REQUESTS', tooManyUnknown, { retryAfterSeconds: 1 })
    left -= 1
  }
  return async (username) => {
    const isNew = !found.has(username)
    if (isNew) take()
    const person = await find(username)
    if (person === undefined) found.delete(username)
    if (person === undefined || !isNew) return person
    left += 1
    if (found.size >= maxFound) found.clear()
    found.add(username)
    return person
  }
}

/**
 * Returns a user's public favorites.
 * @param find `undefined` on a server without accounts
 * @throws DomainError `NOT_FOUND` when the user does not exist
 */
export const getPublicFavorites = async (
  find: FindPublicFavorites | undefined,
  username: string,
): Promise<UserFavorites> => {
  const found = await find?.(username).catch(throwDocumented)
  if (found === undefined) throw new DomainError('NOT_FOUND', 'User not found')
  return found
}

/** Throws an unexpected error again with the error text of spec §7. The log shows the original as the cause. */
export const throwDocumented = (error: unknown): never => {
  if (error instanceof DomainError) throw error
  const text = 'Failed to fetch favorites'
  throw new DomainError('FAVORITES_UNAVAILABLE', text, { cause: error })
}

export const splitFavorites = (ids: readonly string[], catalogue: Pick<Catalogue, 'find'>) => {
  const newestFirst = ids.toReversed()
  return {
    present: newestFirst.map((id) => catalogue.find(id)).filter((found) => found !== undefined),
    gone: newestFirst.filter((id) => catalogue.find(id) === undefined),
  }
}
