import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changePasswordSchema,
  deleteAccountSchema,
  doneSchema,
  sessionResponseSchema,
  signedInSchema,
  signInSchema,
  signUpSchema,
} from '../../../shared/account-api.ts'
import { exampleUser } from '../openapi/examples.ts'
import { anyOrigin, oneUser } from '../openapi/headers.ts'
import { bytes, json, ownBusy, ownFailed, ownRefusal, refusal } from '../openapi/responses.ts'
import { sessions, tooLarge, unauthorized, writeRefusals } from './sessions-openapi.ts'

const tags = ['Accounts']
const credentials = { username: 'ada', password: 'correct horse' }
const withCookie = [...oneUser, 'Cookie'] as const

const jsonBody = <T extends z.ZodType>(schema: T, example: z.input<T>) => ({
  required: true,
  content: { 'application/json': { schema, example } },
})

const tooMany = ownRefusal(
  'Too many attempts by this address or for this name.',
  'Too many attempts: try again in 600 seconds',
  'RetryAfter',
)
const common = {
  413: tooLarge,
  429: tooMany,
  500: ownFailed,
  503: ownBusy('Try again in a moment'),
}
const notJson = ownRefusal(
  'The body is not announced as JSON.',
  'Expected a body with Content-Type: application/json',
)
const done = json(
  { description: 'Done.', schema: doneSchema, example: { success: true } },
  withCookie,
)

/** `GET /api/auth/session`, whoever keeps the accounts. */
export const sessionPaths = (server: string): ZodOpenApiPathsObject => ({
  '/api/auth/session': {
    get: {
      tags,
      operationId: 'getSession',
      summary: 'Who is signed in',
      security: sessions,
      responses: {
        200: json(
          {
            description: 'You.',
            schema: sessionResponseSchema,
            example: { user: exampleUser(server) },
          },
          oneUser,
        ),
        401: unauthorized,
        500: ownFailed,
        503: ownBusy('Try again in a moment'),
      },
    },
  },
})

/** `server/http/accounts/auth-routes.ts` and `own-account-routes.ts`: accounts that this server keeps itself. */
export const localAuthPaths = (server: string): ZodOpenApiPathsObject => {
  const signedIn = json(
    {
      description: 'Signed in: the token goes into `Authorization: Bearer …`.',
      schema: signedInSchema,
      example: { token: 'v1.kZ3q…', user: exampleUser(server) },
    },
    withCookie,
  )
  const own = { ...writeRefusals, ...common }
  const wrongPassword = ownRefusal(
    'The password is wrong, or a session cookie came from another site.',
    'Wrong password',
  )
  const missing = ownRefusal('The body is not as described.', 'Invalid password: expected a string')
  return {
    '/api/auth/sign-up/username': {
      post: {
        tags,
        operationId: 'signUp',
        summary: 'Create an account',
        requestBody: jsonBody(signUpSchema, { ...credentials, name: 'Ada' }),
        responses: {
          200: signedIn,
          400: ownRefusal(
            'The body is not as described.',
            'Invalid password: expected at least 8 characters',
          ),
          409: ownRefusal('Somebody has this name.', 'This username is taken: choose another'),
          415: notJson,
          ...common,
        },
      },
    },
    '/api/auth/sign-in/username': {
      post: {
        tags,
        operationId: 'signIn',
        summary: 'Sign in',
        requestBody: jsonBody(signInSchema, credentials),
        responses: {
          200: signedIn,
          400: missing,
          401: ownRefusal('Name or password is wrong.', 'Wrong username or password'),
          415: notJson,
          ...common,
        },
      },
    },
    '/api/auth/sign-out': {
      post: {
        tags,
        operationId: 'signOut',
        summary: 'Sign out',
        description:
          'Ends the session at once. Without one there is nothing to end, which is fine.',
        security: [{}, ...sessions],
        responses: {
          200: done,
          403: writeRefusals[403],
          500: ownFailed,
          503: ownBusy('Try again in a moment'),
        },
      },
    },
    '/api/auth/change-password': {
      post: {
        tags,
        operationId: 'changePassword',
        summary: 'Change the password',
        description: 'All other sessions of the account end.',
        security: sessions,
        requestBody: jsonBody(changePasswordSchema, {
          password: 'correct horse',
          newPassword: 'battery staple',
        }),
        responses: { 200: done, 400: missing, ...own, 403: wrongPassword },
      },
    },
    '/api/auth/delete-account': {
      post: {
        tags,
        operationId: 'deleteAccount',
        summary: 'Delete the account',
        description: 'With everything in it, at once. Nobody can bring it back.',
        security: sessions,
        requestBody: jsonBody(deleteAccountSchema, { password: 'correct horse' }),
        responses: { 200: done, 400: missing, ...own, 403: wrongPassword },
      },
    },
    '/api/users/{username}/image': {
      get: {
        tags,
        operationId: 'getUserImage',
        summary: 'Somebody’s picture',
        requestParams: { path: z.object({ username: z.string().meta({ example: 'ada' }) }) },
        responses: {
          200: bytes(
            'The initial of the name.',
            ['image/svg+xml'],
            [...anyOrigin, 'Caching', 'EverySite', 'Policy', 'NoSniff'],
          ),
          404: refusal('There is no such user.', 'User not found'),
          500: refusal('Something failed.', 'Internal server error'),
          503: refusal('Too much to do at the moment.', 'Try again in a moment', 'RetryAfter'),
        },
      },
    },
  }
}
