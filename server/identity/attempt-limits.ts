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

export interface AttemptLimits {
  /**
   * Counts an attempt before the password is checked, so that somebody who sends many guesses at once cannot avoid
   * the limit.
   * @throws DomainError `TOO_MANY_ATTEMPTS`
   */
  begin(address: string, username: string): Promise<void>
  succeed(address: string, username: string): Promise<void>
}

interface Counters {
  /** Counts all sign-ins from a network address. Right passwords count too, because each costs a hash and a session. */
  allFromAddress: AttemptCounter
  perAddress: AttemptCounter
  perName: AttemptCounter
}

export const createAttemptLimits = ({
  allFromAddress,
  perAddress,
  perName,
}: Counters): AttemptLimits => ({
  begin: async (address, username) => {
    // The limits for the network address are checked first. A blocked address must not lock any username, or fill the
    // memory with made-up usernames.
    await countAttempt(allFromAddress, address)
    await countAttempt(perAddress, address)
    await countAttempt(perName, username)
  },
  succeed: async (address, username) => {
    await Promise.all([perAddress.forgive(address), perName.forget(username)])
  },
})

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
