import type { Credentials, Profile } from './identity-provider.ts'

/** A user with a new session. The session's token works as a bearer token and as the value of the session cookie. */
export interface SignedInUser {
  token: string
  profile: Profile
}

/**
 * Port: accounts of this server. Usernames must be valid and in lower case, and new passwords must have
 * 8 to 128 characters. `changePassword` ends all other sessions of the user, and `deleteAccount` also
 * deletes the favorites. Both return `false` when `password` is wrong.
 * Functions that hash a password throw DomainError `BUSY` when too many others are waiting.
 */
export interface LocalAccounts {
  /**
   * Creates an account and signs its user in.
   * @throws DomainError `USERNAME_TAKEN`
   */
  signUp(account: { username: string; password: string; name: string }): Promise<SignedInUser>
  /**
   * Signs a user in. Returns `undefined` when the user does not exist or the password is wrong.
   * Both cases take equally long, so that nobody can find out which usernames exist.
   * A user has at most 50 sessions. A further sign-in ends the session that was not used for the longest time.
   * @throws DomainError `ACCOUNT_BLOCKED` when the password is right but the operator has blocked the user
   */
  signIn(credentials: { username: string; password: string }): Promise<SignedInUser | undefined>
  signOut(credentials: Credentials): Promise<void>
  changePassword(
    credentials: Credentials,
    passwords: { password: string; newPassword: string },
  ): Promise<boolean>
  deleteAccount(credentials: Credentials, password: string): Promise<boolean>
}

export interface Account {
  id: string
  username: string
  name: string
  /** Set by the operator. A blocked user has no session and no public page. */
  isBlocked: boolean
}

/** A session in the database. Times are in milliseconds since 1970. */
export interface Session {
  userId: string
  expiresAt: number
  updatedAt: number
}

/** Port: the queries on the accounts database that do not go through better-auth. */
export interface AccountsDatabase {
  /** Returns `undefined` also when the user is blocked. */
  findSession(token: string): Promise<Session | undefined>
  extendSession(token: string, times: { updatedAt: number; expiresAt: number }): Promise<void>
  deleteSession(token: string): Promise<void>
  deleteOtherSessions(userId: string, token: string): Promise<void>
  /** Deletes all sessions of a user except the `keep` sessions that were used most recently. */
  deleteOldestSessions(userId: string, keep: number): Promise<void>
  deleteExpiredSessions(before: number): Promise<void>
  /** Deletes users without a password, whose sign-up was interrupted. */
  deleteUnfinished(of: { username: string } | { createdBefore: number }): Promise<void>
  findAccount(by: { username: string } | { id: string }): Promise<Account | undefined>
}

/**
 * The name of the session cookie. The prefix `__Host-` ties the cookie to exactly this host (RFC 6265bis §4.1.3.2).
 * Browsers accept the prefix only over https, so a server without https uses a name without the prefix.
 */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-fresco_session' : 'fresco_session'
