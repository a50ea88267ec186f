import { DomainError } from '../../domain-error.ts'
import type { FindPublicFavorites, UserFavorites } from '../../favorites/public-favorites.ts'

/**
 * The favorites of a username.
 * @param find `undefined`: a server without people
 * @throws DomainError `NOT_FOUND` when there is no such user
 */
export const getPublicFavorites = async (
  find: FindPublicFavorites | undefined,
  username: string,
): Promise<UserFavorites> => {
  const found = await find?.(username)
  if (found === undefined) throw new DomainError('NOT_FOUND', 'User not found')
  return found
}

/** Whatever fails behind favorites has the documented text (spec §7), and its cause in the log. */
export const throwDocumented = (error: unknown): never => {
  if (error instanceof DomainError) throw error
  const text = 'Failed to fetch favorites'
  throw new DomainError('FAVORITES_UNAVAILABLE', text, { cause: error })
}
