import { join } from 'node:path'
import type { AuthDatabase } from '../adapters/local/accounts.ts'
import { readOrCreateSecret } from '../adapters/local/session-secret.ts'
import { createSqliteAccounts, openSqliteAccounts } from '../adapters/sqlite/accounts.ts'
import { createSqliteFavorites } from '../adapters/sqlite/accounts-favorites.ts'
import { ConfigError } from '../config/config.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import type { AccountsDatabase } from '../identity/local-accounts.ts'
import type { Log } from '../ports.ts'

/** Accounts of this server, wherever they are kept. */
export interface OpenAccounts {
  database: AccountsDatabase
  authDatabase: AuthDatabase
  /** Signs the tokens of sessions. */
  secret: string
  favorites: FavoritesStore
  close: () => Promise<void>
}

/** @throws ConfigError when what is in the folder cannot be used, or nothing can be written there */
export const openSqlite = (dataDir: string): OpenAccounts => {
  const from = <T>(file: string, open: (path: string) => T): T => {
    try {
      return open(join(dataDir, file))
    } catch (cause) {
      const { message } = cause as Error
      throw new ConfigError(`DATA_DIR is '${dataDir}': its ${file} cannot be used (${message})`, {
        cause,
      })
    }
  }
  const handle = from('fresco.sqlite', openSqliteAccounts)
  return {
    database: createSqliteAccounts(handle),
    authDatabase: { kind: 'sqlite', handle },
    secret: from('session-secret', readOrCreateSecret),
    favorites: createSqliteFavorites(handle),
    close: async () => handle.close(),
  }
}

/** @throws ConfigError when the database cannot be used, or does not answer within `waitMs` */
export const openPostgres = async (
  url: string,
  log: Log,
  waitMs: number,
): Promise<OpenAccounts> => {
  const { createPostgresAccounts, openPostgresAccounts, readOrCreateSharedSecret } = await import(
    '../adapters/postgres/accounts.ts'
  )
  const { createPostgresFavorites } = await import('../adapters/postgres/favorites.ts')
  const postgres = await openPostgresAccounts(url, log, waitMs).catch((error: Error) => {
    const { message } = (error.cause ?? error) as Error
    throw new ConfigError(`DATABASE_URL names a database that cannot be used (${message})`)
  })
  return {
    database: createPostgresAccounts(postgres),
    authDatabase: { kind: 'postgres', handle: postgres.pool },
    secret: await readOrCreateSharedSecret(postgres),
    favorites: createPostgresFavorites(postgres),
    close: postgres.close,
  }
}
