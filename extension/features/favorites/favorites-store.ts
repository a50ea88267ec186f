import { createStoredItem } from '../../platform/stored-item.ts'
import { createStoredLog } from '../../platform/stored-log.ts'
import {
  applyOutbox,
  type Change,
  type Favorite,
  listSuperseded,
  parseChange,
  parseConfirmed,
} from './favorites.ts'

const confirmedItem = createStoredItem({ key: 'favorites.confirmed', parse: parseConfirmed })
const outboxLog = createStoredLog({ key: 'favorites.outbox', parse: parseChange })

/** The favorites as the person sees them, in every tab the same. */
export type FavoritesStore = {
  list(): Promise<Favorite[]>
  /** Keeps what the person wants; it survives closing the tab in the very next moment. */
  record(change: Change): Promise<void>
  /** Calls back when the list may have changed, here or elsewhere; returns the unsubscribe. */
  onChange(listener: () => void): () => void
}

/** The one owner of the stored favorites. */
export const favoritesStore: FavoritesStore = {
  list: async () => {
    const [confirmed, entries] = await Promise.all([confirmedItem.read(), outboxLog.list()])
    return applyOutbox({ confirmed, outbox: entries.map(({ entry }) => entry) })
  },
  record: async (change) => {
    await outboxLog.append(`${change.at}/${change.favorite.id}`, change)
    await outboxLog.remove(listSuperseded(await outboxLog.list()))
  },
  onChange: (listener) => {
    const stops = [confirmedItem.onChange(listener), outboxLog.onChange(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  },
}
