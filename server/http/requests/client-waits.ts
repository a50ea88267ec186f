import type { Context } from 'hono'
import { favoritesPatienceMs } from '../../../shared/favorites-api.ts'
import type { IsAwaited } from '../../favorites/favorites-store.ts'

// A write at Clerk ends within 9 s, even if Clerk does not answer.
const longestWriteMs = 10_000

/**
 * Watches whether the client of a request still waits for the answer. A proxy may hide that the client has left, so the
 * client also counts as gone when a write could end after its patience does.
 */
export const watchClient = (
  { req }: Context,
  now: () => number = () => performance.now(),
): IsAwaited => {
  const until = now() + favoritesPatienceMs - longestWriteMs
  return () => !req.raw.signal.aborted && now() < until
}
