import { type Account, type AccountState, personOf } from '../account/account.ts'
import { type Owner, toOwner } from './owner.ts'
import type { SyncStore } from './sync-store.ts'

/** Who is at work, and where. */
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

/** Account and server as they belong together, also when the person is just choosing another. */
export const readWho = async (deps: WhoDeps): Promise<Who> => {
  const server = await deps.readServer()
  const state = await deps.account.current()
  if (server !== (await deps.readServer())) return readWho(deps)
  return { server, state, owner: toOwner(server, personOf(state)?.id) }
}

/** Shows the favorites of whoever is signed in; what was hearted before becomes theirs. */
export const showFavoritesOf = async (deps: WhoDeps & { store: SyncStore }): Promise<void> => {
  const { server, state, owner } = await readWho(deps)
  if (state.kind === 'signed-in') await deps.store.adopt(toOwner(server), owner)
  await deps.store.show(owner)
}
