import { DomainError } from '../domain-error.ts'
import type { FavoriteChange } from './favorites-store.ts'

/** Anything that is done to a list. */
export type FavoritesOperation = FavoriteChange | { action: 'replace'; ids: readonly string[] }

/** How long a list may be where nothing else limits it. */
export const maxFavorites = 1_000

/** Decides whether a list may be stored. */
export type Fits = (ids: readonly string[]) => boolean

export const favoritesFull = () => new DomainError('FAVORITES_FULL', 'Favorites list is full')

export const withoutRepeats = (ids: readonly string[]): string[] => [...new Set(ids)]

interface Outcome {
  list: readonly string[]
  /** For each operation, in order: whether it was applied. */
  accepted: readonly boolean[]
}

/**
 * Applies operations in order, so that the last one of each id wins. One that would make the list
 * too long is left out; one that makes it shorter is always applied, even if it stays too long.
 */
export const applyOperations = (
  stored: readonly string[],
  operations: readonly FavoritesOperation[],
  fits: Fits,
): Outcome => {
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
