import { connectClerk } from 'virtual:clerk'
import { onRequest } from '../../platform/browser/messages.ts'
import { settingsItem } from '../settings/settings.ts'
import { firstServer } from '../settings/source-names.ts'
import { serverIn } from '../sources/chosen.ts'
import { type ChosenAccount, createChosenAccount } from './account.ts'
import { accountStateItem, answerAccountRequest, mirrorAccount } from './account-messages.ts'
import { clerkStateItem, createClerkAccount } from './clerk-account.ts'
import { createLocalAccount, localSessionItem } from './local-account.ts'
import { createPairing, pairingItem } from './pairing.ts'

export const chosenServer = {
  read: async () => serverIn(await settingsItem.read()) ?? '',
  onChange: settingsItem.onChange,
}

export const startAccount = (): ChosenAccount => {
  const server = chosenServer
  const account = createChosenAccount({
    server,
    local: createLocalAccount({ server, session: localSessionItem }),
    clerk: connectClerk && {
      account: createClerkAccount({ ...connectClerk(), state: clerkStateItem }),
      server: firstServer,
    },
  })
  const pairing = createPairing({ server, item: pairingItem, session: localSessionItem })
  mirrorAccount(account, accountStateItem)
  onRequest((message) => answerAccountRequest({ account, pairing }, message))
  return account
}
