/** Who is asking, and by which of the two carriers of spec §5 they showed it. */
export interface Identity {
  userId: string
  /** A cookie is sent by the browser unasked, so what it may do depends on the request's origin. */
  carrier: 'bearer' | 'cookie'
}

/** What others may see of a user. */
export interface Profile {
  userId: string
  username: string
  /** The first name, or the username when there is none (spec §2.8). */
  displayName: string
  imageUrl: string
}

/** A profile as its owner sees it: at Clerk an account may have no username yet. */
export type OwnProfile = Omit<Profile, 'username'> & { username: string | undefined }

/**
 * Port: who people are (local accounts, Clerk).
 * Every function throws DomainError `BUSY` when a retry helps, and anything else when it does not.
 */
export interface IdentityProvider {
  kind: 'local' | 'clerk'
  /** The user of a request; `undefined` when it carries no session or one that does not hold. */
  identify(request: Request): Promise<Identity | undefined>
  /** The profile behind a username, in any case; `undefined` when there is none. */
  findProfile(username: string): Promise<Profile | undefined>
  /** `undefined` when the account is gone. */
  findOwnProfile(userId: string): Promise<OwnProfile | undefined>
}
