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

/** A page of the test extension. It talks to the background as the options page does. */
export interface AccountPage {
  ask(request: Wish): Promise<Answer>
  token(options?: { fresh: boolean }): Promise<{ token?: string; problem?: Answer['problem'] }>
  /** The account state that pages show, read from storage without the background. */
  shown(): Promise<Answer['state']>
  /** Clears the extension's storage. */
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

// These functions run in the page. Firefox returns promises only from `browser`; Chromium has only
// `chrome`.
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
