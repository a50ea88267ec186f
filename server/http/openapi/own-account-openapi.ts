import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  changeNameSchema,
  doneSchema,
  endSessionSchema,
  ownDataSchema,
  sessionResponseSchema,
  sessionsResponseSchema,
} from '../../../shared/account-api.ts'
import { exampleUser } from './examples.ts'
import {
  json,
  jsonBody,
  oneUser,
  own,
  routesOf,
  sessions,
  tooLarge,
  unauthorized,
  writeRefusals,
} from './responses.ts'

const { get, post } = routesOf('Accounts')

const reading = { 401: unauthorized, 500: own.failed, 503: own.busy('Try again in a moment') }
const writing = { ...reading, ...writeRefusals }
const done = json('Done.', doneSchema, { success: true }, oneUser)
const ended = json('Done.', doneSchema, { success: true }, [...oneUser, 'Cookie'])

const session = {
  id: 'kX2vQm7c',
  device: 'Firefox on Windows',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-22T20:00:00.000Z',
  current: true,
}

export const ownAccountPaths = (server: string): ZodOpenApiPathsObject => ({
  '/api/auth/sessions': get('listSessions', 'Where you are signed in', {
    description: 'Lists your sessions with their devices, and marks the one of this request.',
    security: sessions,
    responses: {
      200: json(
        'Your sessions, the last used first.',
        sessionsResponseSchema,
        { sessions: [session] },
        oneUser,
      ),
      ...reading,
    },
  }),
  '/api/auth/end-session': post('endSession', 'End one of your sessions', {
    description:
      'Signs out one device. Its `id` comes from `/api/auth/sessions`, and may be that of this request.',
    security: sessions,
    requestBody: jsonBody(endSessionSchema, { id: session.id }),
    responses: {
      200: ended,
      400: own.refusal('The body is invalid.', 'Invalid id: expected a string'),
      404: own.refusal('The session does not exist.', 'You have no session with this id'),
      413: tooLarge(16 * 1024),
      ...writing,
    },
  }),
  '/api/auth/end-other-sessions': post('endOtherSessions', 'End all of your other sessions', {
    description: 'Signs out every device except the one that sends this request.',
    security: sessions,
    responses: { 200: done, ...writing },
  }),
  '/api/auth/change-name': post('changeName', 'Change the username or the display name', {
    description:
      'For 30 days, the old username leads to you and nobody else can have it. You can take it back. At most three former usernames are kept for you at a time.',
    security: sessions,
    requestBody: jsonBody(changeNameSchema, {
      password: 'correct horse',
      username: 'ada.l',
      name: 'Ada',
    }),
    responses: {
      200: json(
        'You, with the new names.',
        sessionResponseSchema,
        { user: exampleUser(server) },
        oneUser,
      ),
      400: own.refusal('The body is invalid.', 'Invalid password: expected a string'),
      409: own.refusal('The username is taken.', 'This username is taken: choose another'),
      413: tooLarge(16 * 1024),
      429: own.refusal(
        'Too many attempts, or too many former usernames.',
        'You already have 3 former usernames: try again in 12 days, or take one of them back',
        'RetryAfter',
      ),
      ...writing,
      403: own.refusal(
        'The password is wrong, the account has none, or the request has a session cookie and comes from another site.',
        'Wrong password',
      ),
    },
  }),
  '/api/auth/export': get('exportOwnData', 'Everything that the server stores about you', {
    description:
      'Returns your profile, former usernames, favorites, sessions and invites. It never contains your password or tokens.',
    security: sessions,
    responses: {
      200: json(
        'A file to save.',
        ownDataSchema,
        {
          exportedAt: '2026-11-22T20:00:00.000Z',
          profile: {
            ...exampleUser(server),
            createdAt: session.createdAt,
            formerUsernames: [{ username: 'ada_1815', reservedUntil: '2026-12-10T08:00:00.000Z' }],
          },
          favorites: ['alpine-dawn', 'rose-tide'],
          sessions: [session],
          invites: [
            {
              createdAt: session.createdAt,
              expiresAt: '2026-11-08T08:00:00.000Z',
              uses: 5,
              usesLeft: 3,
            },
          ],
          links: [
            { issuer: 'https://auth.example.com', subject: '5f3a', linkedAt: session.createdAt },
          ],
        },
        [...oneUser, 'Attachment'],
      ),
      ...reading,
    },
  }),
})
