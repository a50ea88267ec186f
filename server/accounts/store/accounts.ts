import type { Pool } from 'pg'
import { createWorkQueue } from '../../adapters/work-queue.ts'
import { isUniqueViolation, toDomainError } from '../../database/database-failure.ts'
import type { RunStatements } from '../../database/statements.ts'
import { DomainError } from '../../domain-error.ts'
import type { Credentials } from '../../identity/identity-provider.ts'
import { sessionCookieName } from '../../identity/identity-provider.ts'
import type { Log } from '../../ports.ts'
import { usedUp } from '../invites.ts'
import {
  type Account,
  type AccountsDatabase,
  type LocalAccounts,
  type NewAccount,
  type SignedInUser,
  usernameTaken,
} from '../local-accounts.ts'
import {
  insertPassword,
  insertSession,
  insertUser,
  makeId,
  passwordProvider,
} from './account-rows.ts'
import {
  readToken as readSessionToken,
  readSignedToken,
  sessionLifeMs,
  toProfile,
} from './identity.ts'
import { useInvite } from './invites.ts'
import { requireFree } from './own-account.ts'
import { signToken } from './session-secret.ts'
import type { LockableDatabase } from './sqlite-dialect.ts'

export type AuthDatabase =
  | { kind: 'sqlite'; handle: LockableDatabase }
  | { kind: 'postgres'; handle: Pool }

export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

interface AuthDeps {
  authDatabase: AuthDatabase
  secret: string
  publicUrl: string
  log: Log
  hashing: PasswordHashing
}

interface LocalAccountsDeps extends AuthDeps {
  database: AccountsDatabase
  run: RunStatements
  clock?: () => number
}

const concurrency = 2
const maxWaiting = 32
export const maxSessions = 50
const maxPasswordLength = 128

/**
 * Accounts in the server's own database. The server calls better-auth as a library, so the HTTP routes of
 * better-auth cannot be reached from outside.
 */
export const createLocalAccounts = ({
  database,
  run,
  clock = Date.now,
  ...deps
}: LocalAccountsDeps): LocalAccounts => {
  const { secret, publicUrl, hashing } = deps
  const cookieName = sessionCookieName(publicUrl)
  const inTurn = createWorkQueue({ concurrency, maxWaiting, busyText: tooManyText })
  let loading: ReturnType<typeof createAuth> | undefined
  // Loading better-auth blocks the thread for a third of a second and takes 70 MB of memory, so a server without
  // accounts does not load it.
  const load = () => {
    loading ??= createAuth(deps)
    return loading
  }
  const toSignedIn = (
    token: string,
    account: Omit<Account, 'isBlocked'>,
    startedAt: number,
  ): SignedInUser => ({
    token: signToken(token, secret),
    profile: toProfile(account, publicUrl),
    expiresAt: startedAt + sessionLifeMs,
  })

  const readToken = (credentials: Credentials) => readSessionToken(credentials, deps)
  // better-auth accepts a session token only in its own cookie, so a token from another header is put into that
  // cookie.
  const toLibraryHeaders = async (credentials: Credentials) => {
    const signed = readSignedToken(credentials, cookieName) ?? ''
    const { authCookies } = await (await load()).$context
    return new Headers({ cookie: `${authCookies.sessionToken.name}=${encodeURIComponent(signed)}` })
  }

  const findPasswordHash = async (username: string) => {
    // PostgreSQL refuses a NUL character in text.
    if (username.includes('\0')) return undefined
    const [rows] = await run([{ text: passwordOf, values: [username] }])
    return rows?.[0] && String(rows[0].password)
  }
  // The UPDATE waits for any transaction that is changing the password. A plain SELECT would still read the old
  // password, and that transaction would not delete the session that has just begun.
  const isStillPassword = async (userId: string, hash: string) => {
    const [rows = []] = await run([{ text: lockPassword, values: [userId, hash] }])
    return rows.length > 0
  }

  const checkPassword = async (credentials: Credentials, password: string) => {
    const auth = await load()
    const headers = await toLibraryHeaders(credentials)
    const body = { password }
    const answer = await unlessRefused(inTurn(() => auth.api.verifyPassword({ body, headers })))
    const session = answer && (await database.findSession(readToken(credentials)))
    return session?.userId
  }

  return {
    prepare: async () => {
      const [rows = []] = await run([{ text: 'SELECT 1 FROM "account" LIMIT 1' }])
      if (rows.length > 0) await (await load()).$context
    },
    signUp: async ({ password, ...account }) => {
      const { username, name } = account
      const now = clock()
      // Hashing takes long, so a username that is known to be taken is refused first. The transaction below decides.
      if (
        (await database.findAccount({ username })) !== undefined ||
        (await database.isReserved(username, now))
      )
        throw usernameTaken()
      const hash = await inTurn(() => hashing.hash(password))
      const id = makeId()
      const token = makeId()
      await run(createAccount({ ...account, id, token, hash, now })).catch((error: unknown) => {
        throw isUniqueViolation(error) ? usernameTaken() : toDomainError(error)
      })
      return toSignedIn(token, { id, username, name }, now)
    },
    signIn: async ({ username, password, device }) => {
      // Nobody has such a password. better-auth would refuse it at once, but only for a username that exists.
      if (password === '' || password.length > maxPasswordLength) return undefined
      const now = clock()
      const hash = await findPasswordHash(username)
      if (hash === undefined) {
        // Takes as long as the check of a password, so that nobody can find out which usernames have one.
        await inTurn(() => hashing.hash(password))
        return undefined
      }
      const auth = await load()
      const call = { body: { username, password }, headers: toDeviceHeaders(device) }
      const answer = await unlessRefused(inTurn(() => auth.api.signInUsername(call)))
      if (answer === undefined) return undefined
      // While the password was being checked, the operator may have changed it or blocked the user, and the user may
      // have a new username.
      const isOutdated = !(await isStillPassword(answer.user.id, hash))
      const account = await database.findAccount({ id: answer.user.id })
      if (isOutdated || account?.isBlocked) await database.deleteSession(answer.token)
      if (isOutdated) return undefined
      if (account?.isBlocked) throw blocked()
      await database.deleteOldestSessions(answer.user.id, maxSessions)
      return account && toSignedIn(answer.token, account, now)
    },
    checkPassword: async (credentials, password) =>
      (await checkPassword(credentials, password)) !== undefined,
    signOut: async (credentials) => {
      const token = readToken(credentials)
      if (token) await database.deleteSession(token)
    },
    changePassword: async (credentials, { password, newPassword }) => {
      const auth = await load()
      const headers = await toLibraryHeaders(credentials)
      const body = { currentPassword: password, newPassword }
      const answer = await unlessRefused(inTurn(() => auth.api.changePassword({ body, headers })))
      if (answer === undefined) return false
      // After a password change, all other sessions of the user are deleted directly. better-auth's option
      // `revokeOtherSessions` would also end the current session, and the client would need a new token.
      await database.deleteOtherSessions(answer.user.id, readToken(credentials))
      return true
    },
    deleteAccount: async (credentials, password) => {
      const userId = await checkPassword(credentials, password)
      if (userId === undefined) return false
      await database.deleteAccount(userId, clock())
      return true
    },
    changeName: async (credentials, { password, ...change }) => {
      const userId = await checkPassword(credentials, password)
      return userId === undefined ? undefined : database.rename(userId, change, clock())
    },
    listSessions: (credentials) => database.listSessions(readToken(credentials), clock()),
    endSession: (credentials, id) => database.endSession(readToken(credentials), id),
    endOtherSessions: async (credentials) => {
      const token = readToken(credentials)
      const session = await database.findSession(token)
      if (session !== undefined) await database.deleteOtherSessions(session.userId, token)
    },
    findHistory: (userId) => database.findHistory(userId, clock()),
  }
}

interface CreatedAccount extends Omit<NewAccount, 'password'> {
  id: string
  token: string
  hash: string
  now: number
}

// Better-auth would hash the password in the transaction that stores the account, and could not count the invite in it.
const createAccount = ({
  id,
  token,
  hash,
  username,
  name,
  device = '',
  inviteId,
  now,
}: CreatedAccount) => {
  const used = inviteId === undefined ? [] : [{ ...useInvite(inviteId), orThrow: usedUp }]
  return [
    ...used,
    insertUser({ id, username, name, now }),
    requireFree(username, id, now),
    insertPassword({ userId: id, hash, now }),
    insertSession({ token, userId: id, device, now }),
  ]
}

const passwordOf = `
  SELECT "account"."password" FROM "account" JOIN "user" ON "user"."id" = "account"."userId"
  WHERE "user"."username" = $1 AND "account"."providerId" = '${passwordProvider}'`

const lockPassword = `
  UPDATE "account" SET "updatedAt" = "updatedAt"
  WHERE "userId" = $1 AND "providerId" = '${passwordProvider}' AND "password" = $2 RETURNING "id"`

export const blocked = () =>
  new DomainError('ACCOUNT_BLOCKED', 'This account is blocked: ask the operator of this server')

// better-auth stores the `User-Agent` header with the session. It gets the words for the device instead.
const toDeviceHeaders = (device = '') => new Headers({ 'user-agent': device })

const unlessRefused = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isRefusal(error)) return undefined
    throw toDomainError(error)
  })

const isRefusal = (error: unknown) => {
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

const tooManyText = 'Too many people are signing in right now: try again in a moment'

const createAuth = async ({ authDatabase, secret, publicUrl, log, hashing }: AuthDeps) => {
  const { betterAuth } = await import('better-auth')
  const { username } = await import('better-auth/plugins/username')
  return betterAuth({
    database: await toLibraryDatabase(authDatabase),
    secret,
    baseURL: publicUrl,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength,
      password: hashing,
    },
    session: { expiresIn: sessionLifeMs / 1000, updateAge: 86_400 },
    plugins: [username({ displayUsername: false })],
    advanced: { ipAddress: { disableIpTracking: true } },
    telemetry: { enabled: false },
    logger: {
      // The log level of better-auth. At `warn` and below, better-auth would log every wrong password.
      level: 'error',
      log: (_, message, cause) => log.warn({ err: cause }, message),
    },
  })
}

/**
 * Gives better-auth its database. On SQLite, transactions are switched off: better-auth keeps a transaction open
 * while it hashes a password, and every other statement on the only connection would become part of it.
 */
const toLibraryDatabase = async ({ kind, handle }: AuthDatabase) => {
  if (kind === 'postgres') return handle
  const { LockableDialect } = await import('./sqlite-dialect.ts')
  return {
    dialect: new LockableDialect(handle),
    type: 'sqlite',
    transaction: false,
  } as const
}
