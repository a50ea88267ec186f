import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresSchema } from '../../server/database/postgres.ts'
import { isLongRun } from '../long-run.ts'
import {
  hasPostgres,
  type RunningPostgres,
  startPostgres,
} from '../tools/servers/start-postgres.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'

/**
 * Starts five server processes, so the test runs only in the long run. `npm test` covers the same
 * case with five connections in one process.
 */
const isSkipped = !isLongRun || !hasPostgres()

describe.skipIf(isSkipped)('five servers that start at once on an empty database', () => {
  let postgres: RunningPostgres
  let servers: readonly RunningServer[]
  let pool: Pool
  beforeAll(async () => {
    postgres = await startPostgres()
    const env = { DATABASE_URL: postgres.createDatabase(), PUBLIC_URL: 'http://fresco.test' }
    pool = new Pool({ connectionString: env.DATABASE_URL, max: 1 })
    servers = await Promise.all(Array.from({ length: 5 }, () => startServer({ env })))
  })
  afterAll(async () => {
    await Promise.all([pool.end(), ...servers.map((server) => server.stop())])
    await postgres.stop()
  })

  it('are all ready', async () => {
    for (const { url } of servers) {
      const response = await fetch(`${url}/readyz`)
      expect(await response.json()).toMatchObject({ status: 'ready', accounts: { ready: true } })
    }
  })

  it('have made every table once', async () => {
    const { rows: kept } = await pool.query(`SELECT "value" FROM "fresco" WHERE "key" = 'schema'`)
    expect(kept).toEqual([{ value: String(postgresSchema.length) }])
    const wanted = [...postgresSchema.join('').matchAll(/create table "(\w+)"/g)].map(
      ([, name]) => name,
    )
    const { rows } = await pool.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
    )
    expect(wanted.length).toBeGreaterThan(4)
    expect(rows.map(({ tablename }) => tablename)).toEqual([...wanted, 'fresco'].sort())
  })

  it('are one service: who signs up at the first is signed in at all', async () => {
    const response = await fetch(`${servers[0]?.url}/api/auth/sign-up/username`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'grace', password: 'correct horse' }),
    })
    const { token } = await response.json()
    const headers = { Authorization: `Bearer ${token}` }
    const lists = servers.map(({ url }) => fetch(`${url}/api/favorites`, { headers }))
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200,
    ])
  })
})
