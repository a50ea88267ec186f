import { beforeEach, describe, expect, it } from 'vitest'
import {
  clerkStateItem,
  createClerkAccount,
  toClerkError,
} from '../../../../extension/features/account/clerk-account.ts'
import { accountContract } from './account-contract.ts'
import { createFakeClerk, refusal } from './fake-clerk.ts'

const ada = { username: 'ada_l', password: 'correct horse', email: 'ada@example.com' }

const makeSubject = () => {
  const clerk = createFakeClerk()
  return { clerk, account: createClerkAccount({ ...clerk, deadlineMs: 50 }) }
}

accountContract('Clerk', async () => {
  const { clerk, account } = makeSubject()
  const goAway = () => clerk.fail('hang')
  return { account, code: clerk.code, endSession: clerk.endSession, goAway }
})

describe('createClerkAccount', () => {
  let subject: ReturnType<typeof makeSubject>
  beforeEach(async () => {
    subject = makeSubject()
    await subject.account.signUp(ada)
    await subject.account.verify(' 123 456 ')
  })

  it('fetches one token for many requests at the same time', async () => {
    const { account, clerk } = subject
    const tokens = await Promise.all(Array.from({ length: 20 }, () => account.getToken()))
    expect(new Set(tokens).size).toBe(1)
    expect(clerk.counts.tokens).toBe(1)
  })

  it('keeps one client, and gives it up when there is no answer', async () => {
    const { account, clerk } = subject
    await account.getToken({ fresh: true })
    expect(clerk.counts).toMatchObject({ connections: 1, abandoned: 0 })
    clerk.fail('hang')
    await account.getToken({ fresh: true }).catch(() => {})
    expect(clerk.counts).toMatchObject({ connections: 1, abandoned: 1 })
    clerk.fail(undefined)
    expect(await account.getToken({ fresh: true })).toBeTypeOf('string')
    expect(clerk.counts.connections).toBe(2)
  })

  it('forgets the secret of the device when a sign-out cannot reach Clerk', async () => {
    const { account, clerk } = subject
    clerk.fail(refusal(503, 'internal_clerk_error'))
    await account.signOut()
    expect(clerk.counts.forgotten).toBe(1)
  })

  it('gives nobody the token of a person who has signed out meanwhile', async () => {
    const { account, clerk } = subject
    const late = account.getToken({ fresh: true })
    await clerkStateItem.update(() => ({ provider: 'clerk', kind: 'signed-out' }))
    expect(await late).toBeUndefined()
    expect(clerk.counts.tokens).toBe(1)
  })

  it('replaces a session that is in the way of a new one', async () => {
    const { account } = subject
    await clerkStateItem.update(() => ({ provider: 'clerk', kind: 'signed-out' }))
    const state = await account.signIn({ identifier: 'ada_l', password: ada.password })
    expect(state.kind).toBe('signed-in')
  })

  it('says what it cannot do', async () => {
    const { account } = subject
    await account.signOut()
    const refused = account.verify('123456')
    await expect(refused).rejects.toMatchObject({
      problem: { code: 'refused', text: 'Your sign-in has expired. Please start again.' },
    })
    expect((await account.current()).kind).toBe('signed-out')
  })
})

describe('toClerkError', () => {
  const meta = { paramName: 'email_address' }
  const limit = (retryAfter?: number) =>
    Object.assign(refusal(429, 'too_many_requests'), { retryAfter })

  it.each([
    [refusal(422, 'form_password_incorrect'), { code: 'wrong-credentials', field: 'password' }],
    [refusal(422, 'form_identifier_not_found'), { code: 'wrong-credentials', field: 'username' }],
    [refusal(422, 'form_code_incorrect'), { code: 'wrong-code', field: 'code' }],
    [refusal(422, 'verification_expired'), { code: 'code-expired', field: 'code' }],
    [
      refusal(422, 'form_identifier_exists', { longMessage: 'Taken.', meta }),
      { code: 'taken', field: 'email', text: 'Taken.' },
    ],
    [
      refusal(422, 'form_param_format_invalid', { longMessage: 'Odd.', meta }),
      { code: 'invalid', field: 'email', text: 'Odd.' },
    ],
    [limit(600), { retryAfterMs: 600_000, text: 'Too many attempts. Try again in 10 minutes.' }],
    [limit(), { text: 'Too many attempts. Try again in a few minutes.' }],
    [new TypeError('Failed to fetch'), { code: 'unreachable' }],
    [refusal(503, 'internal_clerk_error'), { code: 'unreachable' }],
    [undefined, { code: 'unreachable' }],
  ])('explains %s', (cause, problem) => {
    expect(toClerkError(cause).problem).toMatchObject(problem)
  })
})
