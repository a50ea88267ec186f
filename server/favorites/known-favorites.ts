import { decodePart, isWallpaperId } from '../../shared/ids.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import type { FavoritesStore } from './favorites-store.ts'
import type { FindPublicFavorites } from './public-favorites.ts'

/**
 * Understands the ids of favorites as the catalogue does. Ids that mean no wallpaper stay, because a wallpaper may come
 * back. Favorites do not wait for a catalogue that is still loading.
 */
export type FavoriteIds = ReturnType<typeof createFavoriteIds>

export const createFavoriteIds = (snapshot: CurrentSnapshot) => {
  const readers = new WeakMap<Catalogue, ReturnType<typeof createReader>>()
  const catalogue = () => {
    const current = snapshot()
    if (!(current instanceof Promise)) return current.catalogue
    current.catch(() => undefined)
    return undefined
  }
  const reader = () => {
    const current = catalogue()
    if (current === undefined) return (text: string) => describe(text, text)
    const found = readers.get(current) ?? createReader(current)
    readers.set(current, found)
    return found
  }
  /**
   * Returns the ids that a stored list means, each once. Leaves out texts that cannot be ids. Other programs may write
   * anything into a Clerk user's metadata.
   */
  const toKnown = (stored: readonly string[], meanings = stored.map(reader())) => {
    if (meanings.every(({ isSame }) => isSame)) return stored
    return [...new Set(meanings.flatMap(({ isId, id }) => (isId ? [id] : [])))]
  }
  return {
    /** Returns the id that a client's text means. */
    toSent: (text: string): string => catalogue()?.idOf(text) ?? text.normalize('NFC'),
    /**
     * Returns the id that a stored text means. A text that is not the name of a file is not taken for a similar id,
     * because it may be the id of a wallpaper that will come back.
     */
    toStored: (text: string): string => reader()(text).id,
    toKnown,
    /** Lists the other stored texts that mean this id, and what `toKnown` returns. */
    findOthers: (stored: readonly string[], id: string) => {
      const meanings = stored.map(reader())
      const others = stored.filter((text, at) => text !== id && meanings[at]?.normalized === id)
      return { others, known: toKnown(stored, meanings) }
    },
  }
}

const describe = (text: string, id: string) => {
  const isId = isWallpaperId(id)
  return { id, isId, isSame: isId && id === text, normalized: id.normalize('NFC') }
}

// The most stored texts whose meaning is cached, in about 10 MB.
const mostCached = 50_000

// Looking up what a text means takes up to 10 µs, and a list may have a thousand of them.
const createReader = ({ idOf, find }: Catalogue) => {
  const cached = new Map<string, ReturnType<typeof describe>>()
  const toId = (text: string): string => {
    const id = idOf(text)
    if (id === undefined || id === text) return text
    const isSame = id === text.normalize('NFC')
    return isSame || isNameOf(text, id, find(id)?.mainFile ?? '') ? id : text
  }
  return (text: string) => {
    const known = cached.get(text)
    if (known !== undefined) return known
    if (cached.size >= mostCached) cached.clear()
    const meaning = describe(text, toId(text))
    cached.set(text, meaning)
    return meaning
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
 * Makes a store that understands ids as the catalogue does. While the catalogue is still loading, ids are stored as
 * clients send them.
 */
export const withKnownIds = (store: FavoritesStore, ids: FavoriteIds): FavoritesStore => {
  // If a sent text is in the stored list, it means what it means there. It may be a wallpaper that is away.
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
      const { others, known } = ids.findOthers(list, id)
      for (const other of others)
        list = await store.change(userId, { action: 'remove', id: other }, isAwaited)
      return others.length === 0 ? known : ids.toKnown(list)
    },
  }
}

export const findKnownFavorites =
  <Client>(find: FindPublicFavorites<Client>, ids: FavoriteIds): FindPublicFavorites<Client> =>
  async (username, client) => {
    const found = await find(username, client)
    return found && { ...found, favorites: ids.toKnown(found.favorites) }
  }
