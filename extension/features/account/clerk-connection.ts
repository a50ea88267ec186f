import type { ClerkConnection } from '../../platform/clerk-client.ts'
import type { ClerkFlows } from '../../platform/clerk-flows.ts'
import { withDeadline } from '../../platform/with-deadline.ts'
import { ACCOUNT_DEADLINE_MS } from './account.ts'
import { toClerkError } from './clerk-problem.ts'

export type KeptConnection = {
  /** Runs `work` with the one client, within the deadline. Throws an `AccountError`. */
  ask<T>(work: (clerk: ClerkFlows) => Promise<T>): Promise<T>
  /** Gives the client up; the next call makes a new one. */
  drop(): void
}

/**
 * Keeps one client of Clerk (each new one costs two requests), and gives it up as soon as there is no
 * answer: left alone, Clerk's client goes on trying for minutes.
 */
export const keepConnection = (
  connect: () => ClerkConnection,
  deadlineMs = ACCOUNT_DEADLINE_MS,
): KeptConnection => {
  let kept: ClerkConnection | undefined
  const drop = () => {
    kept?.abandon()
    kept = undefined
  }
  return {
    drop,
    ask: async (work) => {
      kept ??= connect()
      const mine = kept
      try {
        return await withDeadline(mine.flows.then(work), deadlineMs)
      } catch (cause) {
        const error = toClerkError(cause)
        // Another call may have replaced it meanwhile.
        if (error.problem.code === 'unreachable' && kept === mine) drop()
        throw error
      }
    },
  }
}
