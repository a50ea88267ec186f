import { type Favorite, toConfirmed, toName, type Waiting } from './favorites.ts'
import { confirmedItems, outboxLog, ownerItem, refusedLog } from './favorites-items.ts'
import { isNobody, type Owner } from './owner.ts'

/** The favorites as the background works on them. Each function may be repeated without harm. */
export interface SyncStore {
  /** Makes the changes from before the sign-in the person's own. */
  adopt(from: Owner, to: Owner): Promise<void>
  /** The changes of this owner, the oldest first. */
  listWaiting(owner: Owner): Promise<Waiting[]>
  /** Keeps the account's list, with what is known of the wallpapers. */
  confirm(owner: Owner, ids: readonly string[], known?: readonly Favorite[]): Promise<void>
  /** The server has made the change. */
  finish(done: Waiting): Promise<void>
  /** The server will not make the change: the person has to know. */
  refuse(refused: Waiting, reason: string): Promise<void>
  /** From now on pages show this owner's favorites. */
  show(owner: Owner): Promise<void>
}

export const syncStore: SyncStore = {
  adopt: async (from, to) => {
    const waiting = await syncStore.listWaiting(from)
    // Taken back before the sign-in: it must not take anything from the account.
    const removals = waiting.filter(({ entry }) => entry.action === 'remove')
    await outboxLog.remove(removals.map(({ key }) => key))
    const additions = waiting.filter(({ entry }) => entry.action === 'add')
    // Under the same key: at no moment is it there twice, or not at all.
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
    // Signed out: the next person must not find the list here. The account has it.
    if (isNobody(owner) && before.endsWith(owner)) await confirmedItems.remove(before)
  },
}

const isSame = (one: Favorite[], other: Favorite[]) => JSON.stringify(one) === JSON.stringify(other)
