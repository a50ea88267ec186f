import type { Account, NameChange, SignedInUser } from './local-accounts.ts'

/** A person at an OpenID Connect provider. Only `issuer` and `subject` together say who it is. */
export interface OidcPerson {
  issuer: string
  subject: string
}

/** Wishes for a new account. */
export interface OidcNames {
  username?: string | undefined
  name?: string | undefined
}

export interface FoundPerson extends OidcPerson {
  /**
   * Asks the provider for the names, unless it has sent them already.
   * @throws OidcError
   */
  findNames(): Promise<OidcNames>
}

/** What the provider's answer is checked against. It is secret, and only the browser that started may have it. */
export interface OidcAttempt {
  state: string
  nonce: string
  verifier: string
}

/**
 * Port: signs people in at an OpenID Connect provider, with the authorization code flow and PKCE (RFC 7636). With
 * `again`, the provider asks for the password even if the person is signed in there.
 */
export interface OidcProvider {
  /**
   * Returns the address that the browser opens.
   * @throws OidcError `away`
   */
  begin(options: { again: boolean }): Promise<{ url: string; attempt: OidcAttempt }>
  /**
   * Checks the parameters with which the provider sent the browser back.
   * @throws OidcError
   */
  finish(
    parameters: URLSearchParams,
    attempt: OidcAttempt,
    options: { again: boolean },
  ): Promise<FoundPerson>
}

/**
 * Why a sign-in at a provider failed. `expired`: the browser did not start it, or too long ago. `used`: the provider
 * no longer accepts its code. `issuer`: somebody else answered. `clock`: the clocks differ. `undated`: the provider does
 * not say when the person signed in. `setup`: the settings of this server or of the provider are wrong.
 */
export type OidcProblem =
  | 'denied'
  | 'expired'
  | 'used'
  | 'issuer'
  | 'clock'
  | 'undated'
  | 'setup'
  | 'away'

export class OidcError extends Error {
  override name = 'OidcError'
  problem: OidcProblem

  constructor(problem: OidcProblem, options?: ErrorOptions) {
    super(`Sign-in at the provider failed: ${problem}`, options)
    this.problem = problem
  }
}

export interface SignInWays {
  hasPassword: boolean
  /** True if the account is linked to the provider of the settings. */
  isLinked: boolean
}

/** Port: accounts that sign in at a provider. Its functions do not check who asks. */
export interface LinkedAccounts {
  findUser(person: OidcPerson): Promise<string | undefined>
  /**
   * Starts a session. Returns `undefined` when no account is linked to the person.
   * @throws DomainError `ACCOUNT_BLOCKED`
   */
  signIn(person: OidcPerson, device: string): Promise<SignedInUser | undefined>
  /**
   * Creates an account without a password, with the first free username of `usernamesFor`, and uses the invite once.
   * @throws DomainError `SIGN_UP_REFUSED` when others have used up the invite in the meantime
   */
  signUp(
    person: OidcPerson,
    wish: { names: OidcNames; device: string; inviteId: string | undefined },
  ): Promise<SignedInUser>
  /** @throws DomainError `LINK_TAKEN` when the person or the account is already linked */
  link(userId: string, person: OidcPerson): Promise<void>
  /** Removes the link, and returns `false` when the account has no password. */
  unlink(userId: string): Promise<boolean>
  findWays(userId: string): Promise<SignInWays>
  /** Gives a password to an account that has none. Returns `false` if it has one. */
  setPassword(userId: string, password: string): Promise<boolean>
  /** Like the functions of `LocalAccounts`, for people who confirmed at the provider that it is them. */
  changeName(userId: string, change: NameChange): Promise<Account | undefined>
  deleteAccount(userId: string): Promise<void>
}
