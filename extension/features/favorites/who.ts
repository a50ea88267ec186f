import { type Account, type AccountState, personOf } from '../account/account.ts'
import { type Owner, toOwner } from './favorites.ts'
import type { SyncStore } from './sync-store.ts'

export interface Who {
  server: string
  state: AccountState
  owner: Owner
}

export interface WhoDeps {
  account: Pick<Account, 'current'>
  /** The address of the chosen server. */
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
