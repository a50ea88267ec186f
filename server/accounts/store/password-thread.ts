import { startThread, type Thread } from '../../adapters/threads/thread.ts'
import type { PasswordHashing } from './accounts.ts'
import type { PasswordHandlers } from './password-worker.ts'

/**
 * Hashes passwords one at a time in a thread of its own. In Node's thread pool, eight sign-ins at once raised the median
 * time of a picture from 3 ms to 822 ms.
 */
export const createPasswordThread = (): PasswordHashing => {
  let started: Thread<PasswordHandlers> | undefined
  const runningThread = () => {
    if (started?.isRunning()) return started
    started = startThread(new URL('./password-worker.ts', import.meta.url))
    started.unref()
    return started
  }
  // The error of the thread would say that the catalogue is not available.
  const fail = (cause: unknown) => {
    throw new Error('A password could not be hashed', { cause })
  }

  return {
    hash: (password) => runningThread().ask('hash', password).catch(fail),
    verify: (given) => runningThread().ask('verify', given).catch(fail),
  }
}
