import { maxFavoritesBodyBytes } from '../../shared/favorites-api.ts'
import { DomainError } from '../domain-error.ts'
import type { FavoriteChange } from './favorites-store.ts'

export type FavoritesOperation = FavoriteChange | { action: 'replace'; ids: readonly string[] }

/** The most favorites that one user may have. At Clerk, only the size of the user's metadata is limited. */
export const maxFavorites = 1_000

/** Tells whether a list is short enough to store, and small enough for one `POST /api/favorites`. */
export const fitsInAccount = (favorites: readonly string[]): boolean =>
  favorites.length <= maxFavorites &&
  new TextEncoder().encode(JSON.stringify({ favorites })).length <= maxFavoritesBodyBytes

export type Fits = (ids: readonly string[]) => boolean

export const favoritesFull = (cause?: unknown) =>
  new DomainError('FAVORITES_FULL', 'Favorites list is full', { cause })

export const withoutRepeats = (ids: readonly string[]): string[] => [...new Set(ids)]

/**
 * Applies changes to a list of favorites in order, so that the last change of an id counts. A change that would make
 * the list too long is skipped. A removal is always applied, even if the list stays too long.
 */
export const applyOperations = (
  stored: readonly string[],
  operations: readonly FavoritesOperation[],
  fits: Fits,
) => {
  let list = stored
  const accepted = operations.map((operation) => {
    const next = applyOperation(list, operation)
    if (next.length > list.length && !fits(next)) return false
    if (operation.action === 'replace' && !fits(next)) return false
    list = next
    return true
  })
  return { list, accepted }
}

const applyOperation = (
  list: readonly string[],
  operation: FavoritesOperation,
): readonly string[] => {
  if (operation.action === 'replace') return withoutRepeats(operation.ids)
  if (list.includes(operation.id) === (operation.action === 'add')) return list
  if (operation.action === 'add') return [...list, operation.id]
  return list.filter((id) => id !== operation.id)
}

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, position) => id === other[position])
