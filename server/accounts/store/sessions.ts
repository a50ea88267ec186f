import type { KeyObject } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { dayMs } from '../../../shared/days.ts'
import {
  askWith,
  type Row,
  type RunStatements,
  type Statement,
  toText,
  toTime,
} from '../../database/statements.ts'
import { isBlocked } from '../../database/tables.ts'
import { DomainError } from '../../domain-error.ts'
import { type Credentials, sessionCookieName } from '../../identity/identity-provider.ts'
import { digestOf, makeId, signToken, verifyToken } from './session-secret.ts'
import { lockUser, toProfile } from './users.ts'

export const sessionLifeMs = 90 * dayMs
const maxSessions = 50

/** A user with a new session. The session's token works as a bearer token and as the value of the session cookie. */
export type SignedInUser = ReturnType<typeof toSignedIn>

/** A session as its user sees it. `id` is not a token. Times are in milliseconds since 1970. */
export type OwnSession = ReturnType<typeof toOwnSession>

/**
 * The sessions of this server. `key` is what `readSessionKey` returns. Times are in milliseconds since 1970. No function
 * caches anything, so a session that ends is over at once on all replicas.
 */
export const createSessions = (run: RunStatements) => {
  const ask = askWith(run)
  return {
    /** Returns `undefined` if the session is unknown or has expired, or if the operator has blocked its user. */
    find: async (key: string, now: number) => {
      const [[row] = []] = await run([{ text: select, values: [key], isCached: true }])
      // Every request runs this. Formatting a time as text for SQLite to compare would take longer than the rest.
      if (row === undefined || toTime(row.expiresAt) <= now) return undefined
      return { userId: String(row.userId), updatedAt: toTime(row.updatedAt) }
    },
    // A session is valid without being extended, so its requests do not wait for a lock.
    extend: (key: string, now: number) =>
      run([{ text: extend, values: [key, toText(now), toText(now + sessionLifeMs)] }], {
        atOnce: true,
      }),
    end: (key: string) => ask('DELETE FROM "session" WHERE "token" = $1', key),
    /** Ends nothing if the session with this key has ended. */
    endOthers: (userId: string, key: string) =>
      unlessUnproven(run([lockUser(userId), requireSession(key), endOthers(userId, key)])),
    /** Lists the valid sessions of the user whose session has this key, the last used first. */
    list: async (key: string, now: number) =>
      (await ask(listBeside, key, toText(now))).map(toOwnSession),
    /** Ends the session with this id if it is of the same user. Returns `false` if there is none. */
    endBeside: async (key: string, id: string) => (await ask(endBeside, key, id)).length > 0,
  }
}

export interface SessionDeps {
  run: RunStatements
  secret: KeyObject | string
  publicUrl: string
  clock?: () => number
}

/**
 * Returns a function that starts a session for a user. `proof` runs in the same transaction, and must return a row.
 * Without one, or without the user, no session starts, and the function returns `undefined`. A user has at most 50
 * sessions: a further one ends the session that was not used for the longest time.
 * @throws (by the function) DomainError `ACCOUNT_BLOCKED`
 */
export const createStartSession =
  ({ run, secret, publicUrl, clock = Date.now }: SessionDeps) =>
  async (userId: string, device: string, proof: Statement): Promise<SignedInUser | undefined> => {
    const token = makeId()
    const now = clock()
    const results = await unlessUnproven(
      run([
        { ...lockUser(userId), orThrow: unproven },
        { ...proof, orThrow: unproven },
        { text: notBlocked, values: [userId], orThrow: blocked },
        insertSession({ token, userId, device, now }),
        { text: endOldest, values: [userId, maxSessions] },
      ]),
    )
    const user = results?.[0]?.[0]
    if (user === undefined) return undefined
    const account = { id: userId, username: String(user.username), name: String(user.name) }
    return toSignedIn({ token, account, now }, { secret, publicUrl })
  }

export const toSignedIn = (
  { token, account, now }: { token: string; account: Parameters<typeof toProfile>[0]; now: number },
  { secret, publicUrl }: Pick<SessionDeps, 'secret' | 'publicUrl'>,
) => ({
  token: signToken(token, secret),
  profile: toProfile(account, publicUrl),
  /** When the session ends if it is not used, in milliseconds since 1970. */
  expiresAt: now + sessionLifeMs,
})

class Unproven extends Error {}

/** For `orThrow` of a statement that checks a proof. */
export const unproven = () => new Unproven()

export const unlessUnproven = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Unproven) return undefined
    throw error
  })

const blocked = () =>
  new DomainError('ACCOUNT_BLOCKED', 'This account is blocked: ask the operator of this server')

/**
 * Returns what the database stores for the session of a request, or an empty text when the request has no token that this
 * server signed.
 */
export const readSessionKey = (
  { bearer, cookie = '' }: Credentials,
  { secret, publicUrl }: Pick<SessionDeps, 'secret' | 'publicUrl'>,
): string => {
  const name = sessionCookieName(publicUrl)
  const signed = bearer ?? parse(cookie, name)[name]
  const token = signed && verifyToken(signed, secret)
  return token ? digestOf(token) : ''
}

interface NewSession {
  token: string
  userId: string
  device: string
  now: number
}

export const insertSession = ({ token, userId, device, now }: NewSession): Statement => ({
  text: `INSERT INTO "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt", "userAgent")
    VALUES ($1, $2, $3, $4, $5, $5, $6)`,
  values: [makeId(), digestOf(token), userId, toText(now + sessionLifeMs), toText(now), device],
})

export const requireSession = (key: string): Statement => ({
  text: 'SELECT 1 FROM "session" WHERE "token" = $1',
  values: [key],
  orThrow: unproven,
})

/** Follows a statement that requires the session with this key. The session may end between the two. */
export const endOthers = (userId: string, key: string): Statement => ({
  text: 'DELETE FROM "session" WHERE "userId" = $1 AND "token" <> $2',
  values: [userId, key],
})

const select = `
  SELECT "userId", "expiresAt", "updatedAt" FROM "session"
  WHERE "token" = $1 AND NOT ${isBlocked('"session"."userId"')}`

const extend = 'UPDATE "session" SET "updatedAt" = $2, "expiresAt" = $3 WHERE "token" = $1'

const notBlocked = `SELECT 1 WHERE NOT ${isBlocked('$1')}`

const endOldest = `
  DELETE FROM "session" WHERE "userId" = $1 AND "id" NOT IN (
    SELECT "id" FROM "session" WHERE "userId" = $1 ORDER BY "updatedAt" DESC LIMIT $2)`

const listBeside = `
  SELECT "other"."id", "other"."userAgent", "other"."createdAt", "other"."updatedAt",
    "other"."token" = "own"."token" AS "isCurrent"
  FROM "session" AS "own" JOIN "session" AS "other" ON "other"."userId" = "own"."userId"
  WHERE "own"."token" = $1 AND "other"."expiresAt" > $2 ORDER BY "other"."updatedAt" DESC`

const toOwnSession = (row: Row) => ({
  id: String(row.id),
  device: String(row.userAgent || 'Unknown device'),
  createdAt: toTime(row.createdAt),
  lastUsedAt: toTime(row.updatedAt),
  isCurrent: Boolean(row.isCurrent),
})

const endBeside = `
  DELETE FROM "session" WHERE "id" = $2
    AND "userId" = (SELECT "userId" FROM "session" WHERE "token" = $1) RETURNING "id"`
