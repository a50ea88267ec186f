import type { IdentityProvider, Profile } from '../identity/identity-provider.ts'
import type { FavoritesStore } from './favorites-store.ts'

export interface UserFavorites {
  profile: Profile
  favorites: readonly string[]
}

/** The favorites that everyone may see, by username in any case; `undefined`: no such user. */
export type FindPublicFavorites = (username: string) => Promise<UserFavorites | undefined>

interface PublicFavoritesDeps {
  identity: Pick<IdentityProvider, 'findProfile'>
  favorites: Pick<FavoritesStore, 'list'>
  /**
   * How long an answer is used again, in milliseconds. Everyone may ask, as often as they like: where
   * each answer costs calls of a limited upstream (Clerk) it must be more than 0.
   */
  maxAgeMs?: number
  clock?: () => number
}

/** Far more than are looked at within one `maxAgeMs`. */
const maxEntries = 1_000

/** The public side of favorites (spec §4.9). */
export const createPublicFavorites = ({
  identity,
  favorites,
  maxAgeMs = 0,
  clock = Date.now,
}: PublicFavoritesDeps): FindPublicFavorites => {
  const kept = new Map<string, { until: number; answer: Promise<UserFavorites | undefined> }>()

  const find = async (username: string) => {
    const profile = await identity.findProfile(username)
    return profile && { profile, favorites: await favorites.list(profile.userId) }
  }
  if (maxAgeMs === 0) return find

  return (username) => {
    const key = username.toLowerCase()
    const known = kept.get(key)
    if (known !== undefined && clock() < known.until) return known.answer
    if (kept.size >= maxEntries) kept.clear()
    const answer = find(username)
    kept.set(key, { until: clock() + maxAgeMs, answer })
    // A failure is for those who waited for it, not for the next who ask.
    answer.catch(() => kept.delete(key))
    return answer
  }
}
