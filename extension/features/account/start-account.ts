import { connectClerk } from 'virtual:clerk'
import { onRequest } from '../../platform/browser/messages.ts'
import { clerkTokenItem } from '../../platform/clerk/clerk-token-item.ts'
import { defaultServer } from '../settings/settings.ts'
import { settingsItem } from '../settings/settings-item.ts'
import type { Account } from './account.ts'
import { answerAccountRequest, mirrorAccount } from './account-messages.ts'
import { accountStateItem, clerkStateItem } from './account-state-items.ts'
import { createChosenAccount } from './chosen-account.ts'
import { createClerkAccount } from './clerk-account.ts'
import { createLocalAccount } from './local-account.ts'
import { localSessionItem } from './local-session.ts'

/** In the background, of which there is one: the account that pages ask for by messages. */
export const startAccount = (): Account => {
  const server = {
    read: async () => (await settingsItem.read()).server,
    onChange: settingsItem.onChange,
  }
  const account = createChosenAccount({
    server,
    local: createLocalAccount({ server, session: localSessionItem }),
    clerk: connectClerk && {
      account: createClerkAccount({
        ...connectClerk(),
        state: clerkStateItem,
        token: clerkTokenItem,
      }),
      server: defaultServer,
    },
  })
  mirrorAccount(account, accountStateItem)
  onRequest((message) => answerAccountRequest(account, message))
  return account
}
