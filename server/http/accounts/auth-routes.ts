import type { Context, Hono } from 'hono'
import {
  type SessionResponse,
  type SignedIn,
  signInSchema,
  signUpSchema,
  type User,
} from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import { createAccountSteps } from '../../identity/account-steps.ts'
import type { AttemptCounter, AttemptLimits } from '../../identity/attempt-limits.ts'
import type { IdentityProvider, OwnProfile } from '../../identity/identity-provider.ts'
import type { LocalAccounts, SignedInUser } from '../../identity/local-accounts.ts'
import type { ClientAddress } from '../requests/client-address.ts'
import { guardOrigin, siteOf } from '../requests/origin-guard.ts'
import { privateRoute } from '../requests/private-route.ts'
import { readJson, requireJsonType } from '../requests/read-json.ts'
import { readCredentials, requireUser } from '../requests/require-user.ts'
import { setSessionCookie } from '../requests/session-cookie.ts'
import { addOwnAccountRoutes } from './own-account-routes.ts'

export interface LocalAuthDeps {
  accounts: LocalAccounts
  /** For everything that tries a password. */
  attempts: AttemptLimits
  /** New accounts, by address. */
  signUps: AttemptCounter
  clientAddress: ClientAddress
}

export interface AuthRoutesDeps {
  identity: IdentityProvider
  publicUrl: string
  /** `undefined`: people sign in elsewhere. */
  local: LocalAuthDeps | undefined
}

const body = { maxBytes: 16 * 1024 }

/** Who is asking; and, with local accounts, signing up, in, out, changing the password, deleting the account. */
export const addAuthRoutes = (app: Hono, { local, ...deps }: AuthRoutesDeps) => {
  privateRoute(app, '/api/auth/session', {
    GET: async (c) => {
      const { userId } = await requireUser(c, deps)
      const profile = await deps.identity.findOwnProfile(userId)
      if (profile === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      return c.json({ user: toUser(profile) } satisfies SessionResponse)
    },
  })
  if (local === undefined) return
  addLocalAuthRoutes(app, { ...deps, ...local })
  addOwnAccountRoutes(app, { ...deps, ...local })
}

const addLocalAuthRoutes = (app: Hono, deps: Omit<AuthRoutesDeps, 'local'> & LocalAuthDeps) => {
  const { identity, publicUrl, accounts, clientAddress } = deps
  const steps = createAccountSteps(deps)

  privateRoute(app, '/api/auth/sign-up/username', {
    POST: async (c) => {
      requireJsonType(c)
      const wish = await readJson(c, signUpSchema, body)
      return answerSignedIn(c, await steps.signUp(wish, clientAddress(c)), publicUrl)
    },
  })

  privateRoute(app, '/api/auth/sign-in/username', {
    POST: async (c) => {
      requireJsonType(c)
      const credentials = await readJson(c, signInSchema, body)
      const signedIn = await steps.signIn(credentials, clientAddress(c))
      if (signedIn === undefined)
        throw new DomainError('UNAUTHORIZED', 'Wrong username or password')
      return answerSignedIn(c, signedIn, publicUrl)
    },
  })

  privateRoute(app, '/api/auth/sign-out', {
    POST: async (c) => {
      const credentials = readCredentials(c.req.raw)
      const user = await identity.identify(credentials)
      if (user !== undefined) guardOrigin(c, user.carrier, publicUrl)
      await accounts.signOut(credentials)
      // Lax cookies do not come along with a form of another site, but what it sets would count.
      if (user?.carrier !== 'bearer' && siteOf(c, publicUrl) !== 'foreign')
        setSessionCookie(c, '', publicUrl)
      return c.json({ success: true })
    },
  })
}

const answerSignedIn = (c: Context, { token, profile }: SignedInUser, publicUrl: string) => {
  // Another site, or an extension, gets the token alone: no cookie that it did not ask for.
  if (siteOf(c, publicUrl) !== 'foreign') setSessionCookie(c, token, publicUrl)
  return c.json({ token, user: toUser(profile) } satisfies SignedIn)
}

const toUser = ({ userId, username, displayName, imageUrl }: OwnProfile): User => ({
  id: userId,
  username: username ?? null,
  name: displayName,
  image: imageUrl,
})
