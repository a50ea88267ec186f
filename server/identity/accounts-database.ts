export interface Account {
  id: string
  username: string
  name: string
}

export interface Session {
  userId: string
  /** Milliseconds since 1970, like the next. */
  expiresAt: number
  /** When `expiresAt` was set last. */
  updatedAt: number
}

/** Port: what is read and written in the accounts database without the accounts library. */
export interface AccountsDatabase {
  findSession(token: string): Promise<Session | undefined>
  extendSession(token: string, times: { updatedAt: number; expiresAt: number }): Promise<void>
  deleteSession(token: string): Promise<void>
  /** All sessions of a user but this one. */
  deleteOtherSessions(userId: string, token: string): Promise<void>
  deleteExpiredSessions(before: number): Promise<void>
  /** Deletes users whose sign-up ended half-way: who have no password. */
  deleteUnfinished(of: { username: string } | { createdBefore: number }): Promise<void>
  findAccount(by: { username: string } | { id: string }): Promise<Account | undefined>
}
