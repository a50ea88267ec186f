import { createStoredItem } from '../../platform/stored-item.ts'
import {
  applyOutbox,
  type Change,
  type Favorite,
  parseConfirmed,
  parseOutbox,
  recordChange,
} from './favorites.ts'

const confirmedItem = createStoredItem({ key: 'favorites.confirmed', parse: parseConfirmed })
const outboxItem = createStoredItem({ key: 'favorites.outbox', parse: parseOutbox })

/** The favorites as the person sees them, in every tab the same. */
export type FavoritesStore = {
  list(): Promise<Favorite[]>
  /** Keeps what the person wants; it survives the end of the tab and of the browser. */
  record(change: Change): Promise<void>
  /** Calls back when the list may have changed, here or elsewhere; returns the unsubscribe. */
  onChange(listener: () => void): () => void
}

/** The one owner of the stored favorites. */
export const favoritesStore: FavoritesStore = {
  list: async () => {
    const [confirmed, outbox] = await Promise.all([confirmedItem.read(), outboxItem.read()])
    return applyOutbox({ confirmed, outbox })
  },
  record: async (change) => {
    await outboxItem.update((outbox) => recordChange(outbox, change))
  },
  onChange: (listener) => {
    const unwatch = [confirmedItem, outboxItem].map((item) => item.onChange(listener))
    return () => {
      for (const stop of unwatch) stop()
    }
  },
}
