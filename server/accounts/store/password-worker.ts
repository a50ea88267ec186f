import { scryptSync } from 'node:crypto'
import { answerMessages } from '../../adapters/threads/thread.ts'

// The parameters of better-auth. Stored hashes need exactly these.
const cost = { N: 16_384, r: 16, p: 1 }
const options = { ...cost, maxmem: 2 * 128 * cost.N * cost.r }

const handlers = {
  toKey: ({ password, salt }: { password: string; salt: string }) =>
    scryptSync(password.normalize('NFKC'), salt, 64, options).toString('hex'),
}

export type PasswordHandlers = typeof handlers

answerMessages(handlers)
