import { onRequest, roomRequest } from '../../platform/browser/messages.ts'
import { toRecord } from '../../platform/unknown.ts'
import type { Fetch } from '../../remote/http.ts'
import { coalesce } from '../../remote/limits.ts'
import { serverOf } from '../favorites/favorites.ts'
import { favoritesStore } from '../favorites/favorites-store.ts'
import { settingsItem } from '../settings/settings.ts'
import { createDescribe } from '../wallpaper/catalogue-client.ts'
import { listCurrent, toKey } from '../wallpaper/deck.ts'
import { createImageClient } from '../wallpaper/image-client.ts'
import { screenItem } from '../wallpaper/top-up.ts'
import { createFromStock } from './from-stock.ts'
import { createKeepFavorites, mb } from './keep-favorites.ts'
import { evict, sumOf } from './stock.ts'
import { addUsage, stockReportItem, usageItem } from './stock-report.ts'
import { createStockStore, renameImages } from './stock-store.ts'

export const countUsage = (bytes: number): void => {
  usageItem.update((usage) => addUsage(usage, bytes, Date.now())).catch(() => undefined)
}

const connectWith = (fetch: Fetch) => ({
  describe: createDescribe(fetch),
  images: createImageClient({ fetch }),
})

/** `deckFetch` downloads wallpapers for the deck, and `fetch` downloads favorites to store. */
export const startStock = (fetch: Fetch, deckFetch: Fetch) => {
  const stock = createStockStore()
  const keep = coalesce(
    createKeepFavorites({
      stock,
      favorites: favoritesStore,
      ...connectWith(fetch),
      report: stockReportItem,
      readSettings: settingsItem.read,
      readScreen: screenItem.read,
    }),
  )
  const keepFavorites = () => void keep({ asked: false })
  const makeRoom = async () => {
    const server = serverOf((await favoritesStore.read()).owner)
    await stock.evict((all) => evict(all, { budget: 0, server, sparesFavorites: true }))
  }
  onRequest((message) =>
    toRecord(message).type === roomRequest.type ? makeRoom().catch(() => undefined) : undefined,
  )
  favoritesStore.onChange(keepFavorites)
  settingsItem.onChange(keepFavorites)
  return {
    keepFavorites,
    ...createFromStock({ stock, ...connectWith(deckFetch) }),
    ready: renameImages().catch(() => undefined),
    /** The bytes of the budget that favorites and shown wallpapers leave for upcoming wallpapers. */
    readRoom: async () => {
      const [{ deck, kept, sizes }, { budget }] = await Promise.all([
        stock.read(),
        settingsItem.read(),
      ])
      const held = new Set([...kept.map(({ key }) => key), ...listCurrent(deck).map(toKey)])
      return budget * mb - sumOf([...held].map((key) => sizes.get(key) ?? 0))
    },
    makeRoom,
  }
}
