import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Account,
  type AccountState,
  personOf,
} from '../../../../extension/features/account/account.ts'

export interface AccountSubject {
  account: Account
  /** The server that issues the tokens. An account at Clerk does not know it. */
  server?: string
  endSession(): Promise<void> | void
  goAway(): void
  code?: string
  close?(): Promise<void>
}

const ada = { username: 'ada_l', password: 'correct horse', email: 'ada@example.com' }

/**
 * A shared test suite that every account service must pass. `makeSubject` runs once per test and
 * creates the service.
 */
export const accountContract = (name: string, makeSubject: () => Promise<AccountSubject>) => {
  describe(`${name} as an account`, () => {
    let subject: AccountSubject
    let account: Account
    beforeEach(async () => {
      subject = await makeSubject()
      account = subject.account
    })
    afterEach(() => subject.close?.())

    const signUp = async (): Promise<AccountState> => {
      const state = await account.signUp(ada)
      return state.kind === 'code-sent' ? account.verify(subject.code ?? '') : state
    }

    it('is signed out at first and has no token', async () => {
      expect((await account.current()).kind).toBe('signed-out')
      expect(await account.getToken()).toBeUndefined()
      expect(await account.getToken({ fresh: true })).toBeUndefined()
    })

    it('signs up and remembers the person', async () => {
      const state = await signUp()
      expect(state).toMatchObject({ kind: 'signed-in', person: { username: 'ada_l' } })
      expect(await account.current()).toEqual(state)
      expect(await account.getToken()).toBeTypeOf('string')
      expect(await account.getToken({ fresh: true })).toBeTypeOf('string')
    })

    it('gives the token of one person and of nobody else', async () => {
      const state = await signUp()
      const { server = '' } = subject
      const { id = '' } = personOf(state) ?? {}
      for (const fresh of [true, false]) {
        expect(await account.getToken({ of: { server, id }, fresh })).toBeTypeOf('string')
        expect(await account.getToken({ of: { server, id: 'other' }, fresh })).toBeUndefined()
      }
    })

    it('signs out and in again', async () => {
      await signUp()
      expect((await account.signOut()).kind).toBe('signed-out')
      expect(await account.getToken()).toBeUndefined()
      const state = await account.signIn({ identifier: 'ada_l', password: ada.password })
      expect(state).toMatchObject({ kind: 'signed-in', person: { username: 'ada_l' } })
    })

    it('refuses a wrong password and an unknown username, and stays signed out', async () => {
      await signUp()
      await account.signOut()
      for (const identifier of ['ada_l', 'nobody']) {
        const refused = account.signIn({ identifier, password: 'wrong horse' })
        await expect(refused).rejects.toMatchObject({ problem: { code: 'wrong-credentials' } })
      }
      expect((await account.current()).kind).toBe('signed-out')
    })

    it('refuses a username that is taken', async () => {
      await signUp()
      await account.signOut()
      const refused = account.signUp({ ...ada, password: 'another horse' })
      await expect(refused).rejects.toMatchObject({ problem: { code: 'taken', field: 'username' } })
    })

    it('tells listeners about changes until they unsubscribe', async () => {
      const heard = vi.fn()
      const stop = account.onChange(heard)
      await signUp()
      await expect.poll(() => heard).toHaveBeenCalled()
      stop()
      heard.mockClear()
      await account.signOut()
      expect(heard).not.toHaveBeenCalled()
    })

    it('names the person who has to sign in again when the service has ended the session', async () => {
      await signUp()
      await subject.endSession()
      expect(await account.getToken({ fresh: true })).toBeUndefined()
      expect(await account.current()).toMatchObject({
        kind: 'session-ended',
        person: { username: 'ada_l' },
      })
      expect(await account.getToken()).toBeUndefined()
      const state = await account.signIn({ identifier: 'ada_l', password: ada.password })
      expect(state.kind).toBe('signed-in')
    })

    it('notices on request that the session has ended', async () => {
      expect((await account.refresh()).kind).toBe('signed-out')
      const state = await signUp()
      expect(await account.refresh()).toEqual(state)
      await subject.endSession()
      expect((await account.refresh()).kind).toBe('session-ended')
      expect((await account.refresh()).kind).toBe('session-ended')
    })

    it('stays signed in when the service does not answer, and throws the reason', async () => {
      await signUp()
      subject.goAway()
      const refused = account.getToken({ fresh: true })
      await expect(refused).rejects.toMatchObject({ problem: { code: 'unreachable' } })
      expect((await account.current()).kind).toBe('signed-in')
    })

    it('signs out even if the service does not answer', async () => {
      await signUp()
      subject.goAway()
      expect((await account.signOut()).kind).toBe('signed-out')
      expect(await account.getToken()).toBeUndefined()
    })
  })
}
