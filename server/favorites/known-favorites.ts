import { decodePart, isWallpaperId } from '../../shared/ids.ts'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import type { FavoritesStore } from './favorites-store.ts'
import type { FindPublicFavorites } from './public-favorites.ts'

/**
 * Understands the ids of favorites as the catalogue does. Ids that mean no wallpaper stay, because a wallpaper may come
 * back. Favorites do not wait for a catalogue that is still loading.
 */
export type FavoriteIds = ReturnType<typeof createFavoriteIds>

export const createFavoriteIds = (snapshot: CurrentSnapshot) => {
  const catalogue = () => {
    const current = snapshot()
    if (!(current instanceof Promise)) return current.catalogue
    current.catch(() => undefined)
    return undefined
  }
  /**
   * Returns the id that a stored text means. A word that is not the name of a file is not taken for a similar one,
   * because it may be the id of a wallpaper that will come back.
   */
  const toStored = (text: string): string => {
    const known = catalogue()
    const id = known?.idOf(text)
    if (known === undefined || id === undefined || id === text) return text
    const isSame = id === text.normalize('NFC')
    return isSame || isNameOf(text, id, known.find(id)?.mainFile ?? '') ? id : text
  }
  return {
    /** Returns the id that a client's text means. */
    toSent: (text: string): string => catalogue()?.idOf(text) ?? text.normalize('NFC'),
    toStored,
    /**
     * Returns the ids that a stored list means, each once. Leaves out texts that cannot be ids. Other programs may write
     * anything into a Clerk user's metadata.
     */
    toKnown: (stored: readonly string[]): string[] => [
      ...new Set(stored.map(toStored).filter(isWallpaperId)),
    ],
  }
}

// The name of a file, or an id with the extension of a picture that this server makes of it.
const isNameOf = (text: string, id: string, file: string) =>
  [file, `${id}.jpg`, `${id}.webp`].map(toFileName).includes(toFileName(decodePart(text)))

const toFileName = (path: string) =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase()

/**
 * Reads stored lists as the wallpapers that they mean. While its catalogue is still loading, a server stores ids as
 * clients send them.
 */
export const withKnownIds = (store: FavoritesStore, ids: FavoriteIds): FavoritesStore => {
  // A text that is stored means what it means there, such as a wallpaper that is away.
  const toMeant = async (userId: string, sent: readonly string[]): Promise<string[]> => {
    const meant = sent.map(ids.toSent)
    if (meant.every((id, at) => id === sent[at])) return meant
    const stored = new Set(await store.list(userId))
    return sent.map((text, at) => (stored.has(text) ? ids.toStored(text) : (meant[at] ?? text)))
  }
  return {
    ...store,
    list: async (userId) => ids.toKnown(await store.list(userId)),
    replace: async (userId, sent, isAwaited) =>
      ids.toKnown(await store.replace(userId, await toMeant(userId, sent), isAwaited)),
    change: async (userId, { action, id: sent }, isAwaited) => {
      const [id = sent] = await toMeant(userId, [sent])
      let list = await store.change(userId, { action, id }, isAwaited)
      const isOther = (stored: string) =>
        stored !== id && ids.toStored(stored).normalize('NFC') === id
      for (const other of list.filter(isOther))
        list = await store.change(userId, { action: 'remove', id: other }, isAwaited)
      return ids.toKnown(list)
    },
  }
}

export const findKnownFavorites =
  <Client>(find: FindPublicFavorites<Client>, ids: FavoriteIds): FindPublicFavorites<Client> =>
  async (username, client) => {
    const found = await find(username, client)
    return found && { ...found, favorites: ids.toKnown(found.favorites) }
  }
