import { listEvicted, type StoredPictures } from '../../../extension/features/favorites/stock.ts'
import type { StoredFavorites } from '../../../extension/features/favorites/stock-store.ts'
import { type Deck, toKey } from '../../../extension/features/wallpaper/deck.ts'

export const createMemoryStockStore = (
  deck: Deck,
  stored: Record<string, number> = {},
): StoredFavorites => {
  const sizes = new Map(Object.entries(stored))
  let stock: StoredPictures = { deck, kept: [], sizes }
  return {
    read: async () => ({ ...stock, sizes: new Map(sizes) }),
    readImage: async (key) => {
      const bytes = sizes.get(key)
      return bytes === undefined ? undefined : new Blob([new Uint8Array(bytes)])
    },
    store: async (wallpaper, image) => {
      const key = toKey(wallpaper)
      if (image) sizes.set(key, image.size)
      const bytes = sizes.get(key)
      if (bytes === undefined) return false
      stock = { ...stock, kept: [...stock.kept, { key, wallpaper, bytes }] }
      return true
    },
    arrange: async (isWanted, order) => {
      const kept = stock.kept.filter(isWanted).toSorted((a, b) => order(a) - order(b))
      stock = { ...stock, kept }
    },
    evict: async (limits) => {
      for (const key of listEvicted({ ...stock, sizes }, limits)) sizes.delete(key)
      stock = { ...stock, kept: stock.kept.filter(({ key }) => sizes.has(key)) }
    },
  }
}
