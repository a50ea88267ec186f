import { describe, expect, it } from 'vitest'
import { createLinkedAccounts } from '../../server/adapters/local/linked-accounts.ts'
import { createPairings } from '../../server/adapters/local/pairings.ts'
import type { RunStatements } from '../../server/adapters/local/statements.ts'
import type { AccountsDatabase, LocalAccounts } from '../../server/identity/local-accounts.ts'
import { fastHashing, publicUrl, secret } from '../accounts-app.ts'

interface Subject {
  accounts: LocalAccounts
  database: AccountsDatabase
  run: RunStatements
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
  return `link_${process.pid}_${last}`
}

/** A shared test suite for people at a provider and for pairings, on both databases. */
export const linkedAccountsContract = (name: string, makeSubject: () => Promise<Subject>) => {
  describe(`${name}: accounts that sign in elsewhere`, () => {
    const start = async () => {
      const { accounts, database, run } = await makeSubject()
      let now = Date.now()
      const deps = { database, run, secret, publicUrl, clock: () => now }
      const linked = createLinkedAccounts({ ...deps, issuer, hash: fastHashing.hash })
      const signUp = (person = makePerson(), username = makeUsername()) =>
        linked.signUp(person, { names: { username }, device, inviteId: undefined })
      const withPassword = async () => {
        const wish = { username: makeUsername(), password, name: '' }
        return (await accounts.signUp(wish)).profile
      }
      const pass = (ms: number) => {
        now += ms
      }
      return { accounts, linked, signUp, withPassword, pairings: createPairings(deps), pass }
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
      const { userId, username } = (await signUp(person)).profile
      expect(await linked.findWays(userId)).toEqual({ hasPassword: false, isLinked: true })
      expect(await linked.unlink(userId)).toBe(false)
      expect(await accounts.signIn({ username, password })).toBeUndefined()
      expect(await linked.setPassword(userId, password)).toBe(true)
      expect(await linked.setPassword(userId, 'another one')).toBe(false)
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

    it('deletes the link with the account', async () => {
      const { linked, signUp } = await start()
      const person = makePerson()
      await linked.deleteAccount((await signUp(person)).profile.userId)
      expect(await linked.findUser(person)).toBeUndefined()
    })

    it('confirms a pairing once, for one person, and sends its session once', async () => {
      const { pairings, withPassword } = await start()
      const [{ userId, username }, other] = [await withPassword(), await withPassword()]
      const { deviceCode, userCode } = await pairings.begin(device)
      expect(await pairings.find(userCode.toLowerCase())).toEqual({ userCode, device })
      expect(await pairings.finish(deviceCode)).toBe('waiting')
      expect(await pairings.confirm(userCode, userId)).toBe(true)
      expect(await pairings.confirm(userCode, other.userId)).toBe(false)
      const results = await Promise.all([1, 2, 3].map(() => pairings.finish(deviceCode)))
      expect(results.filter((result) => result === 'gone')).toHaveLength(2)
      expect(results).toContainEqual(
        expect.objectContaining({ profile: expect.objectContaining({ username }) }),
      )
      expect(await pairings.find(userCode)).toBeUndefined()
    })

    it('forgets a pairing after ten minutes', async () => {
      const { pairings, withPassword, pass } = await start()
      const { userId } = await withPassword()
      const { deviceCode, userCode } = await pairings.begin(device)
      pass(11 * minuteMs)
      expect(await pairings.find(userCode)).toBeUndefined()
      expect(await pairings.confirm(userCode, userId)).toBe(false)
      expect(await pairings.finish(deviceCode)).toBe('gone')
      await pairings.deleteExpired()
    })
  })
}
