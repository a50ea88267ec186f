import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changePasswordSchema,
  deleteAccountSchema,
  doneSchema,
  finishPairingSchema,
  pairingResultSchema,
  pairingSchema,
  sessionResponseSchema,
  signedInSchema,
  signInSchema,
  signUpSchema,
} from '../../../shared/account-api.ts'
import { exampleUser } from './examples.ts'
import {
  busy,
  bytes,
  compressed,
  empty,
  failed,
  json,
  jsonBody,
  oneUser,
  own,
  pathOf,
  prepared,
  refusal,
  routesOf,
  sessions,
  tooLarge,
  unauthorized,
  writeRefusals,
} from './responses.ts'

const { get, post } = routesOf('Accounts')
const credentials = { username: 'ada', password: 'correct horse' }
const image = [...prepared, 'EverySite', 'Policy', 'NoSniff'] as const
const withCookie = [...oneUser, 'Cookie'] as const

const tooMany = own.refusal(
  'Too many attempts from this address or for this username.',
  'Too many attempts: try again in 600 seconds',
  'RetryAfter',
)
const failing = { 500: own.failed, 503: own.busy('Try again in a moment') }
const common = { 413: tooLarge(16 * 1024), 429: tooMany, ...failing }
const notJson = own.refusal(
  'The `Content-Type` is not JSON, or the body is compressed.',
  'Expected a body with Content-Type: application/json',
)
const done = json('Done.', doneSchema, { success: true }, withCookie)

export const sessionPaths = (server: string): ZodOpenApiPathsObject => ({
  '/api/auth/session': get('getSession', 'Who is signed in', {
    description: 'Returns the user whose token or session cookie the request has.',
    security: sessions,
    responses: {
      200: json(
        'The user who is signed in.',
        sessionResponseSchema,
        { user: exampleUser(server) },
        oneUser,
      ),
      401: unauthorized,
      ...failing,
    },
  }),
})

const pairing = (server: string) => ({
  deviceCode: 'Jx8q…',
  userCode: 'BCDF-GHJK',
  url: `${server}/account/connect`,
  expiresIn: 600,
  interval: 2,
})

export const localAuthPaths = (server: string): ZodOpenApiPathsObject => {
  const session = {
    token: 'v1.kZ3q…',
    expiresAt: '2027-02-22T08:00:00.000Z',
    user: exampleUser(server),
  }
  const signedIn = json(
    'Signed in. Send the token as `Authorization: Bearer …`.',
    signedInSchema,
    session,
    withCookie,
  )
  const wrongPassword = own.refusal(
    'The password is wrong, the account has none, or the request has a session cookie and comes from another site.',
    'Wrong password',
  )
  const missing = own.refusal('The body is invalid.', 'Invalid password: expected a string')
  const changing = { 200: done, 400: missing, ...writeRefusals, ...common, 403: wrongPassword }
  return {
    '/api/auth/sign-up/username': post('signUp', 'Create an account', {
      description:
        'Some servers need the code of an invite, and some accept no new accounts. `signUp` of `/api/instance` says which.',
      requestBody: jsonBody(signUpSchema, { ...credentials, name: 'Ada' }),
      responses: {
        200: signedIn,
        400: own.refusal(
          'The body is invalid.',
          'Invalid password: expected at least 8 characters',
        ),
        403: own.refusal(
          'The invite is missing or not valid, or the server accepts no new accounts.',
          'This invite has expired: ask for a new one',
        ),
        409: own.refusal('The username is taken.', 'This username is taken: choose another'),
        415: notJson,
        ...common,
      },
    }),
    '/api/auth/sign-in/username': post('signIn', 'Sign in', {
      description:
        'Starts a session. Programs send its token. For pages of this server, the response sets the session cookie too.',
      requestBody: jsonBody(signInSchema, credentials),
      responses: {
        200: signedIn,
        400: missing,
        401: own.refusal('The username or password is wrong.', 'Wrong username or password'),
        403: own.refusal(
          'The operator of the server has blocked this account.',
          'This account is blocked: ask the operator of this server',
        ),
        415: notJson,
        ...common,
      },
    }),
    '/api/auth/pairing': post('beginPairing', 'Begin to sign in by a page', {
      description:
        'For extensions and other programs. Open `url` in a browser and show `userCode`. A person who is signed in there, or signs in, types it. Both codes expire after ten minutes. The steps are those of RFC 8628.',
      responses: {
        200: json('The codes.', pairingSchema, pairing(server), oneUser),
        429: own.refusal(
          'Too many attempts from this address.',
          'Too many attempts: try again in 600 seconds',
          'RetryAfter',
        ),
        ...failing,
      },
    }),
    '/api/auth/pairing/session': post('finishPairing', 'Ask whether a person has confirmed', {
      description:
        'Ask every `interval` seconds. `gone` means that the code has expired, that the session in which the person typed it has ended, or that the new session was already sent.',
      requestBody: jsonBody(finishPairingSchema, { deviceCode: pairing(server).deviceCode }),
      responses: {
        200: json(
          'The session, or that the person has not confirmed yet.',
          pairingResultSchema,
          { status: 'signed-in', ...session },
          oneUser,
        ),
        400: own.refusal('The body is invalid.', 'Invalid deviceCode: expected a string'),
        413: tooLarge(1024),
        415: own.refusal(...compressed),
        ...failing,
      },
    }),
    '/api/auth/sign-out': post('signOut', 'Sign out', {
      description:
        'Ends the session of the token or cookie that was sent. Succeeds even if there is no session.',
      security: [{}, ...sessions],
      responses: { 200: done, 403: writeRefusals[403], ...failing },
    }),
    '/api/auth/change-password': post('changePassword', 'Change the password', {
      description: 'Changes the password and ends all other sessions of the account.',
      security: sessions,
      requestBody: jsonBody(changePasswordSchema, {
        password: 'correct horse',
        newPassword: 'battery staple',
      }),
      responses: changing,
    }),
    '/api/auth/delete-account': post('deleteAccount', 'Delete the account', {
      description: 'Deletes the account and its favorites at once. This cannot be undone.',
      security: sessions,
      requestBody: jsonBody(deleteAccountSchema, { password: 'correct horse' }),
      responses: changing,
    }),
    '/api/users/{username}/image': get('getUserImage', 'The profile picture of a user', {
      description: 'Returns the picture that `image` and `imageUrl` lead to. The server draws it.',
      requestParams: pathOf('username'),
      responses: {
        200: bytes('A picture of the first letter of the user’s name.', ['image/svg+xml'], image),
        304: empty('The picture has not changed.', image),
        404: refusal('The user does not exist.', 'User not found'),
        500: failed,
        503: busy('Try again in a moment'),
      },
    }),
  }
}
