/**
 * The headers by which a request may show who sent it. `bearer` is the token of an `Authorization: Bearer` header,
 * or empty when that header holds no readable token. `cookie` is the whole `Cookie` header.
 */
export interface Credentials {
  bearer: string | undefined
  cookie: string | undefined
}

export interface Identity {
  userId: string
  /**
   * How the session token was sent. Browsers attach cookies without being asked, so a request with a cookie must
   * also pass the origin check.
   */
  carrier: 'bearer' | 'cookie'
}

export interface Profile {
  userId: string
  username: string
  /** The user's first name. Without a first name, the username. */
  displayName: string
  imageUrl: string
}

export type OwnProfile = Omit<Profile, 'username'> & { username: string | undefined }

/**
 * Port: finds out who a user is, from local accounts or from Clerk. Every function throws DomainError `BUSY` when a
 * retry may help, and another error when a retry cannot help.
 */
export interface IdentityProvider {
  /**
   * Finds the user of a session. Returns `undefined` when there is no session or the session is not valid. If a
   * bearer token is sent, the cookie is ignored, even if the token is invalid.
   */
  identify(credentials: Credentials): Promise<Identity | undefined>
  findProfile(username: string): Promise<Profile | undefined>
  findOwnProfile(userId: string): Promise<OwnProfile | undefined>
}

/**
 * The name of the session cookie. The prefix `__Host-` ties the cookie to exactly this host (RFC 6265bis §4.1.3.2).
 * Browsers accept the prefixes only over https, and `__Host-` only with the path `/`. A server below a path of its
 * host uses that path instead, so that the cookie is not sent to the other programs on the host.
 */
export const sessionCookieName = (publicUrl: string): string => {
  const prefix = sessionCookiePath(publicUrl) === '/' ? '__Host-' : '__Secure-'
  return `${publicUrl.startsWith('https:') ? prefix : ''}${toCookieName('session', publicUrl)}`
}

/**
 * The name of a cookie, without a prefix. Browsers send a cookie to every port of its host (RFC 6265 §8.5), so the name has
 * the port. Otherwise two servers on one host would sign people out of each other.
 */
export const toCookieName = (purpose: string, publicUrl: string): string =>
  ['fresco', purpose, new URL(publicUrl).port].filter(Boolean).join('_')

export const sessionCookiePath = (publicUrl: string): string => new URL(publicUrl).pathname
