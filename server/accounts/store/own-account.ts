import { isUniqueViolation } from '../../database/database-failure.ts'
import type { Row, RunStatements, Statement } from '../../database/statements.ts'
import { isBlocked, toEmail } from '../../database/tables.ts'
import { DomainError } from '../../domain-error.ts'
import {
  type AccountsDatabase,
  applyNameChange,
  maxFormerUsernames,
  reservationMs,
  tooManyFormerUsernames,
  usernameTaken,
} from '../local-accounts.ts'
import { linkPrefix } from './account-rows.ts'

type OwnAccountQueries = Pick<
  AccountsDatabase,
  | 'findNamed'
  | 'isReserved'
  | 'rename'
  | 'deleteAccount'
  | 'deleteExpiredReservations'
  | 'findHistory'
  | 'listSessions'
  | 'endSession'
>

/** The queries behind the settings of one's own account: names, sessions, deletion. */
export const createOwnAccountQueries = (run: RunStatements): OwnAccountQueries => {
  const ask = async (text: string, ...values: (string | number)[]): Promise<Row[]> => {
    // PostgreSQL cannot store a NUL character in text and would refuse the query. Nothing that is asked for has one.
    if (values.some((value) => String(value).includes('\0'))) return []
    return (await run([{ text, values }]))[0] ?? []
  }
  const listFormer = async (id: string, now: number) =>
    (await ask(former, id, now)).map(({ username, until }) => ({
      username: String(username),
      reservedUntil: Number(until),
    }))

  return {
    findNamed: async (username, now) => toAccount((await ask(named, username, now))[0]),
    isReserved: async (username, now) => (await ask(reserved, username, now)).length > 0,
    rename: async (id, change, now) => {
      const before = toAccount((await ask(byId, id))[0])
      if (before === undefined) return undefined
      const { username, name } = applyNameChange(before, change)
      const [oldest] = (await listFormer(id, now)).filter((one) => one.username !== username)
      const full = () => tooManyFormerUsernames(oldest?.reservedUntil ?? now, now)
      await run([
        { text: lockIfSame, values: [id, before.username, before.name], orThrow: changedMeanwhile },
        { text: keepOldUsername, values: [id, username, now + reservationMs] },
        { text: setNames, values: [id, username, toEmail(username), name, toText(now)] },
        requireFree(username, id, now),
        { text: 'DELETE FROM "reservedUsername" WHERE "username" = $1', values: [username] },
        { text: hasFewFormer, values: [id, now, maxFormerUsernames], orThrow: full },
      ]).catch((error: unknown) => {
        throw isUniqueViolation(error) ? usernameTaken(error) : error
      })
      return { ...before, username, name }
    },
    deleteAccount: async (id, now) => {
      await run([
        { text: `${lock} WHERE "id" = $1`, values: [id] },
        { text: keepDeletedUsername, values: [id, now + reservationMs] },
        { text: 'DELETE FROM "user" WHERE "id" = $1', values: [id] },
      ])
    },
    deleteExpiredReservations: async (now) => {
      await ask('DELETE FROM "reservedUsername" WHERE "until" <= $1', now)
    },
    findHistory: async (id, now) => {
      const [row] = await ask('SELECT "createdAt" FROM "user" WHERE "id" = $1', id)
      if (row === undefined) return undefined
      return {
        createdAt: toTime(row.createdAt),
        formerUsernames: await listFormer(id, now),
        invites: (await ask(invitesOf, id)).map(toInvite),
        links: (await ask(linksOf, id)).map(toLink),
      }
    },
    listSessions: async (token, now) =>
      (await ask(sessionsBeside, token, toText(now))).map((row) => ({
        id: String(row.id),
        device: String(row.userAgent ?? ''),
        createdAt: toTime(row.createdAt),
        lastUsedAt: toTime(row.updatedAt),
        isCurrent: Boolean(row.isCurrent),
      })),
    endSession: async (token, id) => (await ask(endBeside, token, id)).length > 0,
  }
}

/**
 * Throws if a username is reserved for anyone but the user. It must follow the statement that gives the username to the
 * user. The unique index makes that statement wait for other transactions, whose reservations are visible afterwards.
 */
export const requireFree = (username: string, userId: string, now: number): Statement => ({
  text: isFree,
  values: [username, userId, now],
  orThrow: () => usernameTaken(),
})

// In PostgreSQL, an update locks the row until the end of the transaction. SQLite locks the whole database anyway.
const lock = 'UPDATE "user" SET "updatedAt" = "updatedAt"'

const lockIfSame = `${lock} WHERE "id" = $1 AND "username" = $2 AND "name" = $3 RETURNING "id"`

const changedMeanwhile = () =>
  new DomainError('BUSY', 'Your account was changed at the same moment: try again', {
    retryAfterSeconds: 1,
  })

const account = `SELECT "id", "username", "name", ${isBlocked('"id"')} AS "isBlocked" FROM "user"`

const byId = `${account} WHERE "id" = $1`

const named = `
  ${account} WHERE "username" = $1 OR "id" =
    (SELECT "userId" FROM "reservedUsername" WHERE "username" = $1 AND "until" > $2)`

const reserved = 'SELECT 1 FROM "reservedUsername" WHERE "username" = $1 AND "until" > $2'

const former = `
  SELECT "username", "until" FROM "reservedUsername" WHERE "userId" = $1 AND "until" > $2
  ORDER BY "until"`

const orReplace = `
  ON CONFLICT ("username") DO UPDATE SET "userId" = excluded."userId", "until" = excluded."until"`

const keepOldUsername = `
  INSERT INTO "reservedUsername" ("username", "userId", "until")
  SELECT "username", "id", cast($3 AS bigint) FROM "user" WHERE "id" = $1 AND "username" <> $2
  ${orReplace}`

const keepDeletedUsername = `
  INSERT INTO "reservedUsername" ("username", "userId", "until")
  SELECT "username", NULL, cast($2 AS bigint) FROM "user" WHERE "id" = $1 AND "username" IS NOT NULL
  ${orReplace}`

const setNames = `
  UPDATE "user" SET "username" = $2, "email" = $3, "name" = $4, "updatedAt" = $5 WHERE "id" = $1`

const isFree = `
  SELECT 1 WHERE NOT EXISTS (
    SELECT 1 FROM "reservedUsername"
    WHERE "username" = $1 AND "until" > $3 AND ("userId" IS NULL OR "userId" <> $2))`

const hasFewFormer = `
  SELECT 1 WHERE
    (SELECT count(*) FROM "reservedUsername" WHERE "userId" = $1 AND "until" > $2) <= $3`

const sessionsBeside = `
  SELECT "other"."id", "other"."userAgent", "other"."createdAt", "other"."updatedAt",
    "other"."token" = "own"."token" AS "isCurrent"
  FROM "session" AS "own" JOIN "session" AS "other" ON "other"."userId" = "own"."userId"
  WHERE "own"."token" = $1 AND "other"."expiresAt" > $2 ORDER BY "other"."updatedAt" DESC`

const endBeside = `
  DELETE FROM "session" WHERE "id" = $2
    AND "userId" = (SELECT "userId" FROM "session" WHERE "token" = $1) RETURNING "id"`

const toAccount = (row: Row | undefined) =>
  row && {
    id: String(row.id),
    username: String(row.username),
    name: String(row.name),
    isBlocked: Boolean(row.isBlocked),
  }

const invitesOf = `
  SELECT "createdAt", "expiresAt", "uses", "usesLeft" FROM "invite" WHERE "createdBy" = $1
  ORDER BY "createdAt"`

const linksOf = `
  SELECT "providerId", "accountId", "createdAt" FROM "account"
  WHERE "userId" = $1 AND "providerId" LIKE '${linkPrefix}%' ORDER BY "createdAt"`

const toLink = ({ providerId, accountId, createdAt }: Row) => ({
  issuer: String(providerId).slice(linkPrefix.length),
  subject: String(accountId),
  linkedAt: toTime(createdAt),
})

const toInvite = ({ createdAt, expiresAt, uses, usesLeft }: Row) => ({
  createdAt: Number(createdAt),
  expiresAt: Number(expiresAt),
  uses: Number(uses),
  usesLeft: Number(usesLeft),
})

const toText = (time: number) => new Date(time).toISOString()

// PostgreSQL returns a Date, and SQLite a text.
const toTime = (value: unknown) =>
  value instanceof Date ? value.getTime() : Date.parse(String(value))
