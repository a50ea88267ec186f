import { connectClerk } from 'virtual:clerk'
import { onRequest } from '../../platform/browser/messages.ts'
import { settingsItem } from '../settings/settings.ts'
import { firstServer } from '../settings/source-names.ts'
import { serverIn } from '../sources/chosen.ts'
import { type ChosenAccount, createChosenAccount } from './account.ts'
import { answerAccountRequest, mirrorAccount } from './account-messages.ts'
import { createClerkAccount } from './clerk-account.ts'
import { createLocalAccount } from './local-account.ts'
import { createPairing } from './pairing.ts'

export const chosenServer = {
  read: async () => serverIn(await settingsItem.read()) ?? '',
  onChange: settingsItem.onChange,
}

export const startAccount = (): ChosenAccount => {
  const server = chosenServer
  const account = createChosenAccount({
    server,
    local: createLocalAccount({ server }),
    clerk: connectClerk && {
      account: createClerkAccount(connectClerk()),
      server: firstServer,
    },
  })
  const pairing = createPairing({ server })
  mirrorAccount(account)
  onRequest((message) => answerAccountRequest({ account, pairing }, message))
  return account
}
