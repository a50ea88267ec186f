import type { Profile } from './identity-provider.ts'

/** A fresh session: its token works as a bearer token and as the value of the session cookie. */
export interface SignedInUser {
  token: string
  profile: Profile
}

/** Port: accounts that this server keeps itself. */
export interface LocalAccounts {
  /**
   * Makes an account and signs it in; `username` is lower-case and valid.
   * @throws DomainError `USERNAME_TAKEN`
   */
  signUp(account: { username: string; password: string; name: string }): Promise<SignedInUser>
  /** `undefined` when there is no such user or the password is wrong: both take the same time. */
  signIn(credentials: { username: string; password: string }): Promise<SignedInUser | undefined>
  /** Ends the session of a request, at once and on every replica; none is fine. */
  signOut(request: Request): Promise<void>
  /**
   * Gives the account of a request, which carries a session, another password, and ends all its other
   * sessions; `false` when the password is wrong. The new one is 8 to 128 characters long.
   */
  changePassword(
    request: Request,
    passwords: { password: string; newPassword: string },
  ): Promise<boolean>
  /** Deletes the account of a request with all it has; `false` when the password is wrong. */
  deleteAccount(request: Request, password: string): Promise<boolean>
}
