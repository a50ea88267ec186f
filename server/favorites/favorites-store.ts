export interface FavoriteChange {
  action: 'add' | 'remove'
  id: string
}

/** Returns whether a client still waits for the answer to its request. */
export type IsAwaited = () => boolean

/**
 * Port: the favorites of every user, in the order in which they were added, each id once.
 * Changes are atomic: parallel changes on any number of servers never overwrite one another.
 *
 * Every function throws DomainError `UNAUTHORIZED` when the user does not exist, `BUSY` when a retry
 * may help, and another error when it cannot. `replace` and `change` throw `FAVORITES_FULL` when the
 * list would exceed the limit.
 *
 * A change that nobody awaits when its turn comes is not made and throws `BUSY`. Its client may have sent another
 * change since then, which this one would undo.
 */
export interface FavoritesStore {
  waiting?: () => number
  list(userId: string): Promise<readonly string[]>
  replace(userId: string, ids: readonly string[], isAwaited?: IsAwaited): Promise<readonly string[]>
  change(userId: string, change: FavoriteChange, isAwaited?: IsAwaited): Promise<readonly string[]>
}

/**
 * Port: runs `work` while no other work runs for the same user, on this server or on another replica. Throws
 * DomainError `BUSY` when it has to wait too long.
 */
export type UserLock = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/** A lock that never waits. One server needs no other, because it runs one batch at a time for each user. */
export const noLock: UserLock = (_, work) => work()
