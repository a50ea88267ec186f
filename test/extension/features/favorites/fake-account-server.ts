import type { Account, AccountState } from '../../../../extension/features/account/account.ts'
import { toOwner } from '../../../../extension/features/favorites/favorites.ts'
import type { FavoritesClient } from '../../../../extension/features/favorites/favorites-client.ts'
import {
  createSyncStore,
  type FavoritesStore,
  favoritesStore,
} from '../../../../extension/features/favorites/favorites-store.ts'
import { createSync, showFavorites } from '../../../../extension/features/favorites/sync.ts'
import type { FrescoError } from '../../../../shared/client/fresco-error.ts'

const server = 'http://walls.test'
export const syncStore = createSyncStore(favoritesStore)

export const createWorld = () => {
  const lists = new Map<string, string[]>()
  const world = {
    server: server,
    user: undefined as string | undefined,
    isEnded: false,
    now: 1_000_000,
    /** The errors of the next requests. */
    failures: [] as FrescoError[],
    /** Called once, before the next request is answered. */
    meanwhile: undefined as (() => unknown) | undefined,
    requests: [] as string[],
    wakeUps: [] as (number | undefined)[],
  }
  const listOf = (user: string) => lists.get(user) ?? []
  const current = async (): Promise<AccountState> => {
    const { user, isEnded } = world
    if (!user) return { provider: 'local', kind: 'signed-out' }
    const person = { id: user, username: user, name: user, image: '' }
    return { provider: 'local', kind: isEnded ? 'session-ended' : 'signed-in', person }
  }
  const answer = async (request: string, user: string, work: () => string[]) => {
    world.requests.push(request)
    await world.meanwhile?.()
    world.meanwhile = undefined
    const failure = world.failures.shift()
    if (failure) throw failure
    lists.set(user, work())
    return listOf(user)
  }
  const client: FavoritesClient = {
    send: ({ token }, { wanted, favorite: { id } }) =>
      answer(`${wanted ? 'add' : 'remove'} ${id} as ${token}`, token, () => {
        const without = listOf(token).filter((other) => other !== id)
        return wanted ? [...without, id] : without
      }),
    list: ({ token }) => answer(`list of ${token}`, token, () => listOf(token)),
    describe: async () => undefined,
  }
  const deps = {
    account: {
      current,
      getToken: async ({ of }: Parameters<Account['getToken']>[0] = {}) => {
        const isOther = of && (of.server !== world.server || of.id !== world.user)
        return world.isEnded || isOther ? undefined : world.user
      },
    },
    readServer: async () => world.server,
    store: syncStore,
    client,
    wakeAt: async (at: number | undefined) => void world.wakeUps.push(at),
    now: () => world.now,
  }
  const signIn = async (user: string | undefined) => {
    world.user = user
    await showFavorites(deps)
  }
  const change = async (wanted: boolean, id: string, tab = favoritesStore) => {
    const { owner } = await tab.read()
    const favorite = { id, title: id, color: null, preview_url: `${server}/${id}` }
    await tab.record({ wanted, favorite, owner })
  }
  return {
    world,
    deps,
    listOf,
    signIn,
    put: (user: string, ids: string[]) => lists.set(user, ids),
    sync: (asked = true) => createSync(deps)({ asked }),
    heart: (id: string, tab?: FavoritesStore) => change(true, id, tab),
    unheart: (id: string, tab?: FavoritesStore) => change(false, id, tab),
    shown: async () => (await favoritesStore.read()).favorites.map(({ id }) => id),
    waiting: async (user = world.user) =>
      (await syncStore.listWaiting(toOwner(world.server, user))).map(({ favorite }) => favorite.id),
  }
}
