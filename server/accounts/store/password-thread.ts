import { randomBytes, timingSafeEqual } from 'node:crypto'
import { startThread, type Thread } from '../../adapters/threads/thread.ts'
import type { PasswordHashing } from './accounts.ts'
import type { PasswordHandlers } from './password-worker.ts'

/**
 * Hashes passwords one at a time in a thread of its own, in the format of better-auth. In Node's thread
 * pool, eight sign-ins at once raised the median time of a picture from 3 ms to 822 ms.
 */
export const createPasswordThread = (): PasswordHashing => {
  let started: Thread<PasswordHandlers> | undefined
  const runningThread = () => {
    if (started?.isRunning()) return started
    started = startThread(new URL('./password-worker.ts', import.meta.url))
    started.unref()
    return started
  }
  const toKey = async (password: string, salt: string): Promise<string> => {
    try {
      return await runningThread().ask('toKey', { password, salt })
    } catch (cause) {
      throw new Error('A password could not be hashed', { cause })
    }
  }

  return {
    hash: async (password) => {
      const salt = randomBytes(16).toString('hex')
      return `${salt}:${await toKey(password, salt)}`
    },
    verify: async ({ hash, password }) => {
      const [salt = '', expected = ''] = hash.split(':')
      const key = await toKey(password, salt)
      return (
        key.length === expected.length && timingSafeEqual(Buffer.from(key), Buffer.from(expected))
      )
    },
  }
}
