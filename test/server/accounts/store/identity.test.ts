import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '../../../../server/accounts/store/session-secret.ts'
import { sessionLifeMs } from '../../../../server/accounts/store/sessions.ts'
import { type AccountsApp, createAccountsApp, secret, signUp } from '../../../accounts-app.ts'
import { identityProviderContract } from '../../../contracts/identity-provider.ts'

const day = 86_400_000

let accounts: AccountsApp
let now = Date.now()
beforeAll(async () => {
  accounts = await createAccountsApp({ clock: () => now })
})
afterAll(() => accounts.close())

identityProviderContract('local accounts', async () => {
  const { username, userId, token, cookie } = await signUp(accounts, { name: 'Ada' })
  const [inner = ''] = token.split('.')
  const ended = await signUp(accounts)
  await accounts.accounts.signOut({ bearer: ended.token, cookie: undefined })
  const wrong = {
    'without a signature': inner,
    'signed with another secret': signToken(inner, 'another secret'),
    'with the signature of another token': `${inner}.${ended.token.split('.')[1]}`,
    'signed, but unknown': signToken('nobody-has-this-one', secret),
    'of a session that has ended': ended.token,
  }
  return {
    identity: accounts.identity,
    userId,
    username,
    displayName: 'Ada',
    bearer: token,
    cookie,
    wrongBearers: wrong,
    wrongCookies: Object.fromEntries(
      Object.entries(wrong).map(([what, value]) => [
        what,
        `fresco_session=${encodeURIComponent(value)}`,
      ]),
    ),
  }
})

describe('createLocalIdentity', () => {
  const identify = (token: string) =>
    accounts.identity.identify({ bearer: token, cookie: undefined })

  it('keeps a session alive as long as it is used', async () => {
    const { token } = await signUp(accounts)
    for (let month = 0; month < 12; month += 1) {
      now += 31 * day
      expect(await identify(token)).toBeDefined()
    }
  })

  it('ends a session that was not used for 90 days', async () => {
    const { token } = await signUp(accounts)
    now += sessionLifeMs + 1000
    expect(await identify(token)).toBeUndefined()
    now = Date.now()
  })

  it('keeps sessions while the database is read-only, and extends them again a minute later', async () => {
    const own = await createAccountsApp({ clock: () => now })
    const { token } = await signUp(own)
    const use = () => own.identity.identify({ bearer: token, cookie: undefined })
    now += 31 * day
    own.handle.exec('PRAGMA query_only = ON')
    expect(await use()).toBeDefined()
    own.handle.exec('PRAGMA query_only = OFF')
    const lastUse = () => own.handle.prepare('SELECT "updatedAt" FROM "session"').get()
    const before = lastUse()
    expect(await use()).toBeDefined()
    expect(lastUse()).toEqual(before)
    now += 60_000
    expect(await use()).toBeDefined()
    now += 89 * day
    expect(await use()).toBeDefined()
    now = Date.now()
    await own.close()
  })

  it('keeps a session while another process writes', async () => {
    const { token } = await signUp(accounts)
    now += 31 * day
    const other = new DatabaseSync(accounts.handle.location() ?? '')
    other.exec('BEGIN IMMEDIATE')
    expect(await identify(token)).toBeDefined()
    other.close()
    now = Date.now()
  })

  it('writes to the database once an hour at most', async () => {
    const { token } = await signUp(accounts)
    const changes = () => accounts.handle.prepare('SELECT total_changes() AS n').get()
    const before = changes()
    for (let n = 0; n < 5; n += 1) await identify(token)
    expect(changes()).toEqual(before)
  })
})
