import { maxFavoritesBodyBytes } from '../../shared/favorites-api.ts'
import { DomainError } from '../domain-error.ts'
import type { FavoriteChange, IsAwaited } from './favorites-store.ts'

export type FavoritesOperation = FavoriteChange | { action: 'replace'; ids: readonly string[] }

export interface FavoritesRequest {
  operation: FavoritesOperation
  isAwaited: IsAwaited
}

/** The most favorites that one user may have. At Clerk, only the size of the user's metadata is limited. */
export const maxFavorites = 1_000

/** The most entries of a list that a client sends. Each is looked up before repeated ids are dropped. */
export const mostSentFavorites = 5 * maxFavorites

/** Returns whether a list is short enough to store, and small enough for one `POST /api/favorites`. */
export const fitsInAccount = (favorites: readonly string[]): boolean =>
  favorites.length <= maxFavorites &&
  // A thousand ids of this length always fit, because a UTF-16 unit takes at most three bytes.
  (favorites.every(({ length }) => length <= 80) ||
    Buffer.byteLength(JSON.stringify({ favorites })) <= maxFavoritesBodyBytes)

export type Fits = (ids: readonly string[]) => boolean

export const favoritesFull = (cause?: unknown) =>
  new DomainError('FAVORITES_FULL', 'Favorites list is full', { cause })

export const noLongerAwaited = () =>
  new DomainError('BUSY', 'The change was not made in time: send it again')

/**
 * Applies changes to a list of favorites in order, so that the last change of an id counts. A change that would make
 * the list too long, or that nobody awaits, is skipped, and its place in `errors` says why. A removal is always
 * applied, even if the list stays too long.
 */
export const applyRequests = (
  stored: readonly string[],
  requests: readonly FavoritesRequest[],
  fits: Fits,
) => {
  let list = stored
  const errors = requests.map(({ operation, isAwaited }) => {
    if (!isAwaited()) return noLongerAwaited()
    const next = applyOperation(list, operation)
    const mustFit = operation.action === 'replace' || next.length > list.length
    if (mustFit && !fits(next)) return favoritesFull()
    list = next
    return undefined
  })
  return { list, errors }
}

const applyOperation = (
  list: readonly string[],
  operation: FavoritesOperation,
): readonly string[] => {
  if (operation.action === 'replace') return [...new Set(operation.ids)]
  if (list.includes(operation.id) === (operation.action === 'add')) return list
  if (operation.action === 'add') return [...list, operation.id]
  return list.filter((id) => id !== operation.id)
}

/** Tells which rows of a stored list to remove, and which to add at its end afterwards. */
export const compareLists = (stored: readonly string[], list: readonly string[]) => {
  let kept = 0
  const removed = stored.filter((id) => {
    if (id !== list[kept]) return true
    kept += 1
    return false
  })
  return { removed, added: list.slice(kept) }
}
