import { cp, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { isLongRun } from '../long-run.ts'
import { hasPostgres, startPostgres } from '../tools/servers/start-postgres.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

/**
 * What servers of released versions stored, after people signed up and hearted wallpapers. Sessions in it end in the
 * year 2999. Keep the folders of old versions, and add one for each release that changes what is stored.
 */
const data = resolve(import.meta.dirname, '../data')

/** The token of ada's session. A token is signed with the secret of its server. */
const versions = [
  {
    version: '0.1.0',
    sqliteToken: 'qwgjuyirpOz4K6DwKZvwBqFpZDImhvQu.Occr4/PGhfX+l7Xe69MgJsM/w5ovCyb0FTOWi1IQ+GE=',
    postgresToken: 'AYMocsU22Iv5ORnqpGQYmfD0LhpHek7H.B9GHOGMDeoNY+o2kRHB90zlMDIPAhw6v0XO+BgTpwiE=',
  },
]

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

const start = async (env: Record<string, string>) => {
  const server = await startServer({ env })
  cleanups.push(server.stop)
  return server
}

const makeDataDir = async () => {
  const dir = await makeTempDir('upgrade')
  cleanups.push(() => removeDir(dir))
  return dir
}

const ask = async (server: RunningServer, path: string, token?: string, body?: object) => {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

const favorites = ['alpine-dawn', 'left-long-ago', 'folder/Größe-海', 'total-eclipse']

const expectAccounts = async (server: RunningServer, token: string) => {
  const session = await ask(server, '/api/auth/session', token)
  expect(session).toMatchObject({ user: { username: 'ada', name: 'Ada Lovelace' } })
  expect(await ask(server, '/api/favorites', token)).toEqual({ favorites })
  const signedIn = { username: 'grace.h', password: 'correct horse' }
  const again = await ask(server, '/api/auth/sign-in/username', undefined, signedIn)
  expect(again).toMatchObject({ user: { username: 'grace.h' } })
  await ask(server, '/api/favorites', again.token, { favorites: ['alpine-dawn'] })
  expect(await ask(server, '/api/favorites', again.token)).toEqual({ favorites: ['alpine-dawn'] })
}

describe.each(versions)('a server with the data of version $version', (stored) => {
  const folder = join(data, stored.version)

  it('has its accounts and favorites in SQLite', async () => {
    const DATA_DIR = await makeDataDir()
    const database = new DatabaseSync(join(DATA_DIR, 'fresco.sqlite'))
    database.exec(await readFile(join(folder, 'accounts.sqlite.sql'), 'utf8'))
    database.close()
    await cp(join(folder, 'session-secret'), join(DATA_DIR, 'session-secret'))
    await expectAccounts(await start({ DATA_DIR }), stored.sqliteToken)
  })

  it.runIf(isLongRun && hasPostgres())('has its accounts and favorites in PostgreSQL', async () => {
    const postgres = await startPostgres()
    cleanups.push(postgres.stop)
    const DATABASE_URL = postgres.createDatabase()
    const client = new Client(DATABASE_URL)
    await client.connect()
    await client.query(await readFile(join(folder, 'accounts.postgres.sql'), 'utf8'))
    await client.end()
    await expectAccounts(await start({ DATABASE_URL }), stored.postgresToken)
  })

  // The addresses are those at which GitHub and Cloudinary were emulated. Nothing listens there now.
  it('serves the stored catalogue and image lists while GitHub and Cloudinary are down', async () => {
    const DATA_DIR = await makeDataDir()
    await mkdir(join(DATA_DIR, 'snapshots'))
    await cp(join(folder, 'snapshots'), join(DATA_DIR, 'snapshots'), { recursive: true })
    const server = await start({
      DATA_DIR,
      GITHUB_OWNER: 'octo',
      GITHUB_REPO: 'wallpapers',
      GITHUB_TOKEN: 'ghp_any',
      GITHUB_API_URL: 'http://127.0.0.1:10',
      CLOUDINARY_URL:
        'cloudinary://482715936104827:any-secret@emulated?upload_prefix=http%3A%2F%2F127.0.0.1%3A12',
    })
    const { wallpapers } = await ask(server, '/api/wallpapers?count=10')
    expect(wallpapers.map((url: string) => url.split('/').at(-1)).sort()).toEqual([
      'dunes.png',
      'harbor.png',
    ])
    expect(await ask(server, '/api/random-wallpapers?count=2')).toHaveLength(2)
    expect(await ask(server, '/readyz')).toMatchObject({
      sources: { catalogue: { ready: true, failing: true } },
    })
  })
})
