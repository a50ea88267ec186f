import { randomBytes } from 'node:crypto'
import { hourMs } from '../../../shared/days.ts'
import { askWith, type Row, type RunStatements } from '../../database/statements.ts'
import { isBlocked } from '../../database/tables.ts'
import { type KeyScope, keyScopes, type ReadKeys } from '../../identity/read-keys.ts'
import { digestOf, makeId } from './session-secret.ts'

/** A key as its owner sees it. `id` is not the key. Times are in milliseconds since 1970. */
export type OwnKey = ReturnType<typeof toOwnKey>

export type KeyStore = ReturnType<typeof createReadKeys>

export const maxKeys = 50
// By its beginning, programs that look for secrets in logs and repositories recognize a key.
const prefix = 'fresco_'
const recordAfterMs = hourMs

/** The read keys of this server. Only a hash of each key is stored. No function caches anything, so a key ends at once. */
export const createReadKeys = (run: RunStatements, clock = Date.now) => {
  const ask = askWith(run)
  return {
    /** Returns the key, or `undefined` if the user has 50 keys already. */
    create: async (userId: string, name: string, scope: KeyScope): Promise<string | undefined> => {
      const key = prefix + makeId()
      const id = randomBytes(4).toString('hex')
      const made = await ask(insert, id, userId, name, scope, digestOf(key), clock(), maxKeys)
      return made.length > 0 ? key : undefined
    },
    find: async (key) => {
      if (!key.startsWith(prefix)) return undefined
      const keyHash = digestOf(key)
      const [[row] = []] = await run([{ text: select, values: [keyHash], isCached: true }])
      if (row === undefined) return undefined
      const now = clock()
      // While the database is read-only, the key stays valid and its last use is not recorded.
      if (now - Number(row.lastUsedAt ?? 0) > recordAfterMs)
        await ask(recordUse, keyHash, now).catch(() => undefined)
      return { userId: String(row.userId), scope: toScope(row) }
    },
    list: async (userId: string) =>
      (await ask(`${selectOwn} WHERE "userId" = $1 ${newestFirst}`, userId)).map(toOwnKey),
    /** Returns `false` if the user has no key with this id. */
    end: async (userId: string, id: string) => (await ask(end, userId, id)).length > 0,
  } satisfies ReadKeys & Record<string, unknown>
}

const insert = `
  INSERT INTO "readKey" ("id", "userId", "name", "scope", "keyHash", "createdAt")
  SELECT $1, $2, $3, $4, $5, CAST($6 AS bigint) WHERE (SELECT count(*) FROM "readKey" WHERE "userId" = $2) < $7
  RETURNING "id"`

const select = `
  SELECT "userId", "scope", "lastUsedAt" FROM "readKey"
  WHERE "keyHash" = $1 AND NOT ${isBlocked('"readKey"."userId"')}`

const recordUse = 'UPDATE "readKey" SET "lastUsedAt" = $2 WHERE "keyHash" = $1'
const selectOwn = 'SELECT "id", "name", "scope", "createdAt", "lastUsedAt" FROM "readKey"'
const newestFirst = 'ORDER BY "createdAt" DESC'
const end = 'DELETE FROM "readKey" WHERE "userId" = $1 AND "id" = $2 RETURNING "id"'

const toScope = (row: Row): KeyScope => keyScopes.find((scope) => scope === row.scope) ?? 'share'

const toOwnKey = (row: Row) => ({
  id: String(row.id),
  name: String(row.name),
  scope: toScope(row),
  createdAt: Number(row.createdAt),
  lastUsedAt: row.lastUsedAt === null ? undefined : Number(row.lastUsedAt),
})
