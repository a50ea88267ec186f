import { DomainError } from '../domain-error.ts'

/**
 * Port: counts attempts to sign in or sign up per key, such as a username. With Redis, all replicas share the
 * counts. `count` returns the seconds to wait after too many attempts, otherwise `undefined`.
 */
export interface AttemptCounter {
  count(key: string): Promise<number | undefined>
  forgive(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/**
 * Counts an attempt before it is checked, so that somebody who sends many guesses at once cannot avoid the limit.
 * @throws DomainError `TOO_MANY_ATTEMPTS`
 */
export const countAttempt = async (counter: AttemptCounter, key: string): Promise<void> => {
  const wait = await counter.count(key)
  if (wait === undefined) return
  const text = `Too many attempts: try again in ${inWords(wait)}`
  throw new DomainError('TOO_MANY_ATTEMPTS', text, { retryAfterSeconds: wait })
}

export const inWords = (seconds: number) => {
  if (seconds < 90) return `${seconds} seconds`
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} minutes`
  return seconds < 129_600
    ? `${Math.ceil(seconds / 3_600)} hours`
    : `${Math.ceil(seconds / 86_400)} days`
}
