import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalAccounts } from '../../../../server/accounts/store/accounts.ts'
import { createAdministration } from '../../../../server/accounts/store/administration.ts'
import { createLocalIdentity } from '../../../../server/accounts/store/identity.ts'
import { readOrCreateSharedSecret } from '../../../../server/accounts/store/session-secret.ts'
import { createUsers } from '../../../../server/accounts/store/users.ts'
import {
  createPostgresFavorites,
  createPostgresStatements,
  openPostgres,
  type Postgres,
} from '../../../../server/database/postgres.ts'
import { fastHashing, publicUrl, silentLog } from '../../../accounts-app.ts'
import { favoritesStoreContract } from '../../../contracts/favorites-store.ts'
import { linkedAccountsContract } from '../../../contracts/linked-accounts.ts'
import { ownAccountsContract } from '../../../contracts/own-accounts.ts'
import {
  hasPostgres,
  type RunningPostgres,
  startPostgres,
} from '../../../tools/servers/start-postgres.ts'

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  let server: RunningPostgres
  let url = ''
  let postgres: Postgres
  let second: Postgres
  let secret = ''
  beforeAll(async () => {
    server = await startPostgres()
    url = server.createDatabase()
    // Simulates five replicas that start at the same moment on an empty database.
    const opened = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url, silentLog)))
    ;[postgres, second] = opened as [Postgres, Postgres]
    await Promise.all(opened.slice(2).map(({ close }) => close()))
    secret = await readOrCreateSharedSecret(createPostgresStatements(postgres))
  })
  afterAll(async () => {
    await Promise.all([postgres.close(), second.close()])
    await server.stop()
  })

  const create = ({ hashing = fastHashing, of = postgres, clock = Date.now } = {}) => {
    const run = createPostgresStatements(of)
    const shared = { run, secret, publicUrl, clock }
    return {
      accounts: createLocalAccounts({ ...shared, hashing }),
      users: createUsers(run),
      identity: createLocalIdentity(shared),
      run,
      secret,
    }
  }
  const addUser = async () => {
    const id = randomUUID()
    await postgres.query(`INSERT INTO "user" VALUES ($1, 'A', now(), now(), $1)`, [id])
    return id
  }
  const password = 'correct horse'
  const shown = (token: string) => ({ bearer: token, cookie: undefined })

  favoritesStoreContract('PostgreSQL', async () => ({
    stores: [createPostgresFavorites(postgres), createPostgresFavorites(second)],
    addUser,
  }))

  ownAccountsContract('PostgreSQL', async () => {
    let now = Date.now()
    const clock = () => now
    return {
      replicas: [create({ clock }), create({ clock, of: second })],
      pass: (ms) => {
        now += ms
      },
    }
  })

  linkedAccountsContract('PostgreSQL', async (hashing) => create({ hashing }))

  it('refuses a database of a newer version and does not change it', async () => {
    const own = server.createDatabase()
    const newer = await openPostgres(own, silentLog)
    await newer.query(`UPDATE "fresco" SET "value" = '99' WHERE "key" = 'schema'`)
    await expect(openPostgres(own, silentLog)).rejects.toThrow(
      /its schema is version 99, and Fresco \d+\.\d+\.\d+ knows only 1\. Install the newer version again/,
    )
    const rows = await newer.query(`SELECT "value" FROM "fresco" WHERE "key" = 'schema'`)
    expect(rows).toEqual([{ value: '99' }])
    await newer.close()
  })

  it('gives every replica the same secret', async () => {
    expect(await readOrCreateSharedSecret(createPostgresStatements(second))).toBe(secret)
  })

  it('ends a sign-in with the old password that overlaps with a change by the operator', async () => {
    const { accounts, identity } = create()
    const wish = { username: 'overlap', password }
    const { userId } = (await accounts.signUp({ ...wish, name: '' })).profile
    const swept = Promise.withResolvers<void>()
    const committing = Promise.withResolvers<void>()
    const administration = createAdministration(
      createPostgresStatements({
        ...postgres,
        transaction: (work) =>
          second.transaction(async (query) => {
            const result = await work(query)
            swept.resolve()
            await committing.promise
            return result
          }),
      }),
    )
    const changing = administration.setPassword(userId, 'fast:battery staple')
    await swept.promise
    const signingIn = accounts.signIn(wish)
    const isWaiting = async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
      await expect.poll(() => postgres.query(waiting)).toHaveLength(1)
    }
    await Promise.race([signingIn, isWaiting()])
    committing.resolve()
    await changing
    const credentials = shown((await signingIn)?.token ?? '')
    expect(await identity.identify(credentials)).toBeUndefined()
  })

  it('ends the other sessions with a change of the password, even when its own ends meanwhile', async () => {
    const { accounts, identity } = create()
    const wish = { username: 'leaving', password }
    const own = shown((await accounts.signUp({ ...wish, name: '' })).token)
    const other = shown((await accounts.signIn(wish))?.token ?? '')
    const signingOut = create({
      of: {
        ...second,
        transaction: (work) =>
          second.transaction((query) =>
            work(async (text, values) => {
              if (text.includes('UPDATE "account"')) await accounts.signOut(own)
              return query(text, values)
            }),
          ),
      },
    })
    const newPassword = 'battery staple'
    const change = (given: string) =>
      signingOut.accounts.changePassword(own, { password: given, newPassword })
    expect(await change('wrong password')).toBe(false)
    expect(await change(password)).toBe(true)
    for (const ended of [own, other]) expect(await identity.identify(ended)).toBeUndefined()
    expect(await accounts.signIn(wish)).toBeUndefined()
    expect(await accounts.signIn({ ...wish, password: newPassword })).toBeDefined()
  })

  it('outlives a connection that is lost in the middle of a change', async () => {
    const cut = second.transaction(async (query) => {
      const [row] = await query('SELECT pg_backend_pid() AS pid')
      await postgres.query('SELECT pg_terminate_backend($1)', [row?.pid])
      // The pause makes the connection break while no statement is running.
      await sleep(50)
      await query('SELECT 1')
    })
    await expect(cut).rejects.toMatchObject({ code: 'BUSY' })
    expect(await second.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('asks to try again while the database is away', async () => {
    const gone = await openPostgres(url, silentLog)
    const favorites = createPostgresFavorites(gone)
    const user = await addUser()
    await postgres.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    )
    // The first call on a broken connection fails with a code that asks the client to retry. Later
    // calls get a new connection.
    const list = () => favorites.list(user).catch(({ code }) => expect(code).toBe('BUSY'))
    await expect.poll(list).toEqual([])
    await gone.close()
    const dead = openPostgres('postgres://fresco@127.0.0.1:1/none', silentLog, 0)
    await expect(dead).rejects.toMatchObject({ code: 'BUSY' })
  })
})
