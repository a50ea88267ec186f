import { isSame, toRecord } from '../../../shared/unknown.ts'
import { sendRequest } from '../../platform/browser/messages.ts'
import { ignoreStorageError } from '../../platform/storage/storage-error.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import {
  AccountError,
  type AccountProblem,
  type AccountState,
  type ChosenAccount,
  parseAccountState,
  type SignInInput,
  type SignUpInput,
  toAccountProblem,
  unreachable,
} from './account.ts'
import type { PairingService } from './pairing.ts'

export const accountStateItem = createStoredItem<AccountState>({
  key: 'account.state',
  parse: parseAccountState,
})

/** Pages send these requests to the background, and never receive a token of the account. */
export type AccountRequest =
  | { call: 'signUp'; input: SignUpInput }
  | { call: 'signIn'; input: SignInInput }
  | { call: 'verify'; code: string }
  | { call: 'resendCode' | 'signOut' | 'refresh' | keyof PairingService }

type AccountAnswer = { state: AccountState } | { problem: AccountProblem }

/**
 * Sends a request to the background. Resolves with the state of the account after the request.
 * @throws AccountError
 */
export const askAccount = async (
  request: AccountRequest,
  send = sendRequest,
): Promise<AccountState> => {
  const unanswered = () => ({ problem: unreachable() })
  const answer = (await send({ type: 'account', ...request }).catch(unanswered)) as AccountAnswer
  if ('problem' in answer) throw new AccountError(answer.problem)
  return answer.state
}

interface Services {
  account: Pick<ChosenAccount, 'choose'>
  pairing: PairingService
}

export const answerAccountRequest = (
  services: Services,
  message: unknown,
): Promise<AccountAnswer> | undefined => {
  if (toRecord(message).type !== 'account') return
  return perform(services, message as AccountRequest).then(
    (state) => ({ state }),
    (error) => ({ problem: toAccountProblem(error) }),
  )
}

const perform = async (services: Services, request: AccountRequest): Promise<AccountState> => {
  const { pairing } = services
  const account = await services.account.choose()
  switch (request.call) {
    case 'signUp':
      return account.signUp(request.input)
    case 'signIn':
      return account.signIn(request.input)
    case 'verify':
      return account.verify(request.code)
    case 'resendCode':
    case 'signOut':
    case 'refresh':
      return account[request.call]()
    case 'beginPairing':
    case 'checkPairing':
    case 'cancelPairing':
      await pairing[request.call]()
      return account.current()
  }
}

export const mirrorAccount = (
  account: Pick<ChosenAccount, 'current' | 'onChange'>,
): (() => void) => {
  const mirror = async () => {
    const next = await account.current()
    await accountStateItem.update((shown) => (isSame(shown, next) ? shown : next))
  }
  // If the storage fails now, the copy is made at the next start of the background.
  const tryToMirror = () => void mirror().catch(ignoreStorageError)
  tryToMirror()
  return account.onChange(tryToMirror)
}
