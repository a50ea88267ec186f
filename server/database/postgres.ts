import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool, type PoolClient } from 'pg'
import { DomainError } from '../domain-error.ts'
import { type ApplyRequests, createCoalescedStore } from '../favorites/coalesced-store.ts'
import { compareLists, fitsInAccount } from '../favorites/favorites.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import type { Log } from '../ports.ts'
import { throwDomainError } from './database-failure.ts'
import type { Row, RunStatements, Statement } from './statements.ts'
import { accountTables, missingSteps } from './tables.ts'

/**
 * Runs one SQL statement.
 * @throws DomainError `BUSY` when PostgreSQL cannot be reached
 */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

export type Postgres = ReturnType<typeof createPostgres>

const createPostgres = (url: string, log: Log) => {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    application_name: 'fresco',
  })
  // When an idle PostgreSQL connection is lost, the pool opens a new one. If nobody listened to the pool's `error`
  // event, the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost'))
  // When a PostgreSQL connection is lost during a statement, the statement fails and the connection emits `error` as
  // well. If nobody listened to the event, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const queryOn =
    (connection: Pool | PoolClient): Query =>
    async (text, values = []) =>
      (await connection.query(text, [...values])).rows

  const query: Query = (text, values) => queryOn(pool)(text, values).catch(throwDomainError)
  return {
    query,
    transaction: async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
      const client = await pool.connect().catch(throwDomainError)
      try {
        await client.query('BEGIN')
        const result = await work(queryOn(client))
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        const lost = await client.query('ROLLBACK').then(
          () => false,
          () => true,
        )
        client.release(lost)
        return throwDomainError(error)
      }
    },
    close: () => pool.end(),
  }
}

const migrationLock = 4_610_731_002

/**
 * Connects to PostgreSQL and creates or updates the tables. While PostgreSQL does not answer, tries again for up to
 * `waitMs`.
 */
export const openPostgres = async (url: string, log: Log, waitMs = 15_000): Promise<Postgres> => {
  const postgres = createPostgres(url, log)
  const until = performance.now() + waitMs
  try {
    while (!(await isThere(postgres, performance.now() > until))) {
      log.warn({}, 'PostgreSQL does not answer yet; trying again')
      await sleep(500)
    }
    await postgres.transaction(migrate)
    return postgres
  } catch (error) {
    await postgres.close()
    throw error
  }
}

/** Rejects if the database cannot be reached. Changes nothing. */
export const tryPostgres = async (url: string, timeoutMs: number): Promise<void> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'fresco',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    await client.end()
  }
}

const isThere = ({ query }: Postgres, isLast: boolean) =>
  query('SELECT 1').then(
    () => true,
    (error: unknown) => {
      if (isLast || (error as { code?: unknown }).code !== 'BUSY') throw error
      return false
    },
  )

const migrate = async (query: Query) => {
  await query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await query('CREATE TABLE IF NOT EXISTS "fresco" ("key" text primary key, "value" text not null)')
  const [row] = await query(`SELECT "value" FROM "fresco" WHERE "key" = 'schema'`)
  const done = Number(row?.value ?? 0)
  for (const step of missingSteps(postgresSchema, done))
    for (const statement of step.split(';').filter((text) => text.trim() !== ''))
      await query(statement)
  await query(
    `INSERT INTO "fresco" VALUES ('schema', $1) ON CONFLICT ("key") DO UPDATE SET "value" = $1`,
    [String(postgresSchema.length)],
  )
}

export const postgresSchema: readonly string[] = [
  `${accountTables('timestamptz')}
  create table "favorite" (
    "userId" text not null references "user" ("id") on delete cascade,
    "wallpaperId" text not null,
    "position" integer not null,
    primary key ("userId", "wallpaperId")
  );
  create index "favorite_position_idx" on "favorite" ("userId", "position");
  `,
]

export const createPostgresStatements = ({ query, transaction }: Postgres): RunStatements => {
  const runAll = async (statements: readonly Statement[], ask: Query) => {
    const results = []
    for (const { text, values, orThrow } of statements) {
      const rows = await ask(text, values)
      if (rows.length === 0 && orThrow) throw orThrow()
      results.push(rows)
    }
    return results
  }
  return (statements) =>
    statements.length === 1
      ? runAll(statements, query)
      : transaction((ask) => runAll(statements, ask))
}

/**
 * Stores favorites in PostgreSQL. Changes by the same user wait for one another in memory, so that one user never
 * takes every database connection.
 */
export const createPostgresFavorites = (postgres: Postgres): FavoritesStore =>
  createCoalescedStore({
    list: (userId) => readList(postgres.query, userId),
    updateList: (userId, apply) =>
      postgres.transaction((query) => updateList(query, userId, apply)),
  })

const updateList = async (query: Query, userId: string, apply: ApplyRequests) => {
  const [user] = await query('SELECT 1 FROM "user" WHERE "id" = $1 FOR NO KEY UPDATE', [userId])
  if (user === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
  const stored = await readList(query, userId)
  const list = apply(stored, fitsInAccount)
  const { removed, added } = compareLists(stored, list)
  if (removed.length > 0)
    await query('DELETE FROM "favorite" WHERE "userId" = $1 AND "wallpaperId" = ANY ($2)', [
      userId,
      removed,
    ])
  if (added.length > 0)
    await query(
      `INSERT INTO "favorite" ("userId", "wallpaperId", "position")
       SELECT $1, "id", "n" + (SELECT coalesce(max("position"), 0) FROM "favorite" WHERE "userId" = $1)
       FROM unnest($2::text[]) WITH ORDINALITY AS "row" ("id", "n")`,
      [userId, added],
    )
  return list
}

const readList = async (query: Query, userId: string) => {
  const text = `
    SELECT coalesce(json_agg("wallpaperId" ORDER BY "position"), '[]') AS "ids"
    FROM "favorite" WHERE "userId" = $1`
  const [row] = await query(text, [userId])
  return row?.ids as readonly string[]
}
