import * as z from 'zod/mini'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import { toRecord } from '../../platform/unknown.ts'
import {
  type Account,
  AccountError,
  type AccountState,
  parseAccountState,
  parseProblem,
  unreachable,
} from './account.ts'

export const accountStateItem = createStoredItem<AccountState>({
  key: 'account.state',
  parse: parseAccountState,
})

// A page asks the background to do something with the account. Tokens are never sent to a page.
const requestSchema = z.discriminatedUnion('call', [
  z.object({
    type: z.literal('account'),
    call: z.literal('signUp'),
    wish: z.object({
      username: z.string(),
      password: z.string(),
      email: z.optional(z.string()),
    }),
  }),
  z.object({
    type: z.literal('account'),
    call: z.literal('signIn'),
    wish: z.object({ identifier: z.string(), password: z.optional(z.string()) }),
  }),
  z.object({ type: z.literal('account'), call: z.literal('verify'), code: z.string() }),
  z.object({ type: z.literal('account'), call: z.enum(['resendCode', 'signOut']) }),
])

export type AccountRequest = z.infer<typeof requestSchema>

export type AccountOfPage = Omit<Account, 'getToken'>

type AccountAnswer = { state: AccountState } | { problem: AccountError['problem'] }

interface PageDeps {
  send(request: AccountRequest): Promise<unknown>
  state: StoredItem<AccountState>
}

export const createAccountOfPage = ({ send, state }: PageDeps): AccountOfPage => {
  const ask = async (request: AccountRequest): Promise<AccountState> => {
    const answer = toRecord(await send(request).catch(() => undefined))
    if (answer.state === undefined) throw new AccountError(parseProblem(answer.problem))
    return parseAccountState(answer.state)
  }
  return {
    current: state.read,
    onChange: state.onChange,
    signUp: (wish) => ask({ type: 'account', call: 'signUp', wish }),
    signIn: (wish) => ask({ type: 'account', call: 'signIn', wish }),
    verify: (code) => ask({ type: 'account', call: 'verify', code }),
    resendCode: () => ask({ type: 'account', call: 'resendCode' }),
    signOut: () => ask({ type: 'account', call: 'signOut' }),
  }
}

/** Runs in the background. Returns `undefined` for messages that are not about the account. */
export const answerAccountRequest = (
  account: Account,
  message: unknown,
): Promise<AccountAnswer> | undefined => {
  const request = requestSchema.safeParse(message).data
  if (!request) return
  return perform(account, request).then(
    (state) => ({ state }),
    (error) => ({ problem: error instanceof AccountError ? error.problem : unreachable() }),
  )
}

const perform = (account: Account, request: AccountRequest): Promise<AccountState> => {
  if (request.call === 'signUp') return account.signUp(request.wish)
  if (request.call === 'signIn') return account.signIn(request.wish)
  if (request.call === 'verify') return account.verify(request.code)
  return account[request.call]()
}

/** Runs in the background, and copies the account's state to where pages read it. */
export const mirrorAccount = (account: Account, state: StoredItem<AccountState>): (() => void) => {
  const mirror = (next: AccountState) =>
    state.update((shown) => (isSame(shown, next) ? shown : next))
  void account.current().then(mirror)
  return account.onChange(mirror)
}

const isSame = (one: AccountState, other: AccountState) =>
  JSON.stringify(one) === JSON.stringify(other)
