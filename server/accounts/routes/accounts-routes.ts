import type { Context, Hono } from 'hono'
import { type SessionResponse, signInSchema, signUpSchema } from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import { privateRoute, publicRoute } from '../../http/add-route.ts'
import { sendText } from '../../http/answers/send.ts'
import { escapeXml } from '../../http/interchange/xml.ts'
import type { ReadClientAddress } from '../../http/requests/client-address.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readJson, requireJsonType } from '../../http/requests/read-body.ts'
import {
  guardOrigin,
  readCredentials,
  requireUser,
  setSessionCookie,
  siteOf,
} from '../../http/requests/session.ts'
import type { AttemptCounter, AttemptLimits } from '../../identity/attempt-limits.ts'
import type { IdentityProvider, Profile } from '../../identity/identity-provider.ts'
import type { Log } from '../../ports.ts'
import { createAccountSteps } from '../account-steps.ts'
import type { SignUpPolicy } from '../invites.ts'
import type { LocalAccounts, SignedInUser } from '../local-accounts.ts'
import type { LinkedAccounts, OidcProvider } from '../oidc.ts'
import type { Pairings } from '../pairings.ts'
import { addOwnAccountRoutes, toSignedIn, toUser } from './own-account-routes.ts'
import { addPairingRoutes } from './pairing-routes.ts'

export interface LocalAuthDeps {
  accounts: LocalAccounts
  attempts: AttemptLimits
  signUps: AttemptCounter
  signUpPolicy: SignUpPolicy
  passwordChecks: AttemptCounter
  clientAddress: ReadClientAddress
  log: Log
  pairings: Pairings
  /** Counts per network address the pairings that begin. */
  pairingStarts: AttemptCounter
  /** Sign-in at an OpenID Connect provider. `undefined` if there is none. */
  oidc?: OidcDeps | undefined
}

export interface OidcDeps {
  /** The name of the provider on buttons. */
  name: string
  /** True if nobody can sign in with a password. */
  isOnly: boolean
  provider: OidcProvider
  linked: LinkedAccounts
  answers: AttemptCounter
  cookieSecret: string
  clock: () => number
}

export interface AccountsRoutesDeps {
  identity: IdentityProvider
  favorites: Pick<FavoritesStore, 'list'>
  publicUrl: string
  /** The server's own accounts. `undefined` if accounts are managed by Clerk. */
  local: LocalAuthDeps | undefined
}

const body = { maxBytes: 16 * 1024 }

export const addAccountsRoutes = (app: Hono, { local, ...deps }: AccountsRoutesDeps) => {
  privateRoute(app, '/api/auth/session', {
    GET: async (c) => {
      const { userId } = await requireUser(c, deps)
      const profile = await deps.identity.findOwnProfile(userId)
      if (profile === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      return c.json({ user: toUser(profile) } satisfies SessionResponse)
    },
  })
  if (local === undefined) return
  addSignInRoutes(app, { ...deps, ...local })
  addOwnAccountRoutes(app, { ...deps, ...local })
  addPairingRoutes(app, { ...deps, ...local })
  addUserImageRoute(app, deps)
}

type LocalRoutesDeps = Omit<AccountsRoutesDeps, 'local'> & LocalAuthDeps

const addSignInRoutes = (app: Hono, deps: LocalRoutesDeps) => {
  const { identity, publicUrl, accounts, clientAddress } = deps
  const steps = createAccountSteps(deps)
  const clientOf = (c: Context) => ({ address: clientAddress(c), device: deviceOf(c) })

  privateRoute(app, '/api/auth/sign-up/username', {
    POST: async (c) => {
      requireJsonType(c)
      const wish = await readJson(c, signUpSchema, body)
      return answerSignedIn(c, await steps.signUp(wish, clientOf(c)), publicUrl)
    },
  })

  privateRoute(app, '/api/auth/sign-in/username', {
    POST: async (c) => {
      requireJsonType(c)
      const credentials = await readJson(c, signInSchema, body)
      const signedIn = await steps.signIn(credentials, clientOf(c))
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
      // The session cookie is deleted only for requests from this site. A form on another site sends no
      // `SameSite=Lax` cookie, but without this check the response could still delete the cookie.
      if (user?.carrier !== 'bearer' && siteOf(c, publicUrl) !== 'foreign')
        setSessionCookie(c, '', publicUrl)
      return c.json({ success: true })
    },
  })
}

const addUserImageRoute = (app: Hono, { identity }: Pick<AccountsRoutesDeps, 'identity'>) => {
  publicRoute(app, '/api/users/:username/image', async (c) => {
    const profile = await identity.findProfile(c.req.param('username'))
    if (profile === undefined) throw new DomainError('NOT_FOUND', 'User not found')
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Content-Security-Policy', "default-src 'none'")
    return sendText(c, paintInitial(profile), 'image/svg+xml')
  })
}

const paintInitial = ({ username, displayName }: Profile) => {
  const hue = [...username].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 360, 7)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="hsl(${hue} 45% 38%)"/>
<text x="128" y="134" fill="#fff" font-family="system-ui, sans-serif" font-size="128" font-weight="600"
 text-anchor="middle" dominant-baseline="central">${escapeXml(initialOf(displayName) || initialOf(username))}</text>
</svg>
`
}

const initialOf = (text: string) => {
  const [first] = new Intl.Segmenter().segment(text.trim())
  return (first?.segment ?? '').toUpperCase()
}

const answerSignedIn = (c: Context, signedIn: SignedInUser, publicUrl: string) => {
  // A page of another site or an extension receives the session token but no cookie, because it has to send the
  // token itself.
  if (siteOf(c, publicUrl) !== 'foreign') setSessionCookie(c, signedIn.token, publicUrl)
  return c.json(toSignedIn(signedIn))
}
