import type { ClerkConnection } from '../../platform/clerk/clerk-client.ts'
import type { ClerkFlows } from '../../platform/clerk/clerk-flows.ts'
import { withDeadline } from '../../remote/limits.ts'
import { accountDeadlineMs } from './account.ts'
import { toClerkError } from './clerk-problem.ts'

export interface KeptConnection {
  /**
   * Runs `work` with the one client. Both the client and the work have the deadline to answer in.
   * Throws an `AccountError`.
   */
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
  deadlineMs = accountDeadlineMs,
): KeptConnection => {
  let kept: ClerkConnection | undefined
  const drop = () => {
    kept?.abandon()
    kept = undefined
  }
  /** Unless another call has replaced it meanwhile. */
  const dropThis = (connection: ClerkConnection) => {
    if (kept === connection) drop()
  }
  const open = () => {
    const connection = connect()
    connection.flows.catch(() => dropThis(connection))
    return connection
  }
  return {
    drop,
    ask: async (work) => {
      kept ??= open()
      const mine = kept
      try {
        const clerk = await withDeadline(mine.flows, deadlineMs)
        return await withDeadline(work(clerk), deadlineMs)
      } catch (cause) {
        const error = toClerkError(cause)
        if (error.problem.code === 'unreachable') dropThis(mine)
        throw error
      }
    },
  }
}
