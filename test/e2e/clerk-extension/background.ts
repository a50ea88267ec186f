import { browser } from 'wxt/browser'
import {
  accountStateItem,
  answerAccountRequest,
  mirrorAccount,
} from '../../../extension/features/account/account-messages.ts'
import {
  clerkStateItem,
  createClerkAccount,
} from '../../../extension/features/account/clerk-account.ts'
import { createClerkConnector } from '../../../extension/platform/clerk/clerk-client.ts'
import { clerkTokenItem } from '../../../extension/platform/clerk/clerk-token-item.ts'
import { toRecord } from '../../../extension/platform/unknown.ts'

const account = createClerkAccount({
  ...createClerkConnector(import.meta.env.WXT_CLERK_PUBLISHABLE_KEY),
  state: clerkStateItem,
  token: clerkTokenItem,
})
mirrorAccount(account, accountStateItem)

browser.runtime.onMessage.addListener(
  (message: unknown, _sender: unknown, respond: (answer: unknown) => void) => {
    const answer = answerTokenRequest(message) ?? answerAccountRequest(account, message)
    if (!answer) return
    answer.then(respond, (error) => respond({ problem: error.problem, text: String(error) }))
    return true
  },
)

/** Sends the account's token to the test page. The real background never sends tokens to pages. */
const answerTokenRequest = (message: unknown) => {
  const { type, fresh } = toRecord(message)
  if (type !== 'token') return
  return account.getToken({ fresh: fresh === true }).then((token) => ({ token }))
}
