/** The state that one id shall have; adding what is there or removing what is not changes nothing. */
export interface FavoriteChange {
  action: 'add' | 'remove'
  id: string
}

/**
 * Port: the favorites of every user, in the order in which they were added, each id once (spec §2.7).
 * Changes are atomic: whatever happens at the same time, on this server or another, none is lost.
 *
 * Every function throws DomainError `UNAUTHORIZED` when the user is gone, `BUSY` when a retry
 * helps, and anything else when it does not; the writing ones `FAVORITES_FULL` past the limit.
 */
export interface FavoritesStore {
  /** Users whose changes wait or are being written at this moment. */
  waiting?: () => number
  list(userId: string): Promise<readonly string[]>
  /** Replaces the whole list by valid ids, of which repeats are dropped; gives the list afterwards. */
  replace(userId: string, ids: readonly string[]): Promise<readonly string[]>
  /** Gives the list after the change. */
  change(userId: string, change: FavoriteChange): Promise<readonly string[]>
}
