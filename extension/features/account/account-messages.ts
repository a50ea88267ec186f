import * as z from 'zod/mini'
import { isSame, toRecord } from '../../../shared/unknown.ts'
import { sendRequest } from '../../platform/browser/messages.ts'
import { ignoreStorageError } from '../../platform/storage/storage-error.ts'
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
import type { PairingService } from './pairing.ts'

export const accountStateItem = createStoredItem<AccountState>({
  key: 'account.state',
  parse: parseAccountState,
})

// Pages send these requests to the background, and never receive a token of the account.
const requestSchema = z.discriminatedUnion('call', [
  z.object({ call: z.literal('signUp'), input: signUpSchema }),
  z.object({ call: z.literal('signIn'), input: signInSchema }),
  z.object({ call: z.literal('verify'), code: z.string() }),
  z.object({ call: z.enum(['resendCode', 'signOut', 'refresh']) }),
  z.object({ call: z.enum(['beginPairing', 'checkPairing', 'cancelPairing']) }),
])

export type AccountRequest = z.infer<typeof requestSchema>

/**
 * Sends a request to the background. Resolves with the state of the account after the request.
 * @throws AccountError
 */
export const askAccount = async (
  request: AccountRequest,
  send = sendRequest,
): Promise<AccountState> => {
  const answer = toRecord(await send({ type: 'account', ...request }).catch(() => undefined))
  if (answer.state === undefined) throw new AccountError(parseProblem(answer.problem))
  return parseAccountState(answer.state)
}

interface Services {
  account: Account
  pairing: PairingService
}

export const answerAccountRequest = (services: Services, message: unknown) => {
  const request = requestSchema.safeParse(message).data
  if (!request || toRecord(message).type !== 'account') return
  return perform(services, request).then(
    (state) => ({ state }),
    (error) => ({ problem: toAccountProblem(error) }),
  )
}

const perform = async ({ account, pairing }: Services, request: AccountRequest) => {
  switch (request.call) {
    case 'signUp':
      return account.signUp(request.input)
    case 'signIn':
      return account.signIn(request.input)
    case 'verify':
      return account.verify(request.code)
    case 'beginPairing':
    case 'checkPairing':
    case 'cancelPairing':
      await pairing[request.call]()
      return account.current()
    default:
      return account[request.call]()
  }
}

/** Keeps a copy of the account's state for the pages. */
export const mirrorAccount = (account: Account, state: StoredItem<AccountState>): (() => void) => {
  const mirror = async () => {
    const next = await account.current()
    await state.update((shown) => (isSame(shown, next) ? shown : next))
  }
  // If the storage fails now, the copy is made at the next start of the background.
  const tryToMirror = () => void mirror().catch(ignoreStorageError)
  tryToMirror()
  return account.onChange(tryToMirror)
}
