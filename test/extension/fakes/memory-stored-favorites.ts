import {
  listEvicted,
  type StoredFavorites,
  type StoredPictures,
} from '../../../extension/features/favorites/stored-favorites.ts'
import { type Deck, toKey } from '../../../extension/features/wallpaper/deck.ts'
import { emptyDeck } from '../../../extension/features/wallpaper/parse-deck.ts'

export const createMemoryStoredFavorites = (
  deck: Deck = emptyDeck,
  bytesOf: Record<string, number> = {},
): StoredFavorites => {
  const sizes = new Map(Object.entries(bytesOf))
  let stored: StoredPictures = { deck, favorites: [], sizes }
  return {
    read: async () => ({ ...stored, sizes: new Map(sizes) }),
    readImage: async (key) => {
      const bytes = sizes.get(key)
      return bytes === undefined ? undefined : new Blob([new Uint8Array(bytes)])
    },
    store: async (wallpaper, image) => {
      const key = toKey(wallpaper)
      if (image) sizes.set(key, image.size)
      const bytes = sizes.get(key)
      if (bytes === undefined) return false
      stored = { ...stored, favorites: [...stored.favorites, { key, wallpaper, bytes }] }
      return true
    },
    arrange: async (order) => {
      const favorites = order.flatMap(
        (key) => stored.favorites.find((one) => one.key === key) ?? [],
      )
      stored = { ...stored, favorites }
    },
    evict: async (limits) => {
      for (const key of listEvicted({ ...stored, sizes }, limits)) sizes.delete(key)
      stored = { ...stored, favorites: stored.favorites.filter(({ key }) => sizes.has(key)) }
    },
  }
}
