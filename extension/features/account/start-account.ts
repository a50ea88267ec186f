import { connectClerk } from 'virtual:clerk'
import { onRequest } from '../../platform/browser/messages.ts'
import { clerkTokenItem } from '../../platform/clerk/clerk-token-item.ts'
import { defaultServer, settingsItem } from '../settings/settings.ts'
import type { Account } from './account.ts'
import { accountStateItem, answerAccountRequest, mirrorAccount } from './account-messages.ts'
import { createChosenAccount } from './chosen-account.ts'
import { clerkStateItem, createClerkAccount } from './clerk-account.ts'
import { createLocalAccount, localSessionItem } from './local-account.ts'

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
