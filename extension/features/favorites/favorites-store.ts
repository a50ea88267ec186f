import { roomRequest, sendRequest } from '../../platform/browser/messages.ts'
import {
  createStoredItem,
  createStoredItems,
  onAnyChange,
} from '../../platform/storage/stored-item.ts'
import { createStoredLog } from '../../platform/storage/stored-log.ts'
import { toList } from '../../platform/unknown.ts'
import {
  applyOutbox,
  type Change,
  type Favorite,
  isNobody,
  listSuperseded,
  type Owner,
  parseChange,
  parseConfirmed,
  parseOwner,
  parseRefusal,
  type Refusal,
  toConfirmed,
  toName,
  toSlot,
  type Waiting,
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

/** The favorites as the background's sync changes them. Every function is safe to repeat. */
export interface SyncStore {
  /** Hands over changes from before the sign-in to the person who signed in. */
  adopt(from: Owner, to: Owner): Promise<void>
  listWaiting(owner: Owner): Promise<Waiting[]>
  /** Stores the ids that the server confirmed, with the details that are `known`. */
  confirm(owner: Owner, ids: readonly string[], known?: readonly Favorite[]): Promise<void>
  finish(done: Waiting): Promise<void>
  refuse(refused: Waiting, reason: string): Promise<void>
  /** Makes pages show this owner's favorites from now on. */
  show(owner: Owner): Promise<void>
}

export const syncStore: SyncStore = {
  adopt: async (from, to) => {
    const waiting = await syncStore.listWaiting(from)
    // A heart that was removed before the sign-in must not be removed from the account.
    const removals = waiting.filter(({ entry }) => entry.action === 'remove')
    await outboxLog.remove(removals.map(({ key }) => key))
    const additions = waiting.filter(({ entry }) => entry.action === 'add')
    // A change keeps its storage key, so it is never missing and never stored twice.
    await Promise.all(
      additions.map(({ entry }) => outboxLog.append(toName(entry), { ...entry, owner: to })),
    )
  },
  listWaiting: async (owner) =>
    (await outboxLog.list())
      .filter(({ entry }) => entry.owner === owner)
      .sort((a, b) => a.entry.at - b.entry.at),
  confirm: async (owner, ids, known = []) => {
    await confirmedItems.of(owner).update((before) => {
      const after = toConfirmed(ids, [...before, ...known])
      return isSame(before, after) ? before : after
    })
  },
  finish: async ({ key, entry }) => {
    await outboxLog.remove([key])
    const overcome = (await refusedLog.list()).filter(
      ({ entry: { owner, favorite } }) =>
        owner === entry.owner && favorite.id === entry.favorite.id,
    )
    if (overcome.length > 0) await refusedLog.remove(overcome.map((refused) => refused.key))
  },
  refuse: async ({ key, entry }, reason) => {
    await refusedLog.append(toName(entry), { ...entry, reason })
    await outboxLog.remove([key])
  },
  show: async (owner) => {
    const before = await ownerItem.read()
    if (before === owner) return
    await ownerItem.update(() => owner)
    // After a sign-out the list is deleted, so that the next person does not see it. The server has a copy.
    if (isNobody(owner) && before.endsWith(owner)) await confirmedItems.remove(before)
  },
}

const isSame = (one: Favorite[], other: Favorite[]) => JSON.stringify(one) === JSON.stringify(other)

/** Moves hearts that the first version of the extension stored under one key into the outbox. */
export const bringFirstOutbox = async (): Promise<void> => {
  const firstOutboxItem = createStoredItem({
    key: 'favorites.outbox',
    parse: (stored) => toList(stored, parseChange),
  })
  for (const change of await firstOutboxItem.read()) {
    await outboxLog.append(toName(change), change, toSlot(change))
  }
  await firstOutboxItem.update((left) => (left.length > 0 ? [] : left))
}
