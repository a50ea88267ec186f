import { createHash, randomBytes } from 'node:crypto'
import { dayMs } from '../../../shared/days.ts'
import type { Row, RunStatements, Statement } from '../../database/statements.ts'
import { isBlocked } from '../../database/tables.ts'
import type { Invite, Invites } from '../invites.ts'

const codeBytes = 16

export const createInvites = (run: RunStatements): Invites => {
  const ask = async (statement: Statement) => (await run([statement]))[0] ?? []
  return {
    create: async ({ days, uses, createdBy }) => {
      const code = randomBytes(codeBytes).toString('base64url')
      const id = randomBytes(4).toString('hex')
      const now = Date.now()
      const expiresAt = now + Math.round(days * dayMs)
      const values = [id, digestOf(code), now, expiresAt, uses, createdBy ?? null]
      await ask({ text: insert, values })
      const [made] = await ask({ text: `${select} WHERE "invite"."id" = $1`, values: [id] })
      return { ...toInvite(made ?? {}), code }
    },
    find: async (code) => {
      const text = `${select} WHERE "codeHash" = $1 AND ${counts}`
      return (await ask({ text, values: [digestOf(code)] })).map(toInvite)[0]
    },
    list: async () =>
      (await ask({ text: `${select} ORDER BY "invite"."createdAt"` })).map(toInvite),
    revoke: async (id) => {
      const text = 'DELETE FROM "invite" WHERE "id" = $1 RETURNING "id"'
      return !id.includes('\0') && (await ask({ text, values: [id] })).length > 0
    },
    deleteExpired: async (before) => {
      await ask({ text: 'DELETE FROM "invite" WHERE "expiresAt" < $1', values: [before] })
    },
    isAdministrator: async (userId) => {
      const text = 'SELECT 1 FROM "administrator" WHERE "userId" = $1'
      return (await ask({ text, values: [userId] })).length > 0
    },
  }
}

/** Counts one use of an invite. Returns no row when the invite expired or was used up or revoked in the meantime. */
export const useInvite = (id: string): Pick<Statement, 'text' | 'values'> => ({
  text: `UPDATE "invite" SET "usesLeft" = "usesLeft" - 1
    WHERE "id" = $1 AND "usesLeft" > 0 AND "expiresAt" > $2 AND ${counts} RETURNING "id"`,
  values: [id, Date.now()],
})

const counts = `("invite"."createdBy" IS NULL OR (NOT ${isBlocked('"invite"."createdBy"')} AND EXISTS
  (SELECT 1 FROM "administrator" WHERE "administrator"."userId" = "invite"."createdBy")))`

const insert = `
  INSERT INTO "invite" ("id", "codeHash", "createdAt", "expiresAt", "uses", "usesLeft", "createdBy")
  VALUES ($1, $2, $3, $4, $5, $5, $6)`

const select = `
  SELECT "invite"."id", "invite"."createdAt", "expiresAt", "uses", "usesLeft", "user"."username"
  FROM "invite" LEFT JOIN "user" ON "user"."id" = "invite"."createdBy"`

// A code has 128 random bits, so nobody can guess it from a hash without salt.
const digestOf = (code: string) => createHash('sha256').update(code).digest('hex')

// PostgreSQL returns large numbers as text.
const toInvite = ({ id, createdAt, expiresAt, uses, usesLeft, username }: Row): Invite => ({
  id: String(id),
  createdAt: Number(createdAt),
  expiresAt: Number(expiresAt),
  uses: Number(uses),
  usesLeft: Number(usesLeft),
  createdBy: typeof username === 'string' ? username : undefined,
})
