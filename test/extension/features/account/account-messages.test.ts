import { describe, expect, it, vi } from 'vitest'
import {
  type AccountRequest,
  accountStateItem,
  answerAccountRequest,
  askAccount,
  mirrorAccount,
} from '../../../../extension/features/account/account-messages.ts'
import { createClerkAccount } from '../../../../extension/features/account/clerk-account.ts'
import { createPairing } from '../../../../extension/features/account/pairing.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { createFakeClerk } from './fake-clerk.ts'

const ada = { username: 'ada_l', password: 'correct horse', email: 'ada@example.com' }

const server = { read: async () => 'https://fresco.test' }
const pairing = createPairing({ server })

const makePage = () => {
  const clerk = createFakeClerk()
  const account = createClerkAccount({ ...clerk, deadlineMs: 50 })
  const services = { account: { choose: async () => account }, pairing }
  // Copies the message and the answer, as the browser's message channel does.
  const send = async (message: unknown) =>
    structuredClone(await answerAccountRequest(services, structuredClone(message)))
  const ask = (request: AccountRequest) => askAccount(request, send)
  return { services, account, ask, stop: mirrorAccount(account) }
}

describe('an account of a page', () => {
  it('does what is asked in the background, and shows what that knows', async () => {
    const { ask, stop } = makePage()
    const sent = { kind: 'code-sent', email: 'ada@example.com' }
    expect(await ask({ call: 'signUp', input: ada })).toMatchObject(sent)
    const state = await ask({ call: 'verify', code: '123456' })
    expect(state.kind).toBe('signed-in')
    await expect.poll(accountStateItem.read).toEqual(state)
    expect(await ask({ call: 'refresh' })).toEqual(state)
    expect((await ask({ call: 'signOut' })).kind).toBe('signed-out')
    stop()
  })

  it.each([
    [new TypeError('x is not a function'), 'Something went wrong inside Fresco.'],
    [new StorageError(new Error('QUOTA_BYTES')), 'Your browser has no room to store wallpapers.'],
  ])('does not blame the account service for %s', async (error, text) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { account, ask, stop } = makePage()
    vi.spyOn(account, 'refresh').mockRejectedValue(error)
    await expect(ask({ call: 'refresh' })).rejects.toThrow(text)
    log.mockRestore()
    stop()
  })

  it('has the problem of the background, with its text and field', async () => {
    const { ask } = makePage()
    await ask({ call: 'signUp', input: ada })
    await expect(ask({ call: 'verify', code: '000000' })).rejects.toMatchObject({
      name: 'AccountError',
      problem: { code: 'wrong-code', field: 'code' },
    })
  })

  it('takes a background that does not answer for an account that cannot be reached', async () => {
    const send = () => Promise.reject(new Error('Could not establish connection'))
    const asked = askAccount({ call: 'signOut' }, send)
    await expect(asked).rejects.toMatchObject({ problem: { code: 'unreachable' } })
  })
})

describe('answerAccountRequest', () => {
  it.each([undefined, null, 'account', { type: 'top-up' }])('leaves %j to others', (message) => {
    expect(answerAccountRequest(makePage().services, message)).toBeUndefined()
  })

  it('gives no page a token', async () => {
    const { services, ask } = makePage()
    await ask({ call: 'signUp', input: ada })
    await ask({ call: 'verify', code: '123456' })
    const message = { type: 'account', call: 'getToken' }
    expect(await answerAccountRequest(services, message)).toEqual({ state: undefined })
  })
})
