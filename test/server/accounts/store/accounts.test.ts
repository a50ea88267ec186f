import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PasswordHashing } from '../../../../server/accounts/store/accounts.ts'
import { createLinkedAccounts } from '../../../../server/accounts/store/linked-accounts.ts'
import { openSqliteAccounts } from '../../../../server/database/sqlite.ts'
import { fastHashing, openAccounts, publicUrl, secret } from '../../../accounts-app.ts'
import { linkedAccountsContract } from '../../../contracts/linked-accounts.ts'
import { ownAccountsContract } from '../../../contracts/own-accounts.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

describe('createLocalAccounts', () => {
  let dir: string
  beforeAll(async () => {
    dir = await makeTempDir('local-accounts')
  })
  afterAll(() => removeDir(dir))

  let last = 0
  ownAccountsContract('SQLite', async () => {
    let now = Date.now()
    const clock = () => now
    last += 1
    const path = join(dir, `replicas-${last}.sqlite`)
    const replica = () => openAccounts(path, { clock })
    return {
      replicas: [replica(), replica()],
      pass: (ms) => {
        now += ms
      },
    }
  })

  linkedAccountsContract('SQLite', async (hashing = fastHashing) => ({
    ...openAccounts(join(dir, 'linked.sqlite'), { hashing }),
    secret,
  }))

  const open = (name: string, hashing: PasswordHashing = fastHashing) =>
    openAccounts(join(dir, `${name}.sqlite`), { hashing, waitMs: 20 })

  it('asks to try again while another process keeps the database to itself', async () => {
    const { handle, accounts } = open('busy')
    const other = openSqliteAccounts(join(dir, 'busy.sqlite'))
    const owner = { username: 'owner', password: 'correct horse' }
    const { token, profile } = await accounts.signUp({ ...owner, name: 'Owner' })
    const credentials = { bearer: token, cookie: undefined }
    const { password } = owner

    other.exec('BEGIN IMMEDIATE')
    const busy = { code: 'BUSY' }
    await expect(accounts.signUp({ ...owner, username: 'new', name: '' })).rejects.toMatchObject(
      busy,
    )
    await expect(accounts.signIn(owner)).rejects.toMatchObject(busy)
    await expect(accounts.signOut(credentials)).rejects.toMatchObject(busy)
    const passwords = { password, newPassword: 'battery staple' }
    await expect(accounts.changePassword(credentials, passwords)).rejects.toMatchObject(busy)
    await expect(accounts.delete(profile.userId)).rejects.toMatchObject(busy)

    other.exec('ROLLBACK')
    expect(await accounts.signIn(owner)).toBeDefined()
    handle.close()
    other.close()
  })

  it('hashes two passwords at a time, and asks to try again when too many wait', async () => {
    let running = 0
    let most = 0
    const hash = async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      return ''
    }
    const { handle, accounts, run } = open('crowd', { hash, verify: async () => false })
    const password = 'correct horse'
    const linked = createLinkedAccounts({ run, secret, publicUrl, issuer: 'https://id.example' })
    const person = { issuer: 'https://id.example', subject: 'ada' }
    const wish = { names: {}, device: '', inviteId: undefined }
    const credentials = { bearer: (await linked.signUp(person, wish)).token, cookie: undefined }
    const tries = Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0
        ? accounts.signIn({ username: `name_${n}`, password })
        : accounts.setPassword(credentials, password),
    )
    const outcomes = await Promise.allSettled(tries)
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.map(({ reason }) => reason.message)).toEqual(
      Array(6).fill('Too many people are signing in right now: try again in a moment'),
    )
    expect(refused[0]?.reason).toMatchObject({ code: 'BUSY' })
    expect(most).toBe(2)
    handle.close()
  })
})
