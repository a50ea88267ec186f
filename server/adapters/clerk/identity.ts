import { createPublicKey, type KeyObject } from 'node:crypto'
import { canBeUsername } from '../../../shared/ids.ts'
import type { Credentials, IdentityProvider, OwnProfile } from '../../identity/identity-provider.ts'
import type { ClerkApi, ClerkUser } from './api.ts'

interface ClerkIdentityDeps {
  clerk: ClerkApi
  jwtKey: string
  /**
   * Origins whose Clerk session tokens are accepted. An entry that ends in `*` matches every origin that starts with
   * the part before the `*`.
   */
  authorizedParties: readonly string[]
}

export const createClerkIdentity = ({
  clerk,
  jwtKey,
  authorizedParties,
}: ClerkIdentityDeps): IdentityProvider => ({
  identify: async (credentials) => {
    const session = await clerk.verifySession(toHeaders(credentials), jwtKey)
    if (session === undefined || !isAuthorized(session.party, authorizedParties)) return undefined
    const carrier = credentials.bearer === undefined ? 'cookie' : 'bearer'
    return { userId: session.userId, carrier }
  },
  findProfile: async (username) => {
    const user = canBeUsername(username) ? await clerk.findUserByName(username) : undefined
    const profile = user && toProfile(user)
    return profile?.username === undefined ? undefined : { ...profile, username: profile.username }
  },
  findOwnProfile: async (userId) => {
    const user = await clerk.findUser(userId)
    return user && toProfile(user)
  },
})

// An empty bearer token becomes `-`. With an empty one, Clerk's SDK would ignore the header and use the cookie.
const toHeaders = ({ bearer, cookie }: Credentials): Headers => {
  if (bearer !== undefined) return new Headers({ Authorization: `Bearer ${bearer || '-'}` })
  return new Headers(cookie === undefined ? {} : { Cookie: cookie })
}

// Clerk puts no authorized party (`azp`) into the session token of a client that sends no `Origin` header. A session
// token without a party is accepted.
const isAuthorized = (party: string | undefined, parties: readonly string[]): boolean =>
  party === undefined ||
  parties.some((accepted) =>
    accepted.endsWith('*') ? party.startsWith(accepted.slice(0, -1)) : party === accepted,
  )

const toProfile = ({ id, username, firstName, imageUrl }: ClerkUser): OwnProfile => ({
  userId: id,
  username: username || undefined,
  displayName: firstName || username || 'Somebody',
  imageUrl: imageUrl ?? '',
})

/**
 * Reads Clerk's RSA public key in every form that people paste into a setting: PEM, PEM on one line, PEM with
 * written-out `\n`, in quotes, or only the base64. Returns PEM, or `undefined` when the text is not an RSA key.
 */
export const parseJwtKey = (text: string): string | undefined => {
  const base64 = text
    .replaceAll(String.raw`\n`, '')
    .replace(/-----(BEGIN|END) [A-Z ]+-----/g, '')
    .replace(/[\s"']/g, '')
  const key = readKey(Buffer.from(base64, 'base64'))
  if (key?.asymmetricKeyType !== 'rsa') return undefined
  return String(key.export({ type: 'spki', format: 'pem' }))
}

const readKey = (der: Buffer): KeyObject | undefined => {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
