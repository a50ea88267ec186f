import { coalesce } from '../../../shared/async.ts'
import { onRequest, roomRequest } from '../../platform/browser/messages.ts'
import { isDiskFull } from '../../platform/storage/database.ts'
import { toRecord } from '../../platform/unknown.ts'
import { serverOf } from '../favorites/favorites.ts'
import { favoritesStore } from '../favorites/favorites-store.ts'
import { settingsItem } from '../settings/settings.ts'
import type { Catalogue } from '../wallpaper/all-catalogues.ts'
import { listCurrent, toKey } from '../wallpaper/deck.ts'
import { fetchStatusItem } from '../wallpaper/fetch-status.ts'
import { screenItem } from '../wallpaper/top-up.ts'
import { createFromStock } from './from-stock.ts'
import { createKeepFavorites, mb } from './keep-favorites.ts'
import { evict, sumOf } from './stock.ts'
import { addUsage, stockReportItem, usageItem } from './stock-report.ts'
import { createStockStore } from './stock-store.ts'

const toNetwork = (catalogue: Catalogue) => ({ describe: catalogue.describe, images: catalogue })

export const countUsage = (bytes: number): void => {
  usageItem.update((usage) => addUsage(usage, bytes, Date.now())).catch(() => undefined)
}

/** `forDeck` downloads wallpapers for the deck, and `forStock` downloads favorites to store. */
export const startStock = (forStock: Catalogue, forDeck: Catalogue) => {
  const stock = createStockStore()
  const keep = coalesce(
    createKeepFavorites({
      stock,
      favorites: favoritesStore,
      ...toNetwork(forStock),
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
    ...createFromStock({ stock, readStatus: fetchStatusItem.read, ...toNetwork(forDeck) }),
    /** The bytes of the budget that favorites and shown wallpapers leave for upcoming wallpapers. */
    readRoom: async () => {
      const [{ deck, kept, sizes }, { budget }] = await Promise.all([
        stock.read(),
        settingsItem.read(),
      ])
      const held = new Set([...kept.map(({ key }) => key), ...listCurrent(deck).map(toKey)])
      return budget * mb - sumOf([...held].map((key) => sizes.get(key) ?? 0))
    },
    makeRoom: async (error: unknown) => {
      if (isDiskFull(error)) await makeRoom()
      throw error
    },
  }
}
