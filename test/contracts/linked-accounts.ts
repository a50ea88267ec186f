import { describe, expect, it } from 'vitest'
import type { LocalAccounts, PasswordHashing } from '../../server/accounts/store/accounts.ts'
import { createAdministration } from '../../server/accounts/store/administration.ts'
import { createLinkedAccounts } from '../../server/accounts/store/linked-accounts.ts'
import { createPairings } from '../../server/accounts/store/pairings.ts'
import type { RunStatements } from '../../server/database/statements.ts'
import type { DomainError } from '../../server/domain-error.ts'
import type { Credentials } from '../../server/identity/identity-provider.ts'
import { fastHashing, publicUrl } from '../accounts-app.ts'

type Administration = ReturnType<typeof createAdministration>

interface Subject {
  accounts: LocalAccounts
  run: RunStatements
  secret: string
}

interface Ending {
  accounts: LocalAccounts
  administration: Administration
  credentials: Credentials
  userId: string
}

const password = 'correct horse'
const device = 'Firefox on Linux'
const minuteMs = 60_000

let last = 0
const issuer = 'https://id.example'
const makePerson = () => {
  last += 1
  return { issuer, subject: `${process.pid}-${last}` }
}
const makeUsername = () => {
  last += 1
  return `link_${last}_${process.pid}`
}

/** A shared test suite for people at a provider and for pairings, on both databases. */
export const linkedAccountsContract = (
  name: string,
  makeSubject: (hashing?: PasswordHashing) => Promise<Subject>,
) => {
  describe(`${name}: accounts that sign in elsewhere`, () => {
    const start = async (hashing?: PasswordHashing) => {
      const { accounts, run, secret } = await makeSubject(hashing)
      let now = Date.now()
      const deps = { run, secret, publicUrl, clock: () => now }
      const withPassword = async () => {
        const wish = { username: makeUsername(), password, name: '' }
        const { token, profile } = await accounts.signUp(wish)
        return { ...profile, credentials: { bearer: token, cookie: undefined } }
      }
      const administration = createAdministration(run)
      // Runs right before the next session begins.
      let meanwhile: (() => Promise<unknown>) | undefined
      const runAfter: RunStatements = async (statements) => {
        if (statements.some(({ text }) => text.includes('INSERT INTO "session"')))
          await meanwhile?.()
        return run(statements)
      }
      const beforeNextSession = (work: () => Promise<unknown>) => {
        meanwhile = work
      }
      const signUp = (person = makePerson(), username = makeUsername()) =>
        linked.signUp(person, { names: { username }, device, inviteId: undefined })
      const pass = (ms: number) => {
        now += ms
      }
      const linked = createLinkedAccounts({ ...deps, run: runAfter, issuer })
      const pairings = createPairings({ ...deps, run: runAfter })
      return {
        accounts,
        administration,
        linked,
        signUp,
        withPassword,
        pairings,
        beforeNextSession,
        pass,
      }
    }

    it('knows a person by issuer and subject', async () => {
      const { linked, signUp } = await start()
      const person = makePerson()
      const { profile } = await signUp(person)
      expect(await linked.findUser(person)).toBe(profile.userId)
      expect(await linked.findUser({ ...person, issuer: 'https://other.example' })).toBeUndefined()
      expect((await linked.signIn(person, device))?.profile).toEqual(profile)
      expect(await linked.signIn(makePerson(), device)).toBeUndefined()
    })

    it('gives people who sign up at once usernames of their own', async () => {
      const { signUp } = await start()
      const username = makeUsername()
      const people = Array.from({ length: 4 }, makePerson)
      const names = await Promise.all(
        people.map(async (one) => (await signUp(one, username)).profile.username),
      )
      expect(names.toSorted()).toEqual([username, ...[2, 3, 4].map((n) => `${username}${n}`)])
    })

    it('makes one account for a person who signs up twice at once', async () => {
      const { signUp } = await start()
      const person = makePerson()
      const [one, other] = await Promise.all([signUp(person), signUp(person)])
      expect(one.profile).toEqual(other.profile)
    })

    it('links a person to one account, and an account to one person', async () => {
      const { linked, signUp, withPassword } = await start()
      const { userId } = await withPassword()
      const taken = makePerson()
      await signUp(taken)
      await expect(linked.link(userId, taken)).rejects.toMatchObject({ code: 'LINK_TAKEN' })
      const person = makePerson()
      await linked.link(userId, person)
      await linked.link(userId, person)
      await expect(linked.link(userId, makePerson())).rejects.toMatchObject({ code: 'LINK_TAKEN' })
      expect(await linked.findWays(userId)).toEqual({ hasPassword: true, isLinked: true })
      expect(await linked.unlink(userId)).toBe(true)
      expect(await linked.findUser(person)).toBeUndefined()
      expect(await linked.findWays(userId)).toEqual({ hasPassword: true, isLinked: false })
    })

    it('keeps the link of an account without a password, until it has one', async () => {
      const { accounts, linked, signUp } = await start()
      const person = makePerson()
      const { token, profile } = await signUp(person)
      const { userId, username } = profile
      const credentials = { bearer: token, cookie: undefined }
      const other = await linked.signIn(person, device)
      expect(await linked.findWays(userId)).toEqual({ hasPassword: false, isLinked: true })
      expect(await linked.unlink(userId)).toBe(false)
      expect(await accounts.signIn({ username, password })).toBeUndefined()
      expect(await accounts.setPassword(credentials, password)).toBe(true)
      expect(await accounts.setPassword(credentials, 'another one')).toBe(false)
      const ended = { bearer: other?.token, cookie: undefined }
      expect(await accounts.listSessions(ended)).toEqual([])
      expect(await accounts.setPassword(ended, password)).toBe(false)
      expect((await accounts.signIn({ username, password }))?.profile.userId).toBe(userId)
      expect((await accounts.findHistory(userId))?.links).toMatchObject([
        { issuer: person.issuer, subject: person.subject },
      ])
      expect(await linked.unlink(userId)).toBe(true)
    })

    it('counts only a link to the provider of the settings, with or without a slash', async () => {
      const { linked, withPassword } = await start()
      const { userId } = await withPassword()
      await linked.link(userId, { ...makePerson(), issuer: 'https://former.example' })
      expect(await linked.findWays(userId)).toEqual({ hasPassword: true, isLinked: false })
      await linked.link(userId, { ...makePerson(), issuer: `${issuer}/` })
      expect(await linked.findWays(userId)).toEqual({ hasPassword: true, isLinked: true })
    })

    it('starts no session for a blocked person, or for a link that is removed meanwhile', async () => {
      const { administration, beforeNextSession, linked, signUp, withPassword } = await start()
      const [person, other] = [makePerson(), makePerson()]
      await administration.block((await signUp(person)).profile.userId)
      await expect(linked.signIn(person, device)).rejects.toMatchObject({ code: 'ACCOUNT_BLOCKED' })
      const { userId } = await withPassword()
      await linked.link(userId, other)
      beforeNextSession(() => linked.unlink(userId))
      expect(await linked.signIn(other, device)).toBeUndefined()
    })

    it('deletes the link with the account, and reserves the username', async () => {
      const { accounts, linked, signUp } = await start()
      const [person, heir] = [makePerson(), makePerson()]
      const { userId, username } = (await signUp(person)).profile
      await accounts.delete(userId)
      expect(await linked.findUser(person)).toBeUndefined()
      expect((await signUp(heir, username)).profile.username).toBe(`${username}2`)
    })

    it('confirms a pairing once, for one person, and sends its session once', async () => {
      const { pairings, withPassword } = await start()
      const [{ credentials, username }, other] = [await withPassword(), await withPassword()]
      const { deviceCode, userCode } = await pairings.begin(device)
      expect(await pairings.finish(deviceCode)).toBe('waiting')
      expect(await pairings.confirm('', credentials)).toBeUndefined()
      expect(await pairings.confirm(`${userCode}X`, credentials)).toBeUndefined()
      const typed = ` ${userCode.toLowerCase().replace('-', ' ')}`
      expect(await pairings.confirm(typed, credentials)).toBe(device)
      expect(await pairings.confirm(userCode, other.credentials)).toBeUndefined()
      const results = await Promise.all([1, 2, 3].map(() => pairings.finish(deviceCode)))
      expect(results.filter((result) => result === 'gone')).toHaveLength(2)
      expect(results).toContainEqual(
        expect.objectContaining({ profile: expect.objectContaining({ username }) }),
      )
    })

    const waysToEndSessions: Record<string, (on: Ending) => Promise<unknown>> = {
      'changes the password': ({ accounts, credentials }) =>
        accounts.changePassword(credentials, { password, newPassword: 'battery staple' }),
      'signs out everywhere else': ({ accounts, credentials }) =>
        accounts.endOtherSessions(credentials),
      'gets a new password from the operator': ({ administration, userId }) =>
        administration.setPassword(userId, 'fast:battery staple'),
      'is blocked by the operator': ({ administration, userId }) => administration.block(userId),
    }
    for (const [way, end] of Object.entries(waysToEndSessions))
      it(`ends a pairing that another session confirmed when the person ${way}`, async () => {
        const { accounts, administration, pairings, withPassword } = await start()
        const { credentials, userId, username = '' } = await withPassword()
        const stolen = (await accounts.signIn({ username, password }))?.token
        const { deviceCode, userCode } = await pairings.begin(device)
        await pairings.confirm(userCode, { bearer: stolen, cookie: undefined })
        await end({ accounts, administration, credentials, userId })
        expect(await pairings.finish(deviceCode)).toBe('gone')
      })

    it('starts no session when the one that confirmed the pairing ends at the same moment', async () => {
      const { administration, beforeNextSession, pairings, withPassword } = await start()
      const { credentials, userId, username = '' } = await withPassword()
      const { deviceCode, userCode } = await pairings.begin(device)
      await pairings.confirm(userCode, credentials)
      beforeNextSession(() => administration.setPassword(userId, 'fast:battery staple'))
      expect(await pairings.finish(deviceCode)).toBe('gone')
      expect(await administration.find(username)).toMatchObject({ sessions: 0 })
    })

    it('forgets a pairing after ten minutes', async () => {
      const { pairings, withPassword, pass } = await start()
      const { credentials } = await withPassword()
      const { deviceCode, userCode } = await pairings.begin(device)
      pass(11 * minuteMs)
      expect(await pairings.confirm(userCode, credentials)).toBeUndefined()
      expect(await pairings.finish(deviceCode)).toBe('gone')
    })

    it('hashes as often for a wrong password as for an unknown name and an account without a password', async () => {
      let hashed = 0
      const { accounts, signUp, withPassword } = await start({
        hash: (wish) => {
          hashed += 1
          return fastHashing.hash(wish)
        },
        verify: (given) => {
          hashed += 1
          return fastHashing.verify(given)
        },
      })
      const names = [
        (await withPassword()).username,
        makeUsername(),
        (await signUp()).profile.username,
      ]
      const refused = { 'wrong password': 1, '': 0, ['x'.repeat(129)]: 0 }
      for (const [password, times] of Object.entries(refused))
        for (const username of names) {
          hashed = 0
          expect(await accounts.signIn({ username: username ?? '', password })).toBeUndefined()
          expect(hashed).toBe(times)
        }
    })

    it('changes no password that the operator changes while it is checked', async () => {
      const { accounts, administration, withPassword } = await start({
        hash: fastHashing.hash,
        verify: async (given) => {
          await administration.setPassword(userId, 'fast:by the operator')
          return fastHashing.verify(given)
        },
      })
      const { credentials, userId, username = '' } = await withPassword()
      const change = { password, newPassword: 'battery staple' }
      expect(await accounts.changePassword(credentials, change)).toBe(false)
      expect(await accounts.checkPassword(credentials, password)).toBe(false)
      expect(await accounts.signIn({ username, password: change.newPassword })).toBeUndefined()
    })

    it.each<[string, (on: Administration, userId: string) => Promise<unknown>, string?]>([
      ['changes the password', (on, userId) => on.setPassword(userId, 'fast:battery staple')],
      ['blocks the user', (on, userId) => on.block(userId), 'ACCOUNT_BLOCKED'],
    ])('refuses a password when the operator %s while it is checked', async (_, act, code) => {
      const checking = Promise.withResolvers<void>()
      const changed = Promise.withResolvers<void>()
      const { accounts, administration, withPassword } = await start({
        hash: fastHashing.hash,
        verify: async (given) => {
          checking.resolve()
          await changed.promise
          return fastHashing.verify(given)
        },
      })
      const { userId, username = '' } = await withPassword()
      const signingIn = accounts
        .signIn({ username, password })
        .catch((error: DomainError) => error.code)
      await checking.promise
      await act(administration, userId)
      changed.resolve()
      expect(await signingIn).toBe(code)
      expect(await administration.find(username)).toMatchObject({ sessions: 0 })
    })
  })
}
