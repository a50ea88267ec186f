import { describe, expect, it } from 'vitest'
import type { LocalAccounts } from '../../server/accounts/store/accounts.ts'
import { deleteExpired } from '../../server/accounts/store/delete-expired.ts'
import { createReadKeys } from '../../server/accounts/store/read-keys.ts'
import type { Users } from '../../server/accounts/store/users.ts'
import type { RunStatements } from '../../server/database/statements.ts'
import type { IdentityProvider } from '../../server/identity/identity-provider.ts'

interface Replica {
  accounts: LocalAccounts
  identity: IdentityProvider
  users: Users
  run: RunStatements
}

interface Subject {
  replicas: [Replica, Replica]
  pass(ms: number): void
}

const password = 'correct horse'
const day = 86_400_000

let last = 0
const newName = () => {
  last += 1
  return `own_${process.pid}_${last}`
}

/** A shared test suite for names, sessions and deletion of local accounts on several servers. */
export const ownAccountsContract = (name: string, subject: () => Promise<Subject>) => {
  describe(`${name}: one's own account`, () => {
    const start = async () => {
      const { replicas, pass } = await subject()
      const [one, other] = replicas
      const signUp = async (username = newName(), device = 'Firefox on Linux') => {
        const wish = { username, password, name: username, device }
        const { token, profile } = await one.accounts.signUp(wish)
        return {
          username,
          userId: profile.userId,
          credentials: { bearer: token, cookie: undefined },
        }
      }
      type Person = Awaited<ReturnType<typeof signUp>>
      const rename = (person: Person, username: string, at = one) =>
        at.accounts.rename(person.userId, { username })
      const ownerOf = async (username: string, at = other) =>
        (await at.identity.findProfile(username))?.userId
      return { one, other, pass, signUp, rename, ownerOf }
    }
    const taken = { code: 'USERNAME_TAKEN' }

    it('finds a renamed user by both names on every server at once', async () => {
      const { signUp, rename, ownerOf, other } = await start()
      const ada = await signUp()
      const now = newName()
      expect(await ownerOf(ada.username)).toBe(ada.userId)
      expect(await rename(ada, now)).toMatchObject({ id: ada.userId, username: now, name: now })
      expect(await ownerOf(ada.username)).toBe(ada.userId)
      expect(await ownerOf(now)).toBe(ada.userId)
      expect(await other.identity.findProfile(ada.username)).toMatchObject({ username: now })
      expect(await other.identity.identify(ada.credentials)).toMatchObject({ userId: ada.userId })
      const signIn = (username: string) => other.accounts.signIn({ username, password })
      expect((await signIn(now))?.profile.username).toBe(now)
      expect(await signIn(ada.username)).toBeUndefined()
    })

    it('gives a former username to nobody else for 30 days, and then to anybody', async () => {
      const { signUp, rename, ownerOf, pass } = await start()
      const [ada, eve] = [await signUp(), await signUp()]
      await rename(ada, newName())
      await expect(signUp(ada.username)).rejects.toMatchObject(taken)
      await expect(rename(eve, ada.username)).rejects.toMatchObject(taken)
      pass(29 * day)
      await expect(signUp(ada.username)).rejects.toMatchObject(taken)
      expect(await ownerOf(ada.username)).toBe(ada.userId)
      pass(2 * day)
      expect(await ownerOf(ada.username)).toBeUndefined()
      const heir = await signUp(ada.username)
      expect(await ownerOf(ada.username)).toBe(heir.userId)
    })

    it('lets the owner take a former username back', async () => {
      const { signUp, rename, ownerOf, one } = await start()
      const ada = await signUp()
      const now = newName()
      await rename(ada, now)
      await rename(ada, ada.username)
      expect(await ownerOf(now)).toBe(ada.userId)
      expect(await one.identity.findProfile(now)).toMatchObject({ username: ada.username })
      const history = await one.accounts.findHistory(ada.userId)
      expect(history?.formerUsernames.map(({ username }) => username)).toEqual([now])
    })

    it('keeps at most three former usernames, and says when there is room again', async () => {
      const { signUp, rename, ownerOf, pass } = await start()
      const ada = await signUp()
      const names = [ada.username, newName(), newName(), newName()]
      for (const username of names.slice(1)) await rename(ada, username)
      const next = newName()
      pass(10 * day)
      await expect(rename(ada, next)).rejects.toMatchObject({
        code: 'TOO_MANY_USERNAMES',
        message: expect.stringContaining('try again in 20 days'),
      })
      expect(await ownerOf(next)).toBeUndefined()
      for (const username of names) expect(await ownerOf(username)).toBe(ada.userId)
      expect(await rename(ada, names[0] ?? '')).toMatchObject({ username: names[0] })
      pass(21 * day)
      expect(await rename(ada, next)).toMatchObject({ username: next })
    })

    it('reserves the username of a deleted account for 30 days, and finds nobody by it', async () => {
      const { signUp, rename, ownerOf, pass, other } = await start()
      const ada = await signUp()
      const now = newName()
      await rename(ada, now)
      await other.accounts.delete(ada.userId)
      for (const username of [ada.username, now]) {
        expect(await ownerOf(username)).toBeUndefined()
        await expect(signUp(username)).rejects.toMatchObject(taken)
      }
      expect(await other.identity.identify(ada.credentials)).toBeUndefined()
      expect(await other.accounts.findHistory(ada.userId)).toBeUndefined()
      pass(31 * day)
      for (const username of [ada.username, now]) await signUp(username)
    })

    it('forgets reservations that have expired', async () => {
      const { signUp, rename, one } = await start()
      const ada = await signUp()
      await rename(ada, newName())
      await deleteExpired(one.run, Date.now() + 400 * day)
      expect(await one.run([{ text: 'SELECT * FROM "reservedUsername"' }])).toEqual([[]])
    })

    it('lets exactly one of many have a username that all want at once', async () => {
      const { one, other, signUp, rename, ownerOf } = await start()
      const people = [await signUp(), await signUp(), await signUp(), await signUp()]
      const wanted = newName()
      const outcomes = await Promise.allSettled([
        ...people.map((person, at) => rename(person, wanted, at % 2 ? one : other)),
        signUp(wanted),
      ])
      const won = outcomes.filter(({ status }) => status === 'fulfilled')
      const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
      expect(won).toHaveLength(1)
      expect(codes).toEqual(Array(4).fill('USERNAME_TAKEN'))
      expect(await ownerOf(wanted)).toBeDefined()
      const losers = people.filter((_, at) => outcomes[at]?.status === 'rejected')
      for (const { username, userId } of losers) expect(await ownerOf(username)).toBe(userId)
    })

    it('never frees a username while its owner renames and others ask for it', async () => {
      const { one, other, signUp, rename, ownerOf } = await start()
      for (let round = 0; round < 5; round += 1) {
        const [ada, eve] = [await signUp(), await signUp()]
        const outcomes = await Promise.allSettled([
          rename(ada, newName(), one),
          rename(eve, ada.username, other),
          signUp(ada.username),
        ])
        expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
        expect(await ownerOf(ada.username)).toBe(ada.userId)
      }
    })

    it('changes the display name alone, and lets a name that was the username follow it', async () => {
      const { one, signUp } = await start()
      const ada = await signUp()
      const change = (wish: object) => one.accounts.rename(ada.userId, wish)
      const [second, third] = [newName(), newName()]
      expect(await change({ username: second })).toMatchObject({ name: second })
      expect(await change({ name: 'Ada' })).toMatchObject({ username: second, name: 'Ada' })
      expect(await change({ username: third })).toMatchObject({ name: 'Ada' })
      expect(await change({ name: '' })).toMatchObject({ name: third })
      expect((await one.accounts.findHistory(ada.userId))?.formerUsernames).toHaveLength(2)
    })

    it('lists the sessions of a user with device and times, and marks the current one', async () => {
      const { one, other, signUp } = await start()
      const ada = await signUp(undefined, 'Firefox on Windows')
      await signUp()
      await one.accounts.signIn({ username: ada.username, password, device: 'Chrome on Android' })
      const sessions = await other.accounts.listSessions(ada.credentials)
      const devices = sessions.map(({ device, isCurrent }) => [device, isCurrent])
      expect(devices.toSorted()).toEqual([
        ['Chrome on Android', false],
        ['Firefox on Windows', true],
      ])
      for (const { id, createdAt, lastUsedAt } of sessions) {
        expect(ada.credentials.bearer).not.toContain(id)
        expect(Math.abs(createdAt - Date.now())).toBeLessThan(600_000)
        expect(Math.abs(lastUsedAt - createdAt)).toBeLessThan(60_000)
      }
    })

    it('stores no token with which anybody could sign in', async () => {
      const { one, signUp } = await start()
      const { credentials } = await signUp()
      const [rows = []] = await one.run([{ text: 'SELECT * FROM "session"' }])
      const token = credentials.bearer.slice(0, credentials.bearer.indexOf('.'))
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(token)
    })

    it('finds a read key by its hash until it ends on any server, and at most 50 of a user', async () => {
      const { one, other, signUp } = await start()
      const { userId } = await signUp()
      const [keys, others] = [createReadKeys(one.run), createReadKeys(other.run)]
      const key = (await keys.create(userId, 'Frame', 'read')) ?? ''
      const [rows = []] = await one.run([{ text: 'SELECT * FROM "readKey"' }])
      expect(JSON.stringify(rows)).not.toContain(key)
      expect(await others.find(key)).toEqual({ userId, scope: 'read' })
      const [known] = await keys.list(userId)
      expect(known).toMatchObject({ name: 'Frame', lastUsedAt: expect.any(Number) })
      for (let n = 1; n < 50; n += 1) await keys.create(userId, 'More', 'share')
      expect(await keys.create(userId, 'Too many', 'read')).toBeUndefined()
      // A program would take an id with a leading dash for an option.
      for (const { id } of await keys.list(userId)) expect(id).toMatch(/^[0-9a-f]{8}$/)
      expect(await others.end('somebody-else', known?.id ?? '')).toBe(false)
      expect(await others.end(userId, known?.id ?? '')).toBe(true)
      expect(await keys.find(key)).toBeUndefined()
    })

    it('keeps the 50 sessions of a user that were used last', async () => {
      const { one, other, pass, signUp } = await start()
      const [ada, eve] = [await signUp(), await signUp()]
      const enter = async () => {
        pass(1_000)
        const signedIn = await one.accounts.signIn({ username: ada.username, password })
        return { bearer: signedIn?.token, cookie: undefined }
      }
      const others = []
      for (let n = 0; n < 50; n += 1) others.push(await enter())
      expect(await other.identity.identify(ada.credentials)).toBeUndefined()
      for (const credentials of [...others, eve.credentials])
        expect(await other.identity.identify(credentials)).toBeDefined()
    })

    it('ends one session or all others, and only those of the user', async () => {
      const { one, other, signUp } = await start()
      const [ada, eve] = [await signUp(), await signUp()]
      const enter = async () => {
        const signedIn = await one.accounts.signIn({ username: ada.username, password })
        return { bearer: signedIn?.token, cookie: undefined }
      }
      const [second, third, fourth] = [await enter(), await enter(), await enter()]
      const idOf = async (credentials: typeof second) =>
        (await one.accounts.listSessions(credentials)).find(({ isCurrent }) => isCurrent)?.id ?? ''
      expect(await one.accounts.endSession(ada.credentials, await idOf(eve.credentials))).toBe(
        false,
      )
      expect(await one.accounts.endSession(ada.credentials, 'nothing\0')).toBe(false)
      expect(await one.accounts.endSession(ada.credentials, await idOf(second))).toBe(true)
      expect(await other.identity.identify(second)).toBeUndefined()
      expect(await other.identity.identify(third)).toBeDefined()
      await other.accounts.endOtherSessions(ada.credentials)
      expect(await one.identity.identify(third)).toBeUndefined()
      expect(await one.identity.identify(fourth)).toBeUndefined()
      for (const { credentials } of [ada, eve])
        expect(await one.identity.identify(credentials)).toBeDefined()
    })
  })
}
