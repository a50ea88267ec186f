import { Pool, type PoolClient } from 'pg'
import type { Log } from '../../ports.ts'
import { toDomainError } from '../database-failure.ts'

export type Row = Record<string, unknown>

/** Sends a statement; gives its rows. Throws DomainError `BUSY` when the database is away. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

export interface Postgres {
  pool: Pool
  query: Query
  /** Runs `work` in one transaction on one connection. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const createPostgres = (url: string, log: Log): Postgres => {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    application_name: 'fresco',
  })
  // A connection that is lost while idle is replaced by the pool; unheard, it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost'))
  // One that is lost while in use fails its statement and is told again here, to nobody by default.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const queryOn =
    (connection: Pool | PoolClient): Query =>
    async (text, values = []) =>
      (await connection.query(text, [...values])).rows

  return {
    pool,
    query: (text, values) => queryOn(pool)(text, values).catch(throwDomainError),
    transaction: async (work) => {
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

const throwDomainError = (error: unknown): never => {
  throw toDomainError(error)
}
