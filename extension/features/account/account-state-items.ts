import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { type AccountState, parseAccountState } from './account.ts'

/** What the account at Clerk is known to be. Only the background writes it. */
export const clerkStateItem = /* @__PURE__ */ createStoredItem<AccountState>({
  key: 'account.clerk',
  parse: (stored) => ({ ...parseAccountState(stored), provider: 'clerk' }),
})

/** What pages show: a copy of the chosen account's state, written by the background. */
export const accountStateItem = createStoredItem<AccountState>({
  key: 'account.state',
  parse: parseAccountState,
})
