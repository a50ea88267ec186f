import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { type SessionResponse, sessionResponseSchema } from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import { sendText } from '../../http/answers/send.ts'
import { escapeXml } from '../../http/interchange/xml.ts'
import { exampleUser } from '../../http/openapi/examples.ts'
import { busy, bytes, empty, json, refusal, tagged } from '../../http/openapi/responses.ts'
import { deviceOf } from '../../http/requests/device.ts'
import { readJson, requireJsonType } from '../../http/requests/read-body.ts'
import {
  guardOrigin,
  readCredentials,
  requireUser,
  setSessionCookie,
  siteOf,
} from '../../http/requests/session.ts'
import { routesOf } from '../../http/route.ts'
import type { Profile } from '../../identity/identity-provider.ts'
import type { AccountAction, Client } from '../account-actions.ts'
import type { SignedInUser } from '../store/sessions.ts'
import { doneWithCookie, invalid, maxBytes, signedIn, taken, tooManyAttempts } from './answers.ts'
import type { AccountsRoutesDeps, LocalRoutesDeps } from './deps.ts'
import { addOwnAccountRoutes, findOwn, toSignedIn, toUser } from './own-account-routes.ts'
import { addPairingRoutes } from './pairing-routes.ts'

export const addAccountsRoutes = (app: Hono, { local, ...deps }: AccountsRoutesDeps) => {
  routesOf(app, 'Accounts', 'own').get('/api/auth/session', {
    id: 'getSession',
    summary: 'Who is signed in',
    text: 'Returns the user whose token or session cookie the request has.',
    answers: {
      200: json('The user who is signed in.', sessionResponseSchema, {
        user: exampleUser(deps.publicUrl),
      }),
    },
    handler: async (c) => {
      const { userId } = await requireUser(c, deps)
      const profile = await findOwn(deps.identity, userId)
      return c.json({ user: toUser(profile) } satisfies SessionResponse)
    },
  })
  if (local === undefined) return
  const localDeps = { ...deps, ...local }
  addSignInRoutes(app, localDeps)
  addPairingRoutes(app, localDeps)
  addSignOutRoute(app, localDeps)
  addUserImageRoute(app, localDeps)
  addOwnAccountRoutes(app, localDeps)
}

const addSignInRoutes = (app: Hono, deps: LocalRoutesDeps) => {
  const guest = routesOf(app, 'Accounts', 'guest')
  const { publicUrl, clientAddress, actions } = deps
  const { signUp, signIn } = actions
  const answerWith =
    <Input extends z.ZodType>({ input, run }: AccountAction<Input, Client, SignedInUser>) =>
    async (c: Context) => {
      requireJsonType(c)
      const wish = await readJson(c, input, { maxBytes })
      const signedIn = await run(wish, { address: clientAddress(c), device: deviceOf(c) })
      // A page of another site or an extension receives the session token but no cookie, because it has to send the
      // token itself.
      if (siteOf(c, publicUrl) !== 'foreign') setSessionCookie(c, signedIn.token, publicUrl)
      return c.json(toSignedIn(signedIn))
    }

  const example = { username: 'ada', password: 'correct horse' }
  const usualAnswers = {
    200: signedIn(publicUrl),
    415: refusal(
      'The `Content-Type` is not JSON, or the body is compressed.',
      'Expected a body with Content-Type: application/json',
    ),
    429: tooManyAttempts,
  }

  guest.post('/api/auth/sign-up/username', {
    id: 'signUp',
    summary: 'Create an account',
    text: 'Some servers need the code of an invite, and some accept no new accounts. `signUp` of `/api/instance` says which.',
    body: { schema: signUp.input, example: { ...example, name: 'Ada' }, maxBytes },
    answers: {
      ...usualAnswers,
      400: invalid('Invalid password: expected at least 8 characters'),
      403: refusal(
        'The invite is missing or not valid, or the server accepts no new accounts.',
        'This invite has expired: ask for a new one',
      ),
      409: taken,
    },
    handler: answerWith(signUp),
  })

  guest.post('/api/auth/sign-in/username', {
    id: 'signIn',
    summary: 'Sign in',
    text: 'Starts a session. Programs send its token. For pages of this server, the response sets the session cookie too.',
    body: { schema: signIn.input, example, maxBytes },
    answers: {
      ...usualAnswers,
      400: invalid('Invalid password: expected a string'),
      401: refusal('The username or password is wrong.', 'Wrong username or password'),
      403: refusal(
        'The operator of the server has blocked this account.',
        'This account is blocked: ask the operator of this server',
      ),
    },
    handler: answerWith(signIn),
  })
}

const addSignOutRoute = (app: Hono, { identity, publicUrl, accounts }: LocalRoutesDeps) => {
  routesOf(app, 'Accounts', 'own').post('/api/auth/sign-out', {
    isSessionOptional: true,
    id: 'signOut',
    summary: 'Sign out',
    text: 'Ends the session of the token or cookie that was sent. Succeeds even if there is no session.',
    answers: { 200: doneWithCookie, 401: undefined, 415: undefined },
    handler: async (c) => {
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
  const headers = [...tagged, 'EverySite', 'Policy'] as const
  routesOf(app, 'Accounts', 'open').get('/api/users/:username/image', {
    id: 'getUserImage',
    summary: 'The profile picture of a user',
    text: 'Returns the picture that `image` and `imageUrl` lead to. The server draws it.',
    answers: {
      200: bytes('A picture of the first letter of the user’s name.', ['image/svg+xml'], headers),
      304: empty('The picture has not changed.', headers),
      404: refusal('The user does not exist.', 'User not found'),
      503: busy('Try again in a moment'),
    },
    handler: async (c) => {
      const profile = await identity.findProfile(c.req.param('username'))
      if (profile === undefined) throw new DomainError('NOT_FOUND', 'User not found')
      c.header('Cache-Control', 'public, max-age=300')
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      c.header('Content-Security-Policy', "default-src 'none'")
      return sendText(c, paintInitial(profile), 'image/svg+xml')
    },
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
