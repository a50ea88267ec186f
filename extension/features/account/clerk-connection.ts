import type { ClerkClient } from '../../platform/clerk-client.ts'
import { withDeadline } from '../../platform/with-deadline.ts'
import { ACCOUNT_DEADLINE_MS } from './account.ts'
import { toClerkError } from './clerk-problem.ts'

export type ClerkConnection = {
  /** Runs `work` with the one client, within the deadline. Throws an `AccountError`. */
  ask<T>(work: (client: ClerkClient) => Promise<T>): Promise<T>
  /** Gives the client up; the next call makes a new one. */
  drop(): void
}

/**
 * Keeps one client of Clerk (each new one costs two requests), and gives it up as soon as there is no
 * answer: left alone, Clerk's client goes on trying for minutes.
 */
export const createClerkConnection = (
  connect: () => Promise<ClerkClient>,
  deadlineMs = ACCOUNT_DEADLINE_MS,
): ClerkConnection => {
  let connecting: Promise<ClerkClient> | undefined
  const drop = () => {
    const dropped = connecting
    connecting = undefined
    dropped?.then((client) => client.abandon()).catch(() => {})
  }
  return {
    drop,
    ask: async (work) => {
      connecting ??= connect()
      const mine = connecting
      try {
        return await withDeadline(mine.then(work), deadlineMs)
      } catch (cause) {
        const error = toClerkError(cause)
        // Another call may have replaced it meanwhile.
        if (error.problem.code === 'unreachable' && connecting === mine) drop()
        throw error
      }
    },
  }
}
