import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccountActions } from '../../../server/accounts/account-actions.ts'
import { createAttemptCounter } from '../../../server/adapters/redis/limits.ts'
import { type AccountsApp, createAccountsApp, signUp } from '../../accounts-app.ts'

let app: AccountsApp
beforeAll(async () => {
  app = await createAccountsApp()
})
afterAll(() => app.close())

const counter = (name: string, max: number) =>
  createAttemptCounter({ name, max, windowSeconds: 600 })

const createLimited = () => {
  const signIns = {
    allFromAddress: counter('all', 8),
    perAddress: counter('address', 4),
    perNameAndAddress: counter('name-address', 2),
    perName: counter('name', 6),
  }
  if (app.local === undefined) throw new Error('The accounts are elsewhere')
  const { signIn } = createAccountActions({ ...app.actionsDeps, signIns })
  return (key: string, username: string, password = 'wrong horse') =>
    signIn.run({ username, password }, { address: { key, exact: key }, device: '' }).then(
      () => 'signed in',
      ({ code }) => code,
    )
}

describe('the limits of sign-ins', () => {
  it('limits an address over all names, and a name over all addresses', async () => {
    const attempt = createLimited()
    for (let n = 0; n < 4; n += 1) expect(await attempt('one', `name_${n}`)).toBe('UNAUTHORIZED')
    expect(await attempt('one', 'other')).toBe('TOO_MANY_ATTEMPTS')

    for (let n = 0; n < 6; n += 1) await attempt(`far_${n}`, 'victim')
    expect(await attempt('far_6', 'victim')).toBe('TOO_MANY_ATTEMPTS')
  })

  it('lets the owner of a name in, however often a stranger elsewhere is wrong', async () => {
    const attempt = createLimited()
    const { username, password } = await signUp(app)
    for (let n = 0; n < 4; n += 1) await attempt('stranger', username)
    expect(await attempt('stranger', username, password)).toBe('TOO_MANY_ATTEMPTS')
    expect(await attempt('owner', username, password)).toBe('signed in')
  })

  it('counts nothing for a name that an address asks for after it is refused', async () => {
    const attempt = createLimited()
    for (let n = 0; n < 4; n += 1) await attempt('one', `name_${n}`)
    for (let n = 0; n < 5; n += 1) expect(await attempt('one', 'victim')).toBe('TOO_MANY_ATTEMPTS')
    expect(await attempt('two', 'victim')).toBe('UNAUTHORIZED')
  })

  it('resets the count of a name after a right attempt, which costs the address nothing, up to a limit', async () => {
    const attempt = createLimited()
    const { username, password } = await signUp(app)
    for (let n = 0; n < 8; n += 1)
      expect(await attempt('one', username, password)).toBe('signed in')
    expect(await attempt('one', username, password)).toBe('TOO_MANY_ATTEMPTS')
    expect(await attempt('two', username, password)).toBe('signed in')
  })
})

describe('the limit of sign-ups', () => {
  it('counts for each address', async () => {
    const { signUp } = createAccountActions({ ...app.actionsDeps, signUps: counter('new', 1) })
    const join = (key: string, username: string) =>
      signUp
        .run({ username, password: 'correct horse' }, { address: { key, exact: key }, device: '' })
        .then(
          () => 'signed up',
          ({ code }) => code,
        )
    expect(await join('one', 'limited_1')).toBe('signed up')
    expect(await join('one', 'limited_2')).toBe('TOO_MANY_ATTEMPTS')
    expect(await join('two', 'limited_2')).toBe('signed up')
  })
})

describe('the limits of passwords that are sent with a session', () => {
  it('lets the owner change the password, however often a stolen session is wrong', async () => {
    const { userId, username, password } = await signUp(app)
    const passwordChecks = { perSession: counter('session', 2), perUser: counter('user', 6) }
    const { changePassword } = createAccountActions({ ...app.actionsDeps, passwordChecks })
    const signIn = async () => {
      const signedIn = await app.accounts.signIn({ username, password, device: '' })
      return { userId, credentials: { bearer: signedIn?.token, cookie: undefined } }
    }
    const change = async (who: Awaited<ReturnType<typeof signIn>>, known: string) =>
      changePassword.run({ password: known, newPassword: 'battery staple' }, who).then(
        () => 'changed',
        ({ code }) => code,
      )
    const [stolen, other, own] = [await signIn(), await signIn(), await signIn()]
    for (let n = 0; n < 2; n += 1) expect(await change(stolen, 'wrong')).toBe('FORBIDDEN')
    expect(await change(stolen, password)).toBe('TOO_MANY_ATTEMPTS')
    for (let n = 0; n < 2; n += 1) expect(await change(other, 'wrong')).toBe('FORBIDDEN')
    expect(await change(own, password)).toBe('changed')
  })
})
