/**
 * Port: runs `work` while nobody else, on this server or another, runs any for the same user.
 * Throws DomainError `BUSY` when its turn does not come in time.
 */
export type UserLock = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/** For one replica: the coalescer already runs one batch of a user at a time. */
export const noLock: UserLock = (_, work) => work()
