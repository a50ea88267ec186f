import { roomRequest, sendRequest } from '../../platform/browser/messages.ts'
import {
  applyOutbox,
  type Change,
  type Favorite,
  listSuperseded,
  toName,
  toSlot,
} from './favorites.ts'
import { confirmedItems, outboxLog, ownerItem } from './favorites-items.ts'
import type { Owner } from './owner.ts'

/** The favorites of one owner, as the person sees them. */
export interface Shelf {
  owner: Owner
  favorites: Favorite[]
}

/** The favorites as pages use them, in every tab the same. */
export interface FavoritesStore {
  read(): Promise<Shelf>
  /** Keeps what the person wants; it survives closing the tab in the very next moment. */
  record(change: Change): Promise<void>
  /** Keeps what a browser that was closed in the moment of the click had no time for. */
  recover(): Promise<void>
  /** Calls back when the list may have changed, here or elsewhere; returns the unsubscribe. */
  onChange(listener: () => void): () => void
}

export const favoritesStore: FavoritesStore = {
  read: async () => {
    const owner = await ownerItem.read()
    // First the outbox: a change leaves it after the confirmed list has it, so none is missed.
    const outbox = (await outboxLog.list()).map(({ entry }) => entry)
    const confirmed = await confirmedItems.of(owner).read()
    const own = outbox.filter((change) => change.owner === owner)
    return { owner, favorites: applyOutbox({ confirmed, outbox: own }) }
  },
  record: async (change) => {
    const append = () => outboxLog.append(toName(change), change, toSlot(change))
    // A full disk: pictures make room for a heart.
    await append().catch(() => sendRequest(roomRequest).then(append))
    await outboxLog.remove(listSuperseded(await outboxLog.list()))
  },
  recover: outboxLog.recover,
  onChange: (listener) => {
    const stops = [ownerItem, confirmedItems, outboxLog].map((source) => source.onChange(listener))
    return () => {
      for (const stop of stops) stop()
    }
  },
}
