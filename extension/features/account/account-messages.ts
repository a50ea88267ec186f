import * as z from 'zod/mini'
import { isSame, toRecord } from '../../../shared/unknown.ts'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import {
  type Account,
  AccountError,
  type AccountState,
  parseAccountState,
  parseProblem,
  signInSchema,
  signUpSchema,
  toAccountProblem,
} from './account.ts'

export const accountStateItem = createStoredItem<AccountState>({
  key: 'account.state',
  parse: parseAccountState,
})

// Pages send these requests to the background, and never receive a token of the account.
const requestSchema = z.discriminatedUnion('call', [
  z.object({ type: z.literal('account'), call: z.literal('signUp'), wish: signUpSchema }),
  z.object({ type: z.literal('account'), call: z.literal('signIn'), wish: signInSchema }),
  z.object({ type: z.literal('account'), call: z.literal('verify'), code: z.string() }),
  z.object({ type: z.literal('account'), call: z.enum(['resendCode', 'signOut', 'refresh']) }),
])

type AccountRequest = z.infer<typeof requestSchema>

export type AccountOfPage = Omit<Account, 'getToken' | 'onChange'> &
  Pick<StoredItem<AccountState>, 'onChange'>

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
    refresh: () => ask({ type: 'account', call: 'refresh' }),
  }
}

export const answerAccountRequest = (account: Account, message: unknown) => {
  const request = requestSchema.safeParse(message).data
  if (!request) return
  return perform(account, request).then(
    (state) => ({ state }),
    (error) => ({ problem: toAccountProblem(error) }),
  )
}

const perform = (account: Account, request: AccountRequest): Promise<AccountState> => {
  if (request.call === 'signUp') return account.signUp(request.wish)
  if (request.call === 'signIn') return account.signIn(request.wish)
  if (request.call === 'verify') return account.verify(request.code)
  return account[request.call]()
}

/** Keeps a copy of the account's state for the pages. */
export const mirrorAccount = (account: Account, state: StoredItem<AccountState>): (() => void) => {
  const mirror = async () => {
    const next = await account.current()
    await state.update((shown) => (isSame(shown, next) ? shown : next))
  }
  // If the storage fails now, the copy is made at the next start of the background.
  const tryToMirror = () => void mirror().catch(() => undefined)
  tryToMirror()
  return account.onChange(tryToMirror)
}
