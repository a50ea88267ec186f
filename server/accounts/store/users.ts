import { dayMs } from '../../../shared/days.ts'
import { isUniqueViolation } from '../../database/database-failure.ts'
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
import { inWords } from '../../identity/attempt-limits.ts'
import type { Profile } from '../../identity/identity-provider.ts'
import { toOwnInvite, useInvite } from './invites.ts'
import { linkPrefix } from './passwords.ts'

const reservationMs = 30 * dayMs
export const maxFormerUsernames = 3

export type Account = NonNullable<ReturnType<typeof toAccount>>

/** An absent `name` changes the display name only if it was the old username. */
export interface NameChange {
  username?: string | undefined
  name?: string | undefined
}

export type AccountHistory = NonNullable<Awaited<ReturnType<Users['findHistory']>>>

export type Users = ReturnType<typeof createUsers>

/** The users of this server and their names. Usernames must be valid and in lower case. `now` is in milliseconds since 1970. */
export const createUsers = (run: RunStatements) => {
  const ask = askWith(run)
  const listFormer = async (id: string, now: number) =>
    (await ask(former, id, now)).map(({ username, until }) => ({
      username: String(username),
      reservedUntil: Number(until),
    }))
  const find = async (id: string) => toAccount((await ask(`${account} WHERE "id" = $1`, id))[0])

  return {
    find,
    /** Finds the user who has the username, or gave it up less than 30 days ago. */
    findNamed: async (username: string, now: number) =>
      toAccount((await ask(named, username, now))[0]),
    /**
     * Changes the username, the display name, or both. The old username leads to the user and stays reserved for 30
     * days. Returns `undefined` when the user does not exist.
     * @throws DomainError `USERNAME_TAKEN`, or `TOO_MANY_USERNAMES` when the user already has three former usernames
     */
    rename: async (id: string, change: NameChange, now: number): Promise<Account | undefined> => {
      const before = await find(id)
      if (before === undefined) return undefined
      const { username, name } = applyNameChange(before, change)
      const [oldest] = (await listFormer(id, now)).filter((one) => one.username !== username)
      const full = () => tooManyFormerUsernames(oldest?.reservedUntil ?? now, now)
      await run([
        { text: lockIfSame, values: [id, before.username, before.name], orThrow: changedMeanwhile },
        { text: keepOldUsername, values: [id, username, now + reservationMs] },
        { text: setNames, values: [id, username, name, toText(now)] },
        requireFree(username, id, now),
        { text: 'DELETE FROM "reservedUsername" WHERE "username" = $1', values: [username] },
        { text: hasFewFormer, values: [id, now, maxFormerUsernames], orThrow: full },
      ]).catch((error: unknown) => {
        throw isUniqueViolation(error) ? usernameTaken(error) : error
      })
      return { ...before, username, name }
    },
    /** Deletes a user with everything that belongs to the user. The username stays reserved for 30 days. */
    delete: async (id: string, now: number) => {
      await run([
        lockUser(id),
        { text: keepDeletedUsername, values: [id, now + reservationMs] },
        { text: 'DELETE FROM "user" WHERE "id" = $1', values: [id] },
      ])
    },
    /** Times are in milliseconds since 1970. */
    findHistory: async (id: string, now: number) => {
      const [row] = await ask('SELECT "createdAt" FROM "user" WHERE "id" = $1', id)
      if (row === undefined) return undefined
      return {
        createdAt: toTime(row.createdAt),
        formerUsernames: await listFormer(id, now),
        invites: (await ask(invitesOf, id)).map(toOwnInvite),
        /** The accounts at OpenID Connect providers with which the user can sign in. */
        links: (await ask(linksOf, id)).map(toLink),
      }
    },
  }
}

interface NewUser {
  id: string
  username: string
  name: string
  now: number
  inviteId?: string | undefined
}

/** Returns the statements that create a user. With `inviteId`, they also use the invite once. */
export const insertUser = ({ id, username, name, now, inviteId }: NewUser): Statement[] => [
  ...(inviteId === undefined ? [] : [useInvite(inviteId)]),
  {
    text: `INSERT INTO "user" ("id", "name", "createdAt", "updatedAt", "username")
      VALUES ($1, $2, $3, $3, $4)`,
    values: [id, name, toText(now), username],
  },
  requireFree(username, id, now),
]

/**
 * Throws if a username is reserved for anyone but the user. It must follow the statement that gives the username to the
 * user. The unique index makes that statement wait for other transactions, whose reservations are visible afterwards.
 */
const requireFree = (username: string, userId: string, now: number): Statement => ({
  text: isFree,
  values: [username, userId, now],
  orThrow: () => usernameTaken(),
})

// In PostgreSQL, an update locks the row until the end of the transaction. SQLite locks the whole database anyway.
const lock = 'UPDATE "user" SET "updatedAt" = "updatedAt" WHERE "id" = $1'

/**
 * Makes other transactions that begin with the same statement wait. Every transaction that starts or ends sessions of a
 * user, or changes the password, begins with it. So what its later statements check stays true until it is over.
 */
export const lockUser = (id: string): Statement => ({
  text: `${lock} RETURNING "id", "username", "name"`,
  values: [id],
})

export const toProfile = (
  { id, username, name }: Pick<Account, 'id' | 'username' | 'name'>,
  publicUrl: string,
): Profile => ({
  userId: id,
  username,
  displayName: name === '' ? username : name,
  imageUrl: `${publicUrl}/api/users/${encodeURIComponent(username)}/image`,
})

const applyNameChange = ({ username, name }: Account, change: NameChange) => {
  const next = change.username ?? username
  const chosenName = name === username ? '' : name
  return { username: next, name: (change.name ?? chosenName) || next }
}

export const usernameTaken = (cause?: unknown) =>
  new DomainError('USERNAME_TAKEN', 'This username is taken: choose another', { cause })

const tooManyFormerUsernames = (oldestReservedUntil: number, now: number) => {
  const seconds = Math.ceil((oldestReservedUntil - now) / 1000)
  const text = `You already have ${maxFormerUsernames} former usernames: try again in ${inWords(seconds)}, or take one of them back`
  return new DomainError('TOO_MANY_USERNAMES', text, { retryAfterSeconds: seconds })
}

const lockIfSame = `${lock} AND "username" = $2 AND "name" = $3 RETURNING "id"`
const changedMeanwhile = () =>
  new DomainError('BUSY', 'Your account was changed at the same moment: try again', {
    retryAfterSeconds: 1,
  })

const account = `SELECT "id", "username", "name", ${isBlocked('"id"')} AS "isBlocked" FROM "user"`

const named = `
  ${account} WHERE "username" = $1 OR "id" =
    (SELECT "userId" FROM "reservedUsername" WHERE "username" = $1 AND "until" > $2)`

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
  SELECT "username", NULL, cast($2 AS bigint) FROM "user" WHERE "id" = $1
  ${orReplace}`

const setNames = `
  UPDATE "user" SET "username" = $2, "name" = $3, "updatedAt" = $4 WHERE "id" = $1`

const isFree = `
  SELECT 1 WHERE NOT EXISTS (
    SELECT 1 FROM "reservedUsername"
    WHERE "username" = $1 AND "until" > $3 AND ("userId" IS NULL OR "userId" <> $2))`

const hasFewFormer = `
  SELECT 1 WHERE
    (SELECT count(*) FROM "reservedUsername" WHERE "userId" = $1 AND "until" > $2) <= $3`

const toAccount = (row: Row | undefined) =>
  row && {
    id: String(row.id),
    username: String(row.username),
    name: String(row.name),
    /** Set by the operator. A blocked user has no session and no public page. */
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
