import { isWallpaperId } from '../../shared/ids.ts'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import { withoutRepeats } from './favorites.ts'
import type { FavoritesStore } from './favorites-store.ts'
import type { FindPublicFavorites } from './public-favorites.ts'

/**
 * Understands the ids of favorites as the catalogue does. Ids that mean no wallpaper stay, because a wallpaper may come
 * back. Favorites do not wait for a catalogue that is still loading.
 */
export interface FavoriteIds {
  /** Returns the id that a client's text means. */
  toSent(text: string): string
  /**
   * Returns the ids that a stored list means, each once. Leaves out texts that cannot be ids. Other programs may write
   * anything into a Clerk user's metadata.
   */
  toKnown(stored: readonly string[]): string[]
}

export const createFavoriteIds = (snapshot: CurrentSnapshot): FavoriteIds => {
  const idOf = (text: string) => {
    const current = snapshot()
    if (!(current instanceof Promise)) return current.catalogue.idOf(text)
    current.catch(() => undefined)
    return undefined
  }
  return {
    toSent: (text) => idOf(text) ?? text.normalize('NFC'),
    toKnown: (stored) => withoutRepeats(stored.map((id) => idOf(id) ?? id).filter(isWallpaperId)),
  }
}

/**
 * Reads stored lists as the wallpapers that they mean. Older servers stored ids as clients sent them, and so does a
 * server whose catalogue is still loading.
 */
export const withKnownIds = (store: FavoritesStore, ids: FavoriteIds): FavoritesStore => ({
  ...store,
  list: async (userId) => ids.toKnown(await store.list(userId)),
  replace: async (userId, sent, isAwaited) =>
    ids.toKnown(await store.replace(userId, sent.map(ids.toSent), isAwaited)),
  change: async (userId, { action, id: sent }, isAwaited) => {
    const id = ids.toSent(sent)
    let list = await store.change(userId, { action, id }, isAwaited)
    for (const other of list.filter((stored) => stored !== id && ids.toSent(stored) === id))
      list = await store.change(userId, { action: 'remove', id: other }, isAwaited)
    return ids.toKnown(list)
  },
})

export const findKnownFavorites =
  <Client>(find: FindPublicFavorites<Client>, ids: FavoriteIds): FindPublicFavorites<Client> =>
  async (username, client) => {
    const found = await find(username, client)
    return found && { ...found, favorites: ids.toKnown(found.favorites) }
  }
