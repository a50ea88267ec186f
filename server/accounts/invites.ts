import { DomainError } from '../domain-error.ts'

/** Who may create an account: everybody, people with an invite, or nobody. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Times are in milliseconds since 1970. */
export interface Invite {
  /** Names the invite in lists. It is not the secret code that is in the link. */
  id: string
  createdAt: number
  expiresAt: number
  uses: number
  usesLeft: number
  /** The username of the administrator who made it. `undefined` when the operator made it. */
  createdBy: string | undefined
}

export interface InviteWish {
  days: number
  uses: number
  /** The id of the administrator. */
  createdBy?: string
}

export const inviteLimits = { days: 365, uses: 1000 } as const

/**
 * Port: invites of this server. Only a hash of each code is stored. An invite counts only while the administrator who
 * made it is an administrator and is not blocked.
 */
export interface Invites {
  create(wish: InviteWish): Promise<Invite & { code: string }>
  find(code: string): Promise<Invite | undefined>
  list(): Promise<Invite[]>
  /** Returns `false` when there is no invite with this id. */
  revoke(id: string): Promise<boolean>
  deleteExpired(before: number): Promise<void>
  isAdministrator(userId: string): Promise<boolean>
}

export interface SignUpPolicy {
  mode: SignUpMode
  invites: Invites
  clock: () => number
}

/**
 * Returns the invite that a sign-up uses, if it needs one. Runs before anything else about the sign-up is checked, so
 * that nobody without an invite can find out which usernames are taken.
 * @throws DomainError `SIGN_UP_REFUSED`
 */
export const admit = async (
  { mode, invites, clock }: SignUpPolicy,
  code: string | undefined,
): Promise<Invite | undefined> => {
  if (mode === 'open') return undefined
  if (mode === 'closed') throw refused('Nobody can create an account on this server')
  if (!code) throw refused('You need an invite to create an account: ask the operator for one')
  const invite = await invites.find(code)
  if (invite === undefined)
    throw refused('This invite does not exist: check the link, or ask for a new one')
  if (invite.expiresAt <= clock()) throw refused('This invite has expired: ask for a new one')
  if (invite.usesLeft <= 0) throw usedUp()
  return invite
}

export const usedUp = () => refused('This invite has already been used: ask for a new one')

const refused = (text: string) => new DomainError('SIGN_UP_REFUSED', text)

export const toInviteLink = (publicUrl: string, code: string): string =>
  `${publicUrl}/account?invite=${encodeURIComponent(code)}`
