import { DomainError } from '../domain-error.ts'

/** Port: counts attempts per key. With Redis, all replicas share the counts. */
export interface AttemptCounter {
  /** Counts one attempt. Returns the seconds to wait when there were too many, else `undefined`. */
  count(key: string): Promise<number | undefined>
  forgive(key: string): Promise<void>
  forget(key: string): Promise<void>
}

export interface AttemptLimits {
  /**
   * Counts an attempt before the password is checked, so that parallel guesses cannot slip through.
   * @throws DomainError `TOO_MANY_ATTEMPTS`
   */
  begin(address: string, username: string): Promise<void>
  succeed(address: string, username: string): Promise<void>
}

interface Counters {
  perAddress: AttemptCounter
  perName: AttemptCounter
}

export const createAttemptLimits = ({ perAddress, perName }: Counters): AttemptLimits => ({
  begin: async (address, username) => {
    // One after the other: a blocked address must not lock usernames or fill the memory with them.
    await countAttempt(perAddress, address)
    await countAttempt(perName, username)
  },
  succeed: async (address, username) => {
    await Promise.all([perAddress.forgive(address), perName.forget(username)])
  },
})

export const countAttempt = async (counter: AttemptCounter, key: string): Promise<void> => {
  const wait = await counter.count(key)
  if (wait !== undefined) throw tooMany(wait)
}

const tooMany = (seconds: number) =>
  new DomainError(
    'TOO_MANY_ATTEMPTS',
    `Too many attempts: try again in ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}`,
    { retryAfterSeconds: seconds },
  )
