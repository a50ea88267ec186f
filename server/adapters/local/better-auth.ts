import type { DatabaseSync } from 'node:sqlite'
import type { BetterAuthOptions } from 'better-auth'
import type { Pool } from 'pg'
import type { Log } from '../../ports.ts'
import { sessionLifeMs } from './identity.ts'

export type AuthDatabase =
  | { kind: 'sqlite'; handle: DatabaseSync }
  | { kind: 'postgres'; handle: Pool }

/** How passwords are kept: `verify` tells whether the password is the one that was hashed. */
export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

interface AuthDeps {
  database: AuthDatabase
  secret: string
  publicUrl: string
  log: Log
  /** By default the library's own, which is slow on purpose (scrypt). */
  hashing?: PasswordHashing | undefined
}

/** better-auth with what local accounts use of it, loaded when it is first needed. */
export const createAuth = async (deps: AuthDeps) => {
  const [{ betterAuth }, options] = await Promise.all([
    import('better-auth'),
    createAuthOptions(deps),
  ])
  return betterAuth(options)
}

export const createAuthOptions = async (deps: AuthDeps) => {
  const { database, secret, publicUrl, log, hashing } = deps
  const { username } = await import('better-auth/plugins/username')
  return {
    database: await toAuthDatabase(database),
    secret,
    baseURL: publicUrl,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      ...(hashing && { password: hashing }),
    },
    session: { expiresIn: sessionLifeMs / 1000, updateAge: 86_400 },
    user: { deleteUser: { enabled: true } },
    plugins: [username({ displayUsername: false })],
    telemetry: { enabled: false },
    // Below an error it logs refused passwords, which are no event of ours.
    logger: {
      level: 'error',
      log: (_, message, cause) => {
        if (!isTaken(cause)) log.warn({ err: cause }, message)
      },
    },
  } satisfies BetterAuthOptions
}

/** Two asked for one name at the same time: who was second is told so. */
const isTaken = (cause: unknown) => {
  const { errcode, code } = Object(cause) as { errcode?: unknown; code?: unknown }
  return errcode === sqliteUnique || code === postgresUnique
}

const sqliteUnique = 2067 // SQLITE_CONSTRAINT_UNIQUE
const postgresUnique = '23505' // unique_violation

/**
 * SQLite has one connection, and the library holds a transaction open while it hashes a password:
 * every other statement of the process would become part of it. So it gets none there.
 */
const toAuthDatabase = async ({ kind, handle }: AuthDatabase) => {
  if (kind === 'postgres') return handle
  const { NodeSqliteDialect } = await import('@better-auth/kysely-adapter/node-sqlite-dialect')
  return {
    dialect: new NodeSqliteDialect({ database: handle }),
    type: 'sqlite',
    transaction: false,
  } as const
}
