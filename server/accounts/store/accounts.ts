import { createWorkQueue } from '../../adapters/work-queue.ts'
import { isUniqueViolation } from '../../database/database-failure.ts'
import { askWith, type Statement, toText } from '../../database/statements.ts'
import { isBlocked } from '../../database/tables.ts'
import type { Credentials } from '../../identity/identity-provider.ts'
import {
  insertPassword,
  insertPasswordIfNone,
  passwordProvider,
  replacePassword,
} from './passwords.ts'
import { makeId } from './session-secret.ts'
import {
  createSessions,
  createStartSession,
  endOthers,
  insertSession,
  readSessionKey,
  requireSession,
  type SessionDeps,
  toSignedIn,
  unlessUnproven,
  unproven,
} from './sessions.ts'
import { createUsers, insertUser, lockUser, type NameChange, usernameTaken } from './users.ts'

export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

interface LocalAccountsDeps extends SessionDeps {
  hashing: PasswordHashing
}

interface SignInAttempt {
  username: string
  password: string
  /** The text that the list of sessions shows. */
  device?: string | undefined
}

interface NewAccount extends SignInAttempt {
  name: string
  inviteId?: string | undefined
}

const concurrency = 2
const maxWaiting = 32
const maxPasswordLength = 128

export type LocalAccounts = ReturnType<typeof createLocalAccounts>

/**
 * Accounts in the server's own database. Usernames must be valid and in lower case, and new passwords must have 8 to 128
 * characters. Functions that take a password throw DomainError `BUSY` when too many others are waiting.
 */
export const createLocalAccounts = ({ hashing, ...deps }: LocalAccountsDeps) => {
  const { run, clock = Date.now } = deps
  const ask = askWith(run)
  const users = createUsers(run)
  const sessions = createSessions(run)
  const startSession = createStartSession(deps)
  const inTurn = createWorkQueue({ concurrency, maxWaiting, busyText: tooManyText })
  const keyOf = (credentials: Credentials) => readSessionKey(credentials, deps)

  // Takes equally long without a hash, so that nobody can find out which usernames exist or have a password.
  const isRight = (password: string, hash: string | undefined): Promise<boolean> =>
    inTurn(async () => {
      if (hash !== undefined) return hashing.verify({ hash, password })
      await hashing.hash(password)
      return false
    })

  // Finds the user of a session by a password. While the password is checked, the session may end and the password may
  // change. `proof` returns a row if neither has happened.
  const confirm = async (credentials: Credentials, password: string) => {
    const key = keyOf(credentials)
    const [found] = await ask(passwordOfSession, key, toText(clock()))
    if (found === undefined || !isPossible(password)) return undefined
    const { userId, password: hash } = found
    if (!(await isRight(password, String(hash)))) return undefined
    const proof: Statement = {
      text: `${passwordOfSession} AND "password" = $3`,
      values: [key, toText(clock()), String(hash)],
    }
    return { userId: String(userId), key, proof }
  }

  return {
    /**
     * Creates an account, uses the invite once, and signs the user in.
     * @throws DomainError `USERNAME_TAKEN`, also while the username is reserved, or `SIGN_UP_REFUSED` when others have
     * used up the invite in the meantime
     */
    signUp: async ({ username, password, name, device = '', inviteId }: NewAccount) => {
      const now = clock()
      const hash = await inTurn(() => hashing.hash(password))
      const [id, token] = [makeId(), makeId()]
      await run([
        ...insertUser({ id, username, name, now, inviteId }),
        insertPassword({ userId: id, hash, now }),
        insertSession({ token, userId: id, device, now }),
      ]).catch((error: unknown) => {
        throw isUniqueViolation(error) ? usernameTaken() : error
      })
      return toSignedIn({ token, account: { id, username, name }, now }, deps)
    },

    /**
     * Signs a user in. Returns `undefined` when the user does not exist or has no password, or the password is wrong. All
     * three cases take equally long.
     * @throws DomainError `ACCOUNT_BLOCKED` when the password is right but the operator has blocked the user
     */
    signIn: async ({ username, password, device = '' }: SignInAttempt) => {
      // Nobody has such a password, so it is refused at once for every username.
      if (!isPossible(password)) return undefined
      const [found] = await ask(passwordOfName, username)
      const hash = found && String(found.password)
      if (!(await isRight(password, hash)) || found === undefined) return undefined
      const userId = String(found.userId)
      // While the password was being checked, it may have changed.
      return startSession(userId, device, { text: passwordIs, values: [userId, String(hash)] })
    },

    signOut: (credentials: Credentials) => sessions.end(keyOf(credentials)),

    checkPassword: async (credentials: Credentials, password: string): Promise<boolean> => {
      const confirmed = await confirm(credentials, password)
      const [rows = []] = confirmed ? await run([confirmed.proof]) : []
      return rows.length > 0
    },

    /** Ends all other sessions of the user. Returns `false` when the password is wrong. */
    changePassword: async (
      credentials: Credentials,
      { password, newPassword }: { password: string; newPassword: string },
    ): Promise<boolean> => {
      const confirmed = await confirm(credentials, password)
      if (confirmed === undefined) return false
      const hash = await inTurn(() => hashing.hash(newPassword))
      const { userId, key, proof } = confirmed
      const changed = await unlessUnproven(
        run([
          lockUser(userId),
          { ...proof, orThrow: unproven },
          replacePassword({ userId, hash, now: clock() }),
          endOthers(userId, key),
        ]),
      )
      return changed !== undefined
    },

    /**
     * Gives a password to an account that has none, and ends all other sessions of the user. Returns `false` if the
     * account has a password or the session has ended.
     */
    setPassword: async (credentials: Credentials, password: string): Promise<boolean> => {
      const key = keyOf(credentials)
      const session = await sessions.find(key, clock())
      if (session === undefined) return false
      const { userId } = session
      const hash = await inTurn(() => hashing.hash(password))
      const set = await unlessUnproven(
        run([
          lockUser(userId),
          requireSession(key),
          { ...insertPasswordIfNone({ userId, hash, now: clock() }), orThrow: unproven },
          endOthers(userId, key),
        ]),
      )
      return set !== undefined
    },

    rename: (userId: string, change: NameChange) => users.rename(userId, change, clock()),
    delete: (userId: string) => users.delete(userId, clock()),

    listSessions: (credentials: Credentials) => sessions.list(keyOf(credentials), clock()),

    /** Returns `false` when the user has no session with this id. */
    endSession: (credentials: Credentials, id: string) =>
      sessions.endBeside(keyOf(credentials), id),

    endOtherSessions: async (credentials: Credentials) => {
      const key = keyOf(credentials)
      const session = await sessions.find(key, clock())
      if (session !== undefined) await sessions.endOthers(session.userId, key)
    },

    findHistory: (userId: string) => users.findHistory(userId, clock()),
  }
}

const isPossible = (password: string) => password !== '' && password.length <= maxPasswordLength

const passwordOfName = `
  SELECT "account"."userId", "account"."password"
  FROM "account" JOIN "user" ON "user"."id" = "account"."userId"
  WHERE "user"."username" = $1 AND "account"."providerId" = '${passwordProvider}'`

const passwordOfSession = `
  SELECT "account"."userId", "account"."password"
  FROM "account" JOIN "session" ON "session"."userId" = "account"."userId"
  WHERE "session"."token" = $1 AND "session"."expiresAt" > $2
    AND "account"."providerId" = '${passwordProvider}' AND NOT ${isBlocked('"account"."userId"')}`

const passwordIs = `
  SELECT 1 FROM "account"
  WHERE "userId" = $1 AND "providerId" = '${passwordProvider}' AND "password" = $2`

const tooManyText = 'Too many people are signing in right now: try again in a moment'
