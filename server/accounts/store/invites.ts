import { randomBytes } from 'node:crypto'
import { dayMs } from '../../../shared/days.ts'
import { askWith, type Row, type RunStatements, type Statement } from '../../database/statements.ts'
import { isBlocked } from '../../database/tables.ts'
import { DomainError } from '../../domain-error.ts'
import { digestOf } from './session-secret.ts'

export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Times are in milliseconds since 1970. */
export type Invite = ReturnType<typeof toInvite>

interface InviteWish {
  days: number
  uses: number
  createdBy?: string
}

export const inviteLimits = { days: 365, uses: 1000 } as const

export type Invites = ReturnType<typeof createInvites>

const codeBytes = 16

/**
 * Invites of this server. Only a hash of each code is stored. An invite counts only while the administrator who made it is
 * an administrator and is not blocked.
 */
export const createInvites = (run: RunStatements) => {
  const ask = askWith(run)
  return {
    create: async ({ days, uses, createdBy }: InviteWish): Promise<Invite & { code: string }> => {
      const code = randomBytes(codeBytes).toString('base64url')
      const id = randomBytes(4).toString('hex')
      const now = Date.now()
      const expiresAt = now + Math.round(days * dayMs)
      await ask(insert, id, digestOf(code), now, expiresAt, uses, createdBy ?? null)
      const [made] = await ask(`${select} WHERE "invite"."id" = $1`, id)
      return { ...toInvite(made ?? {}), code }
    },
    find: async (code: string): Promise<Invite | undefined> => {
      const [row] = await ask(`${select} WHERE "codeHash" = $1 AND ${counts}`, digestOf(code))
      return row && toInvite(row)
    },
    list: async () => (await ask(`${select} ORDER BY "invite"."createdAt"`)).map(toInvite),
    /** Returns `false` when there is no invite with this id. */
    revoke: async (id: string) =>
      (await ask('DELETE FROM "invite" WHERE "id" = $1 RETURNING "id"', id)).length > 0,
    isAdministrator: async (userId: string) =>
      (await ask('SELECT 1 FROM "administrator" WHERE "userId" = $1', userId)).length > 0,
  }
}

/** Counts one use of an invite. Throws when the invite expired or was used up or revoked in the meantime. */
export const useInvite = (id: string): Statement => ({
  text: `UPDATE "invite" SET "usesLeft" = "usesLeft" - 1
    WHERE "id" = $1 AND "usesLeft" > 0 AND "expiresAt" > $2 AND ${counts} RETURNING "id"`,
  values: [id, Date.now()],
  orThrow: usedUp,
})

const counts = `("invite"."createdBy" IS NULL OR (NOT ${isBlocked('"invite"."createdBy"')} AND EXISTS
  (SELECT 1 FROM "administrator" WHERE "administrator"."userId" = "invite"."createdBy")))`

const insert = `
  INSERT INTO "invite" ("id", "codeHash", "createdAt", "expiresAt", "uses", "usesLeft", "createdBy")
  VALUES ($1, $2, $3, $4, $5, $5, $6)`

const select = `
  SELECT "invite"."id", "invite"."createdAt", "expiresAt", "uses", "usesLeft", "user"."username"
  FROM "invite" LEFT JOIN "user" ON "user"."id" = "invite"."createdBy"`

// PostgreSQL returns large numbers as text.
export const toOwnInvite = ({ createdAt, expiresAt, uses, usesLeft }: Row) => ({
  createdAt: Number(createdAt),
  expiresAt: Number(expiresAt),
  uses: Number(uses),
  usesLeft: Number(usesLeft),
})

const toInvite = ({ id, username, ...row }: Row) => ({
  /** Identifies the invite in lists. It is not the secret code in the invite's link. */
  id: String(id),
  ...toOwnInvite(row),
  /** The username of the administrator who made it. `undefined` when the operator made it. */
  createdBy: typeof username === 'string' ? username : undefined,
})

export interface SignUpPolicy {
  mode: SignUpMode
  invites: Invites
}

/**
 * Returns the invite that a sign-up uses, if it needs one. Runs before anything else about the sign-up is checked, so
 * that nobody without an invite can find out which usernames are taken.
 * @throws DomainError `SIGN_UP_REFUSED`
 */
export const admit = async (
  { mode, invites }: SignUpPolicy,
  code: string | undefined,
): Promise<Invite | undefined> => {
  if (mode === 'open') return undefined
  if (mode === 'closed') throw refused('Nobody can create an account on this server')
  if (!code) throw refused('You need an invite to create an account: ask the operator for one')
  const invite = await invites.find(code)
  if (invite === undefined)
    throw refused('This invite does not exist: check the link, or ask for a new one')
  if (invite.expiresAt <= Date.now()) throw refused('This invite has expired: ask for a new one')
  if (invite.usesLeft <= 0) throw usedUp()
  return invite
}

const usedUp = () => refused('This invite has already been used: ask for a new one')

const refused = (text: string) => new DomainError('SIGN_UP_REFUSED', text)

export const toInviteLink = (publicUrl: string, code: string): string =>
  `${publicUrl}/account?invite=${encodeURIComponent(code)}`
