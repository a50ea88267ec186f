import { createClerkClient } from '@clerk/backend'
import { canBeUsername } from '../../../shared/username.ts'
import { hasBearer, readBearer } from '../../identity/carrier.ts'
import type { IdentityProvider, OwnProfile } from '../../identity/identity-provider.ts'
import type { ClerkUser, ClerkUsers } from './users.ts'

interface ClerkIdentityDeps {
  users: ClerkUsers
  secretKey: string
  publishableKey: string
  /** As PEM: with it, tokens are verified without any network. */
  jwtKey: string
  /** Origins whose tokens are accepted; one that ends in `*` stands for all that begin so. */
  authorizedParties: readonly string[]
}

/** Identity by the session tokens of Clerk, as a bearer token or as its cookies. */
export const createClerkIdentity = ({
  users,
  secretKey,
  publishableKey,
  jwtKey,
  authorizedParties,
}: ClerkIdentityDeps): IdentityProvider => {
  const client = createClerkClient({ secretKey, publishableKey, telemetry: { disabled: true } })
  const authenticate = (request: Request) =>
    client.authenticateRequest(request, { jwtKey, acceptsToken: 'session_token' })

  return {
    kind: 'clerk',
    identify: async (request) => {
      const state = await authenticate(toBareRequest(request))
      // `isAuthenticated` is also true for a session that still has tasks to do; `userId` is not set then.
      const auth = state.toAuth()
      if (!auth?.userId || !isAuthorized(auth.sessionClaims.azp, authorizedParties))
        return undefined
      return { userId: auth.userId, carrier: hasBearer(request) ? 'bearer' : 'cookie' }
    },
    findProfile: async (username) => {
      const user = canBeUsername(username) ? await users.findByUsername(username) : undefined
      const profile = user && toProfile(user)
      return profile?.username === undefined
        ? undefined
        : { ...profile, username: profile.username }
    },
    findOwnProfile: async (userId) => {
      const user = await users.find(userId)
      return user && toProfile(user)
    },
  }
}

/**
 * The request cut down to what shows a session. Headers that tell an opened page from a call would
 * make the SDK ask for a redirect (a handshake), which an API never answers; a bearer token is
 * passed in the one spelling that it knows.
 */
const toBareRequest = (request: Request): Request => {
  const headers = new Headers()
  const cookie = request.headers.get('cookie')
  if (hasBearer(request)) headers.set('Authorization', `Bearer ${readBearer(request) ?? '-'}`)
  else if (cookie !== null) headers.set('Cookie', cookie)
  return new Request(request.url, { headers })
}

/** Tokens that were made without an origin have no `azp`; when there is one, it must be known. */
const isAuthorized = (azp: unknown, parties: readonly string[]): boolean =>
  azp === undefined ||
  parties.some((party) =>
    party.endsWith('*') ? String(azp).startsWith(party.slice(0, -1)) : azp === party,
  )

const toProfile = ({ id, username, firstName, imageUrl }: ClerkUser): OwnProfile => ({
  userId: id,
  username: username || undefined,
  displayName: firstName || username || 'Somebody',
  imageUrl: imageUrl ?? '',
})
