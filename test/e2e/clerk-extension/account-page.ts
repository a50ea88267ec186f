import type { AccountRequest } from '../../../extension/features/account/account-messages.ts'
import type { FirefoxPage } from '../../tools/browsers/firefox-page.ts'

type Wish =
  | { call: 'signUp'; wish: { username: string; email: string; password: string } }
  | { call: 'signIn'; wish: { identifier: string; password?: string } }
  | { call: 'verify'; code: string }
  | { call: 'resendCode' | 'signOut' }

interface Answer {
  state?: { kind: string; email?: string; person?: { username: string } }
  problem?: { code: string; text: string; field?: string; retryAfterMs?: number }
}

/**
 * A handle for the test extension's page. The page talks to the background as the real options page
 * does.
 */
export interface AccountPage {
  ask(request: Wish): Promise<Answer>
  token(options?: { fresh: boolean }): Promise<{ token?: string; problem?: Answer['problem'] }>
  /**
   * Reads the account state that pages show. The state is read from storage, so the background
   * stays asleep.
   */
  shown(): Promise<Answer['state']>
  forget(): Promise<void>
}

export const createAccountPage = (evaluate: FirefoxPage['evaluate']): AccountPage => {
  const send = <T>(message: object): Promise<T> => evaluate(sendMessage<T>, message)
  return {
    ask: (request) => send<Answer>({ type: 'account', ...request } satisfies AccountRequest),
    token: (options) => send({ type: 'token', ...options }),
    forget: () => evaluate(clearStorage),
    shown: async () => (await evaluate(readStorage))['account.state'] as Answer['state'],
  }
}

// `sendMessage` runs in the extension's page. Firefox returns promises only from `browser`, and
// Chromium has only `chrome`.
const sendMessage = <T>(message: object): Promise<T> => {
  const { browser = chrome } = globalThis as { browser?: typeof chrome }
  return browser.runtime.sendMessage(message)
}

const clearStorage = async (): Promise<void> => {
  const { browser = chrome } = globalThis as { browser?: typeof chrome }
  await Promise.all([browser.storage.local.clear(), browser.storage.session.clear()])
}

const readStorage = (): Promise<Record<string, unknown>> => {
  const { browser = chrome } = globalThis as { browser?: typeof chrome }
  return browser.storage.local.get()
}
