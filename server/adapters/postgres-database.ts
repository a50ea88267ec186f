import { Pool, type PoolClient } from 'pg'
import { DomainError } from '../domain-error.ts'
import type { Log } from '../log.ts'

export type Row = Record<string, unknown>

/** Sends a statement; gives its rows. Throws DomainError `BUSY` when the database is away. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

export interface Postgres {
  readonly pool: Pool
  readonly query: Query
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

/** Connection lost, out of resources, rolled back for another, shutting down (SQLSTATE classes). */
const passingClasses = new Set(['08', '40', '53', '55', '57'])

const isPassing = (error: unknown): boolean => {
  const { code, severity, message } = error as Record<string, unknown>
  if (severity !== undefined) return passingClasses.has(String(code).slice(0, 2))
  // The driver has no codes of its own for these.
  return /^E[A-Z]+$/.test(String(code)) || /timeout|terminated/i.test(String(message))
}

const throwDomainError = (error: unknown): never => {
  if (error instanceof DomainError || !isPassing(error)) throw error
  throw new DomainError('BUSY', 'Failed to fetch favorites', { cause: error, retryAfterSeconds: 2 })
}
