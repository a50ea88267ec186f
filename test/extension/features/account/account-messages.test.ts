import { describe, expect, it, vi } from 'vitest'
import {
  accountStateItem,
  answerAccountRequest,
  createAccountOfPage,
  mirrorAccount,
} from '../../../../extension/features/account/account-messages.ts'
import {
  clerkStateItem,
  createClerkAccount,
} from '../../../../extension/features/account/clerk-account.ts'
import { createFakeClerk, createMemoryToken } from './fake-clerk.ts'

const ada = { username: 'ada_l', password: 'correct horse', email: 'ada@example.com' }

const makePage = () => {
  const clerk = createFakeClerk()
  const deps = { ...clerk, state: clerkStateItem, token: createMemoryToken(), deadlineMs: 50 }
  const account = createClerkAccount(deps)
  // Copies the message and the answer, as the browser's message channel does.
  const send = async (message: unknown) =>
    structuredClone(await answerAccountRequest(account, structuredClone(message)))
  const page = createAccountOfPage({ send, state: accountStateItem })
  return { clerk, account, page, stop: mirrorAccount(account, accountStateItem) }
}

describe('an account of a page', () => {
  it('does what is asked in the background, and shows what that knows', async () => {
    const { page, stop } = makePage()
    expect(await page.signUp(ada)).toMatchObject({ kind: 'code-sent', email: 'ada@example.com' })
    const state = await page.verify('123456')
    expect(state.kind).toBe('signed-in')
    await expect.poll(() => page.current()).toEqual(state)
    expect((await page.signOut()).kind).toBe('signed-out')
    stop()
  })

  it('asks the account service on request whether the session has ended', async () => {
    const { account, clerk, page, stop } = makePage()
    await page.signUp(ada)
    const state = await page.verify('123456')
    expect(await page.refresh()).toEqual(state)
    clerk.endSession()
    expect((await page.refresh()).kind).toBe('session-ended')
    expect((await account.current()).kind).toBe('session-ended')
    stop()
  })

  it('passes an invite on to the background', async () => {
    const heard: unknown[] = []
    const send = async (request: unknown) => void heard.push(structuredClone(request))
    const page = createAccountOfPage({ send, state: accountStateItem })
    const wish = { username: 'ada_l', password: 'correct horse', invite: 'kZ3q' }
    await expect(page.signUp(wish)).rejects.toMatchObject({ code: 'unreachable' })
    const signUp = vi.fn(async () => ({ provider: 'local', kind: 'signed-out' }) as const)
    await answerAccountRequest({ ...makePage().account, signUp }, heard[0])
    expect(signUp).toHaveBeenCalledWith(wish)
  })

  it('has the problem of the background, with its text and field', async () => {
    const { page } = makePage()
    await page.signUp(ada)
    await expect(page.verify('000000')).rejects.toMatchObject({
      name: 'AccountError',
      problem: { code: 'wrong-code', field: 'code' },
    })
  })

  it('takes a background that does not answer for an account that cannot be reached', async () => {
    const send = () => Promise.reject(new Error('Could not establish connection'))
    const page = createAccountOfPage({ send, state: accountStateItem })
    await expect(page.signOut()).rejects.toMatchObject({ problem: { code: 'unreachable' } })
  })
})

describe('answerAccountRequest', () => {
  it.each([undefined, null, 'account', { type: 'top-up' }, { type: 'account', call: 'getToken' }])(
    'leaves %j to others',
    (message) => {
      expect(answerAccountRequest(makePage().account, message)).toBeUndefined()
    },
  )
})
