import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toList } from '../../platform/unknown.ts'
import { type Account, type AccountState, personOf } from '../account/account.ts'
import {
  type Favorite,
  isNobody,
  type Owner,
  parseChange,
  toConfirmed,
  toName,
  toOwner,
  toSlot,
  type Waiting,
} from './favorites.ts'
import { confirmedItems, outboxLog, ownerItem, refusedLog } from './favorites-store.ts'

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

// The first version of the extension stored all changes under one key.
const firstOutboxItem = createStoredItem({
  key: 'favorites.outbox',
  parse: (stored) => toList(stored, parseChange),
})

export const bringFirstOutbox = async (): Promise<void> => {
  for (const change of await firstOutboxItem.read()) {
    await outboxLog.append(toName(change), change, toSlot(change))
  }
  await firstOutboxItem.update((left) => (left.length > 0 ? [] : left))
}

export interface Who {
  server: string
  state: AccountState
  owner: Owner
}

export interface WhoDeps {
  account: Pick<Account, 'current'>
  readServer(): Promise<string>
}

/** Reads again if the person chooses another server meanwhile, so that account and server belong together. */
export const readWho = async (deps: WhoDeps): Promise<Who> => {
  const server = await deps.readServer()
  const state = await deps.account.current()
  if (server !== (await deps.readServer())) return readWho(deps)
  return { server, state, owner: toOwner(server, personOf(state)?.id) }
}

/** Pages now show the favorites of the person who is signed in. Hearts from before the sign-in become theirs. */
export const showFavoritesOf = async (deps: WhoDeps & { store: SyncStore }): Promise<void> => {
  const { server, state, owner } = await readWho(deps)
  if (state.kind === 'signed-in') await deps.store.adopt(toOwner(server), owner)
  await deps.store.show(owner)
}
