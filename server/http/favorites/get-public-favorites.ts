import { DomainError } from '../../domain-error.ts'
import type { FindPublicFavorites, UserFavorites } from '../../favorites/public-favorites.ts'

export const getPublicFavorites = async (
  find: FindPublicFavorites | undefined,
  username: string,
): Promise<UserFavorites> => {
  const found = await find?.(username)
  if (found === undefined) throw new DomainError('NOT_FOUND', 'User not found')
  return found
}

/** Wraps an unknown error in one with the documented text (spec §7). The log shows the cause. */
export const throwDocumented = (error: unknown): never => {
  if (error instanceof DomainError) throw error
  const text = 'Failed to fetch favorites'
  throw new DomainError('FAVORITES_UNAVAILABLE', text, { cause: error })
}
