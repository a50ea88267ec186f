import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { moveRestoredSecret } from '../accounts/store/backup.ts'
import { readOrCreateSecret, readOrCreateSharedSecret } from '../accounts/store/session-secret.ts'
import { type Config, ConfigError } from '../config/config.ts'
import {
  createSqliteFavorites,
  createSqliteStatements,
  openSqliteAccounts,
} from '../database/sqlite.ts'
import type { Log } from '../ports.ts'

export type AccountsStorage = Awaited<ReturnType<typeof openAccountsStorage>>

interface OpenOptions {
  databaseWaitMs?: number
  /** Refuses to create a SQLite database, because an empty one in a wrong folder would look like lost accounts. */
  mustExist?: boolean
}

/**
 * Opens the database that holds the accounts of this server.
 * @throws ConfigError when the database cannot be used
 */
export const openAccountsStorage = (
  { accounts: { databaseUrl }, dataDir }: Config,
  log: Log,
  { databaseWaitMs = 15_000, mustExist = false }: OpenOptions = {},
) =>
  databaseUrl === undefined
    ? openSqlite(resolve(dataDir), log, mustExist)
    : connectPostgres(databaseUrl, log, databaseWaitMs)

const openSqlite = async (dataDir: string, log: Log, mustExist: boolean) => {
  if (mustExist && !existsSync(join(dataDir, 'fresco.sqlite')))
    throw new ConfigError(
      `DATA_DIR is '${dataDir}': there are no accounts in it yet. Start the server once, or set DATA_DIR to the folder that the server uses`,
    )
  const openFile = <T>(file: string, open: (path: string) => T): T => {
    try {
      return open(join(dataDir, file))
    } catch (cause) {
      const { message } = cause as Error
      throw new ConfigError(`DATA_DIR is '${dataDir}': its ${file} cannot be used (${message})`, {
        cause,
      })
    }
  }
  const onReplaced = () =>
    log.error(
      { dataDir },
      'fresco.sqlite, or a file that belongs to it, was replaced or deleted while the server was using it. Accounts and favorites answer 503 until you restart the server',
    )
  const handle = openFile('fresco.sqlite', (path) => openSqliteAccounts(path, { onReplaced }))
  await handle.write(() => moveRestoredSecret(handle, join(dataDir, 'session-secret')))
  return {
    run: createSqliteStatements(handle),
    secret: openFile('session-secret', readOrCreateSecret),
    favorites: createSqliteFavorites(handle),
    close: async () => handle.close(),
  }
}

const connectPostgres = async (url: string, log: Log, waitMs: number) => {
  const { openPostgres, createPostgresStatements, createPostgresFavorites } = await import(
    '../database/postgres.ts'
  )
  const postgres = await openPostgres(url, log, waitMs).catch((error: Error) => {
    const { message } = (error.cause ?? error) as Error
    throw new ConfigError(`DATABASE_URL names a database that cannot be used (${message})`, {
      cause: error,
    })
  })
  const run = createPostgresStatements(postgres)
  return {
    run,
    secret: await readOrCreateSharedSecret(run),
    favorites: createPostgresFavorites(postgres),
    close: postgres.close,
  }
}
