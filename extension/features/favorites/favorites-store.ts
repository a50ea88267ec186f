import { roomRequest, sendRequest } from '../../platform/browser/messages.ts'
import {
  createStoredItem,
  createStoredItems,
  onAnyChange,
} from '../../platform/storage/stored-item.ts'
import { createStoredLog } from '../../platform/storage/stored-log.ts'
import {
  applyOutbox,
  type Change,
  type Favorite,
  listSuperseded,
  type Owner,
  parseChange,
  parseConfirmed,
  parseOwner,
  parseRefusal,
  type Refusal,
  toName,
  toSlot,
} from './favorites.ts'

/** Whose favorites the pages show. Only the background writes it. */
export const ownerItem = createStoredItem({ key: 'favorites.owner', parse: parseOwner })

/** The favorites that the server last confirmed, by owner. */
export const confirmedItems = createStoredItems({
  key: 'favorites.confirmed',
  parse: parseConfirmed,
})

export const outboxLog = createStoredLog({ key: 'favorites.outbox', parse: parseChange })

export const refusedLog = createStoredLog({ key: 'favorites.refused', parse: parseRefusal })

export interface Shelf {
  owner: Owner
  favorites: Favorite[]
}

/** The favorites of the current owner as pages read and change them. All tabs see the same list. */
export interface FavoritesStore {
  read(): Promise<Shelf>
  /** Stores a change. It survives even if the tab is closed right after the call. */
  record(change: Change): Promise<void>
  recover(): Promise<void>
  onChange(listener: () => void): () => void
}

export const favoritesStore: FavoritesStore = {
  read: async () => {
    const owner = await ownerItem.read()
    // The sync confirms a change before it removes it from the outbox.
    // Reading the outbox first therefore never misses a change.
    const outbox = (await outboxLog.list()).map(({ entry }) => entry)
    const confirmed = await confirmedItems.of(owner).read()
    const own = outbox.filter((change) => change.owner === owner)
    return { owner, favorites: applyOutbox({ confirmed, outbox: own }) }
  },
  record: async (change) => {
    const append = () => outboxLog.append(toName(change), change, toSlot(change))
    // When the disk is full, the background deletes stored pictures to make room for the change.
    await append().catch(() => sendRequest(roomRequest).then(append))
    await outboxLog.remove(listSuperseded(await outboxLog.list()))
  },
  recover: outboxLog.recover,
  onChange: (listener) => onAnyChange([ownerItem, confirmedItems, outboxLog], listener),
}

export interface OutboxView {
  owner: Owner
  waiting: number
  refusals: Refusal[]
}

export const outboxView = {
  read: async (): Promise<OutboxView> => {
    const owner = await ownerItem.read()
    const [outbox, refused] = await Promise.all([outboxLog.list(), refusedLog.list()])
    return {
      owner,
      waiting: outbox.filter(({ entry }) => entry.owner === owner).length,
      refusals: refused.map(({ entry }) => entry).filter((refusal) => refusal.owner === owner),
    }
  },
  onChange: (listener: () => void) => onAnyChange([ownerItem, outboxLog, refusedLog], listener),
}
