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
 * Finds a user's public favorites, or returns `undefined` when the user does not exist. The identity provider decides
 * whether upper and lower case matter in a username.
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
  const find = async (username: string) => {
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
  return (username) => {
    // At Clerk, `Anna` and `anna` may be two people.
    const known = cached.get(username)
    if (known !== undefined && clock() < known.until) return known.answer
    if (cached.size >= maxEntries) cached.clear()
    const answer = find(username)
    cached.set(username, { until: clock() + maxAgeMs, answer })
    // A failed look-up is removed from the cache, so that the next request tries again.
    answer.catch(() => cached.delete(username))
    return answer
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
