import { dayMs } from '../../shared/days.ts'
import { DomainError } from '../domain-error.ts'
import { inWords } from '../identity/attempt-limits.ts'
import type { Credentials, Profile } from '../identity/identity-provider.ts'

export const reservationMs = 30 * dayMs
export const maxFormerUsernames = 3

/** A user with a new session. The session's token works as a bearer token and as the value of the session cookie. */
export interface SignedInUser {
  token: string
  profile: Profile
  /** When the session ends if it is not used, in milliseconds since 1970. */
  expiresAt: number
}

/**
 * Port: accounts of this server. Usernames must be valid and in lower case, and new passwords must have
 * 8 to 128 characters. `changePassword` ends all other sessions of the user, and `deleteAccount` also
 * deletes the favorites. Both return `false` when `password` is wrong.
 * Functions that hash a password throw DomainError `BUSY` when too many others are waiting.
 */
export interface LocalAccounts {
  /** Loads what the first sign-in needs, unless there are no accounts yet. Called once, before the server is ready. */
  prepare(): Promise<void>
  /**
   * Creates an account, uses the invite once, and signs the user in. `device` is the text that the list of sessions
   * shows.
   * @throws DomainError `USERNAME_TAKEN`, also while the username is reserved, or `SIGN_UP_REFUSED` when others have
   * used up the invite in the meantime
   */
  signUp(account: NewAccount): Promise<SignedInUser>
  /**
   * Signs a user in. Returns `undefined` when the user does not exist or the password is wrong.
   * Both cases take equally long, so that nobody can find out which usernames exist.
   * A user has at most 50 sessions. A further sign-in ends the session that was not used for the longest time.
   * @throws DomainError `ACCOUNT_BLOCKED` when the password is right but the operator has blocked the user
   */
  signIn(attempt: SignInAttempt): Promise<SignedInUser | undefined>
  checkPassword(credentials: Credentials, password: string): Promise<boolean>
  signOut(credentials: Credentials): Promise<void>
  changePassword(
    credentials: Credentials,
    passwords: { password: string; newPassword: string },
  ): Promise<boolean>
  /**
   * Deletes a user with everything that belongs to the user. The username stays reserved for 30 days, so that
   * nobody inherits links to it.
   */
  deleteAccount(credentials: Credentials, password: string): Promise<boolean>
  /**
   * Changes the username, the display name, or both. The old username leads to the user and stays reserved for 30
   * days. Returns `undefined` when `password` is wrong.
   * @throws DomainError `USERNAME_TAKEN`, or `TOO_MANY_USERNAMES` when the user already has three former usernames
   */
  changeName(
    credentials: Credentials,
    change: NameChange & { password: string },
  ): Promise<Account | undefined>
  listSessions(credentials: Credentials): Promise<readonly OwnSession[]>
  /** Returns `false` when the user has no session with this id. */
  endSession(credentials: Credentials, id: string): Promise<boolean>
  endOtherSessions(credentials: Credentials): Promise<void>
  findHistory(userId: string): Promise<AccountHistory | undefined>
}

export interface SignInAttempt {
  username: string
  password: string
  device?: string | undefined
}

export interface NewAccount extends SignInAttempt {
  name: string
  inviteId?: string | undefined
}

/** An absent `name` changes the display name only if it was the old username. */
export interface NameChange {
  username?: string | undefined
  name?: string | undefined
}

/** A session as its user sees it. `id` is not a token. Times are in milliseconds since 1970. */
export interface OwnSession {
  id: string
  device: string
  createdAt: number
  lastUsedAt: number
  isCurrent: boolean
}

export interface FormerUsername {
  username: string
  reservedUntil: number
}

/** An invite that the user made. Times are in milliseconds since 1970. */
export interface OwnInvite {
  createdAt: number
  expiresAt: number
  uses: number
  usesLeft: number
}

/** A person at an OpenID Connect provider who can sign in to the account. */
export interface OwnLink {
  issuer: string
  subject: string
  linkedAt: number
}

export interface AccountHistory {
  createdAt: number
  formerUsernames: readonly FormerUsername[]
  invites: readonly OwnInvite[]
  links: readonly OwnLink[]
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
  /** Returns `undefined` if the session is unknown, or if an administrator has blocked its user. */
  findSession(token: string): Promise<Session | undefined>
  extendSession(token: string, times: { updatedAt: number; expiresAt: number }): Promise<void>
  deleteSession(token: string): Promise<void>
  deleteOtherSessions(userId: string, token: string): Promise<void>
  /** Deletes all sessions of a user except the `keep` sessions that were used most recently. */
  deleteOldestSessions(userId: string, keep: number): Promise<void>
  deleteExpiredSessions(before: number): Promise<void>
  findAccount(by: { username: string } | { id: string }): Promise<Account | undefined>
  /** Finds the account that has the username, or gave it up less than 30 days before `now`. */
  findNamed(username: string, now: number): Promise<Account | undefined>
  isReserved(username: string, now: number): Promise<boolean>
  /**
   * Changes the names of an account in one transaction. Returns `undefined` when the account does not exist.
   * @throws DomainError `USERNAME_TAKEN` or `TOO_MANY_USERNAMES`
   */
  rename(id: string, change: NameChange, now: number): Promise<Account | undefined>
  /** Deletes an account with everything in it, and reserves its username. */
  deleteAccount(id: string, now: number): Promise<void>
  deleteExpiredReservations(now: number): Promise<void>
  findHistory(id: string, now: number): Promise<AccountHistory | undefined>
  /** Lists the valid sessions of the user whose session has this token, the last used first. */
  listSessions(token: string, now: number): Promise<readonly OwnSession[]>
  endSession(token: string, id: string): Promise<boolean>
}

/** Returns the names of an account after a change. */
export const applyNameChange = (
  { username, name }: Pick<Account, 'username' | 'name'>,
  change: NameChange,
) => {
  const next = change.username ?? username
  const chosenName = name === username ? '' : name
  return { username: next, name: (change.name ?? chosenName) || next }
}

export const usernameTaken = (cause?: unknown) =>
  new DomainError('USERNAME_TAKEN', 'This username is taken: choose another', { cause })

export const tooManyFormerUsernames = (oldestReservedUntil: number, now: number) => {
  const seconds = Math.ceil((oldestReservedUntil - now) / 1000)
  const text = `You already have ${maxFormerUsernames} former usernames: try again in ${inWords(seconds)}, or take one of them back`
  return new DomainError('TOO_MANY_USERNAMES', text, { retryAfterSeconds: seconds })
}
