import { isSame, toTextList } from '../../../shared/unknown.ts'
import { roomRequest, sendRequest } from '../../platform/browser/messages.ts'
import { createClock } from '../../platform/storage/local-text.ts'
import {
  createStoredItem,
  createStoredItems,
  onAnyChange,
  readStorage,
  removeItems,
  watchPrefixes,
  withLock,
} from '../../platform/storage/stored-item.ts'
import {
  createStoredLog,
  createWriteAhead,
  type LogEntry,
  putEntries,
} from '../../platform/storage/stored-log.ts'
import {
  applyChange,
  applyOutbox,
  type Change,
  type Click,
  type Favorite,
  isNobody,
  listCurrent,
  localOwner,
  type Owner,
  overcomes,
  parseChange,
  parseConfirmed,
  parseOwner,
  parseRefusal,
  serverOf,
  toBare,
  toConfirmed,
  toName,
  toOwner,
  toSlot,
  type Waiting,
} from './favorites.ts'

const ownerKey = 'favorites.owner'

/** The owner whose favorites the pages show. Only the background changes the owner. */
export const ownerItem = /* @__PURE__ */ createStoredItem({ key: ownerKey, parse: parseOwner })

const confirmedKey = 'favorites.confirmed'

export const confirmedItems = /* @__PURE__ */ createStoredItems({
  key: confirmedKey,
  parse: parseConfirmed,
})

const outboxKey = 'favorites.outbox'

export const outboxLog = createStoredLog({ key: outboxKey, parse: parseChange })

export const refusedLog = /* @__PURE__ */ createStoredLog({
  key: 'favorites.refused',
  parse: parseRefusal,
})

const adoptedKey = 'favorites.adopted'

/** The ids of the wallpapers whose hearts from before the current sign-in became the person's. */
const adoptedItems = /* @__PURE__ */ createStoredItems({ key: adoptedKey, parse: toTextList })

export interface Shelf {
  owner: Owner
  favorites: Favorite[]
}

export const createFavoritesStore = ({
  clock = createClock(),
  ahead = createWriteAhead(),
} = {}) => {
  let latest = 0
  let known: Waiting[] = []
  const list = (stored: Record<string, unknown>) => {
    known = outboxLog.list(stored)
    latest = Math.max(latest, ...known.map(({ entry }) => entry.at))
    return known.map(({ entry }) => entry)
  }
  return {
    read: async (): Promise<Shelf> => {
      // The sync stores a confirmed change before it removes the change from the outbox. A page that reads everything at
      // one moment therefore never misses a change.
      const stored = await readStorage()
      const owner = parseOwner(stored[ownerKey])
      const outbox = list(stored)
      const favorites = [...new Set([owner, localOwner])].flatMap((one) => {
        const own = outbox.filter((change) => change.owner === one && !change.isSettled)
        return applyOutbox(parseConfirmed(stored[`${confirmedKey}/${one}`]), own)
      })
      return { owner, favorites }
    },
    /** A recorded click survives even if the tab is closed right after the call. */
    record: async (click: Click): Promise<void> => {
      latest = clock(latest)
      const change = { ...click, at: latest }
      const { toKey } = outboxLog
      // When the disk is full, the background deletes stored pictures to make room for a changed favorite.
      await ahead.write(toKey(toSlot(change)), toKey(toName(change)), change, () =>
        sendRequest(roomRequest),
      )
    },
    /** Stores the clicks of tabs that were closed too early, unless later clicks have overcome them. */
    recover: async (): Promise<void> => {
      // If the background was stopped between a mark and the removal of its change, the change must not be sent again.
      const marks = known.every(({ entry }) => entry.isSettled) ? known.map(toKey) : []
      const isNeeded = async (value: unknown) => {
        const click = parseChange(value)
        return (
          click !== undefined &&
          !list(await readStorage()).some((change) => overcomes(change, click))
        )
      }
      // All notes from before these marks have been compared with the marks now.
      if (await ahead.recover(isNeeded)) await outboxLog.remove(marks)
    },
    onChange: (listener: () => void) =>
      watchPrefixes([ownerKey, confirmedKey, outboxKey], listener),
  }
}

export const favoritesStore = createFavoritesStore()

export type FavoritesStore = typeof favoritesStore

export const outboxView = {
  read: async () => {
    const stored = await readStorage()
    const owner = parseOwner(stored[ownerKey])
    const outbox = outboxLog.list(stored)
    const refused = refusedLog.list(stored)
    return {
      owner,
      waiting: outbox.filter(({ entry }) => entry.owner === owner && !entry.isSettled).length,
      refusals: refused.map(({ entry }) => entry).filter((refusal) => refusal.owner === owner),
    }
  },
  onChange: (listener: () => void) => onAnyChange([ownerItem, outboxLog, refusedLog], listener),
}

const toKey = ({ key }: { key: string }) => key

const toId = ({ entry }: Waiting) => entry.favorite.id

// Pages without localStorage remove no marks.
const maxMarks = 200

// The background and not a page removes changes that no longer count, because a page may be closed at any time.
const listWaiting = async (owner: Owner): Promise<Waiting[]> => {
  const all = outboxLog.list(await readStorage())
  const current = listCurrent(all)
  const marks = current.filter(({ entry }) => entry.isSettled)
  const waiting = current.filter(({ entry }) => !entry.isSettled)
  const kept = new Set([...waiting, ...marks.slice(-maxMarks)])
  const needless = all.filter((entry) => !kept.has(entry))
  if (needless.length > 0) await outboxLog.remove(needless.map(toKey))
  return waiting.filter(({ entry }) => entry.owner === owner)
}

// The mark is stored first. A background that stops in between leaves the change, which then no longer counts.
const settle = async ({ key, entry }: Waiting): Promise<void> => {
  const { id, catalogue } = entry.favorite
  const mark: Change = { ...entry, favorite: toBare(id, catalogue), isSettled: true }
  // If the storage is full, there is no mark, but the change leaves the outbox.
  await putEntries([{ key: `${key}/settled`, entry: mark }]).catch(() => {})
  await outboxLog.remove([key])
}

// Returns the changes from before a sign-in as changes of the person who signed in, with the ids of all that became the
// person's, and deletes the needless ones.
const adopt = async (
  nobody: Owner,
  to: Owner,
  isStillHere: () => Promise<boolean>,
): Promise<LogEntry<unknown>[]> => {
  const waiting = await listWaiting(nobody)
  // After a sign-out, the list may have changes that were made after it. They belong to the next person.
  if (waiting.length === 0 || !(await isStillHere())) return []
  const added = waiting.filter(({ entry }) => entry.action === 'add').map(toId)
  const adopted = [...(await adoptedItems.of(to).read()), ...added]
  // A heart that was removed before the sign-in must not be removed from the account. But a tab that has not heard
  // of the sign-in yet may remove a heart that has become the person's.
  const needless = waiting.filter((change) => !adopted.includes(toId(change)))
  await outboxLog.remove(needless.map(toKey))
  const moved = waiting.filter((change) => !needless.includes(change))
  // A change keeps its storage key when it moves to another owner, so it is never lost and never stored twice.
  return [
    ...moved.map(({ key, entry }) => ({ key, entry: { ...entry, owner: to } })),
    ...(added.length > 0 ? [{ key: `${adoptedKey}/${to}`, entry: adopted }] : []),
  ]
}

/** The favorites, for the background's sync. Every function of this store is safe to repeat. */
export const createSyncStore = (favorites: FavoritesStore) => {
  const finish = async ({ key, entry }: Waiting) => {
    await settle({ key, entry })
    const refused = refusedLog.list(await readStorage())
    const overcome = refused.filter(
      ({ entry: { owner, favorite } }) =>
        owner === entry.owner && favorite.id === entry.favorite.id,
    )
    if (overcome.length > 0) await refusedLog.remove(overcome.map(toKey))
  }
  return {
    listWaiting,
    /** Stores what the account holds. Resolves with false if the person has signed out meanwhile. */
    confirm: (
      owner: Owner,
      ids: readonly string[],
      known: readonly Favorite[] = [],
    ): Promise<boolean> =>
      withLock('favorites.shown', async () => {
        if ((await ownerItem.read()) !== owner) return false
        await confirmedItems.of(owner).update((before) => {
          const after = toConfirmed(ids, [...before, ...known])
          return isSame(before, after) ? before : after
        })
        return true
      }),
    /** Hearts of a server's wallpapers from before the person chose the server become hearts at the server. */
    takeToServer: async (server: string): Promise<void> => {
      const item = confirmedItems.of(localOwner)
      const taken = (await item.read()).filter(({ catalogue }) => catalogue === server)
      // A recorded click is later than all clicks that the store has read.
      if (taken.length > 0) await favorites.read()
      for (const favorite of taken) {
        const { catalogue: _, ...bare } = favorite
        const owner = toOwner(server)
        await favorites.record({ action: 'add', favorite: bare, owner })
        const change = { action: 'remove', favorite, owner: localOwner } as const
        await item.update((list) => applyChange(list, change))
      }
    },
    /** Confirms changes of the list of this device. They need no server. */
    confirmLocal: async () => {
      for (const change of await listWaiting(localOwner)) {
        await confirmedItems.of(localOwner).update((list) => applyChange(list, change.entry))
        await finish(change)
      }
    },
    finish,
    refuse: async ({ key, entry }: Waiting, reason: string) => {
      await putEntries([{ key: refusedLog.toKey(toName(entry)), entry: { ...entry, reason } }])
      await settle({ key, entry })
    },
    /** Makes pages show the favorites of `owner` from now on. At a sign-in, the changes of `nobody` become the person's. */
    show: (owner: Owner, nobody?: Owner, isStillHere = async () => true): Promise<void> =>
      withLock('favorites.shown', async () => {
        const isNew = (await ownerItem.read()) !== owner
        if (isNew) {
          // The lists of others are deleted, so that nobody else sees them. The server has copies. If the browser stops the
          // background before the owner is stored, the next background deletes them.
          const isOther = (name: Owner) =>
            name !== owner && serverOf(name) === serverOf(owner) && !isNobody(name)
          await removeItems(confirmedKey, isOther)
          await removeItems(adoptedKey, isOther)
        }
        const moved = nobody === undefined ? [] : await adopt(nobody, owner, isStillHere)
        // All pages hear of both at once, so hearts from before a sign-in stay on. On a full disk, nothing is written.
        const shown = isNew ? [{ key: ownerKey, entry: owner }] : []
        if (moved.length + shown.length > 0) await putEntries([...moved, ...shown])
      }),
  }
}

export const syncStore = /* @__PURE__ */ createSyncStore(favoritesStore)

export type SyncStore = ReturnType<typeof createSyncStore>
