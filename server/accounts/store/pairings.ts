import { randomInt } from 'node:crypto'
import { askWith } from '../../database/statements.ts'
import type { Credentials } from '../../identity/identity-provider.ts'
import { digestOf, generateSecret } from './session-secret.ts'
import {
  createStartSession,
  readSessionKey,
  type SessionDeps,
  type SignedInUser,
} from './sessions.ts'

const lifeMs = 600_000

// Letters that are hard to confuse, and that form no words (RFC 8628 §6.1).
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8

export type Pairings = ReturnType<typeof createPairings>

/**
 * Signs in an extension by way of a page of this server, as in RFC 8628. The extension begins, a person who is signed in
 * types its code on the page, and the extension gets a session of its own. Codes live for ten minutes.
 */
export const createPairings = (deps: SessionDeps) => {
  const { run, clock = Date.now } = deps
  const ask = askWith(run)
  const startSession = createStartSession(deps)

  return {
    /** `deviceCode` is the secret with which the extension asks whether it is signed in. A person types `userCode`. */
    begin: async (device: string) => {
      const deviceCode = generateSecret()
      const userCode = makeUserCode()
      await ask(insert, digestOf(deviceCode), toStored(userCode), device, clock() + lifeMs)
      return { deviceCode, userCode, expiresInSeconds: lifeMs / 1000 }
    },
    /**
     * Confirms a pairing in the session of `credentials`. If that session ends before `finish`, the pairing is deleted.
     * `code` may contain lowercase letters and spaces, and the hyphen is optional. Returns the browser and system of the
     * extension in words, or `undefined` when no pairing waits with this code.
     */
    confirm: async (code: string, credentials: Credentials): Promise<string | undefined> => {
      const [row] = await ask(confirm, toStored(code), clock(), readSessionKey(credentials, deps))
      return row && String(row.device)
    },
    /**
     * Starts the session once. `gone` means that the pairing is unknown or over, or that the session that confirmed it
     * has ended.
     * @throws DomainError `ACCOUNT_BLOCKED`
     */
    finish: async (deviceCode: string): Promise<SignedInUser | 'waiting' | 'gone'> => {
      const codeHash = digestOf(deviceCode)
      const [pairing] = await ask(find, codeHash, clock())
      if (pairing === undefined) return 'gone'
      if (pairing.userId === null) return 'waiting'
      const claim = { text: finish, values: [codeHash] }
      return (await startSession(String(pairing.userId), String(pairing.device), claim)) ?? 'gone'
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

const makeUserCode = () =>
  toShown(Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join(''))

const toStored = (code: string) => code.toUpperCase().replace(/[^A-Z]/g, '')

const toShown = (stored: string) => `${stored.slice(0, 4)}-${stored.slice(4)}`
