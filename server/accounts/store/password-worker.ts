import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { answerMessages } from '../../adapters/threads/thread.ts'

// Stored hashes need exactly these parameters.
const cost = { N: 16_384, r: 16, p: 1 }
const options = { ...cost, maxmem: 2 * 128 * cost.N * cost.r }

const toKey = (password: string, salt: string) =>
  scryptSync(password.normalize('NFKC'), salt, 64, options)

/** Returns the salt and the key, both in hexadecimal digits, with a colon between them. */
export const hashPassword = (password: string): string => {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${toKey(password, salt).toString('hex')}`
}

const handlers = {
  hash: hashPassword,
  verify: ({ hash, password }: { hash: string; password: string }): boolean => {
    const [salt = '', key = ''] = hash.split(':')
    const expected = Buffer.from(key, 'hex')
    const given = toKey(password, salt)
    return given.length === expected.length && timingSafeEqual(given, expected)
  },
}

export type PasswordHandlers = typeof handlers

answerMessages(handlers)
