import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Row, Statement } from '../../database/statements.ts'
import type { Pairings } from '../pairings.ts'
import { readToken } from './identity.ts'
import { createStartSession, type SessionDeps } from './start-session.ts'

const lifeMs = 600_000

// Letters that are hard to confuse, and that form no words (RFC 8628 §6.1).
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8

export const createPairings = (deps: SessionDeps): Pairings => {
  const { database, run, clock = Date.now } = deps
  const startSession = createStartSession(deps)
  const ask = async (text: string, ...values: (string | number)[]): Promise<Row[]> =>
    (await run([{ text, values } satisfies Statement]))[0] ?? []

  return {
    begin: async (device) => {
      const deviceCode = randomBytes(32).toString('base64url')
      const userCode = makeUserCode()
      await ask(insert, digestOf(deviceCode), toStored(userCode), device, clock() + lifeMs)
      return { deviceCode, userCode, expiresInSeconds: lifeMs / 1000 }
    },
    confirm: async (code, credentials) => {
      const [row] = await ask(confirm, toStored(code), clock(), readToken(credentials, deps))
      return row && String(row.device)
    },
    finish: async (deviceCode) => {
      const [pairing] = await ask(find, digestOf(deviceCode), clock())
      if (pairing === undefined) return 'gone'
      if (pairing.userId === null) return 'waiting'
      const started = await startSession(String(pairing.userId), String(pairing.device))
      if (started === undefined) return 'gone'
      // The pairing is deleted last. If it is gone, another request finished it, or the session that confirmed it has
      // ended, together with all sessions that had begun by then.
      if ((await ask(finish, digestOf(deviceCode))).length > 0) return started
      await database.deleteSession(readToken({ bearer: started.token, cookie: undefined }, deps))
      return 'gone'
    },
    deleteExpired: async () => {
      await ask('DELETE FROM "pairing" WHERE "expiresAt" <= $1', clock())
    },
  }
}

const insert = `
  INSERT INTO "pairing" ("codeHash", "userCode", "device", "expiresAt") VALUES ($1, $2, $3, $4)`

const confirm = `
  UPDATE "pairing" SET "userId" = "session"."userId", "sessionId" = "session"."id"
  FROM "session" WHERE "session"."token" = $3 AND "pairing"."userCode" = $1
    AND "pairing"."expiresAt" > $2 AND "pairing"."userId" IS NULL
  RETURNING "device"`

const find = 'SELECT "userId", "device" FROM "pairing" WHERE "codeHash" = $1 AND "expiresAt" > $2'

const finish = 'DELETE FROM "pairing" WHERE "codeHash" = $1 RETURNING "codeHash"'

// A code has 256 random bits, so nobody can guess it from a hash without salt.
const digestOf = (code: string) => createHash('sha256').update(code).digest('hex')

const makeUserCode = () =>
  toShown(Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join(''))

const toStored = (code: string) => code.toUpperCase().replace(/[^A-Z]/g, '')

const toShown = (stored: string) => `${stored.slice(0, 4)}-${stored.slice(4)}`
