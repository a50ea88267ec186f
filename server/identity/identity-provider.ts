/**
 * `bearer` is the token of an `Authorization: Bearer` header, or empty when that header holds no
 * readable token. `cookie` is the whole `Cookie` header.
 */
export interface Credentials {
  bearer: string | undefined
  cookie: string | undefined
}

export interface Identity {
  userId: string
  /** Browsers send cookies on their own, so a request with a cookie must also pass the origin check. */
  carrier: 'bearer' | 'cookie'
}

export interface Profile {
  userId: string
  username: string
  /** The first name, or the username when there is none (spec §2.8). */
  displayName: string
  imageUrl: string
}

export type OwnProfile = Omit<Profile, 'username'> & { username: string | undefined }

/**
 * Port: finds out who a user is (local accounts or Clerk).
 * Every function throws DomainError `BUSY` when a retry may help, and another error when it cannot.
 */
export interface IdentityProvider {
  /**
   * Returns `undefined` when there is no session or the session is not valid.
   * A bearer token always wins: with an invalid one, the cookie is not tried.
   */
  identify(credentials: Credentials): Promise<Identity | undefined>
  findProfile(username: string): Promise<Profile | undefined>
  findOwnProfile(userId: string): Promise<OwnProfile | undefined>
}
