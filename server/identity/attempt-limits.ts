import { DomainError } from '../domain-error.ts'

/** Port: counts attempts per key; shared by all replicas when there is a shared store. */
export interface AttemptCounter {
  /** Counts one more; gives the seconds to wait when that is too many, else `undefined`. */
  count(key: string): Promise<number | undefined>
  /** Takes one back. */
  forgive(key: string): Promise<void>
  forget(key: string): Promise<void>
}

export interface AttemptLimits {
  /**
   * Counts an attempt before it is made, so that attempts at the same time cannot slip through.
   * @throws DomainError `TOO_MANY_ATTEMPTS`
   */
  begin(address: string, username: string): Promise<void>
  /** The attempt was right: it costs nothing, and the name starts afresh. */
  succeed(address: string, username: string): Promise<void>
}

interface Counters {
  perAddress: AttemptCounter
  perName: AttemptCounter
}

/** Limits guesses of passwords per address and per name; whether the name exists plays no part. */
export const createAttemptLimits = ({ perAddress, perName }: Counters): AttemptLimits => ({
  begin: async (address, username) => {
    // Not at once: an address that is refused must not lock names, nor fill the memory with them.
    await countAttempt(perAddress, address)
    await countAttempt(perName, username)
  },
  succeed: async (address, username) => {
    await Promise.all([perAddress.forgive(address), perName.forget(username)])
  },
})

/** @throws DomainError `TOO_MANY_ATTEMPTS` */
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
