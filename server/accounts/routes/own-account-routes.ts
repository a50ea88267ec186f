import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import {
  endSessionSchema,
  type OwnData,
  ownDataSchema,
  type SessionResponse,
  type SessionsResponse,
  type SignedIn,
  sessionResponseSchema,
  sessionsResponseSchema,
  type User,
} from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import type { RouteDescription } from '../../http/openapi/describe-route.ts'
import { exampleUser } from '../../http/openapi/examples.ts'
import { json, refusal, tooMany } from '../../http/openapi/responses.ts'
import { readJson } from '../../http/requests/read-body.ts'
import {
  readCredentials,
  requireChangingUser,
  requireUser,
  setSessionCookie,
} from '../../http/requests/session.ts'
import { routesOf } from '../../http/route.ts'
import type { Identity, IdentityProvider, OwnProfile } from '../../identity/identity-provider.ts'
import type { AccountAction, Sender } from '../account-actions.ts'
import type { OwnSession, SignedInUser } from '../store/sessions.ts'
import { done, doneWithCookie, invalid, maxBytes, taken, tooManyAttempts } from './answers.ts'
import type { LocalRoutesDeps } from './deps.ts'

interface ActionRoute<Input extends z.ZodType>
  extends Pick<RouteDescription, 'id' | 'summary' | 'text' | 'answers'> {
  action: AccountAction<Input, Sender, unknown>
  example: z.input<Input>
  /** Answers when the action has been carried out. Without it, the answer is `{ "success": true }`. */
  respond?: (c: Context, sender: Sender & Identity) => Response | Promise<Response>
}

const actionRoutes = (app: Hono, deps: LocalRoutesDeps) => {
  const own = routesOf(app, 'Accounts', 'own')
  return <Input extends z.ZodType>(
    path: string,
    { action, example, respond = succeed, ...description }: ActionRoute<Input>,
  ) =>
    own.post(path, {
      ...description,
      body: { schema: action.input, example, maxBytes },
      handler: async (c) => {
        const user = await requireChangingUser(c, deps)
        const values = await readJson(c, action.input, { maxBytes })
        const sender = { ...user, credentials: readCredentials(c.req.raw) }
        await action.run(values, sender)
        return respond(c, sender)
      },
    })
}

const succeed = (c: Context) => c.json({ success: true })

export const addOwnAccountRoutes = (app: Hono, deps: LocalRoutesDeps) => {
  const own = routesOf(app, 'Accounts', 'own')
  const actionRoute = actionRoutes(app, deps)
  const { accounts, actions, identity, publicUrl } = deps
  const answers = {
    200: doneWithCookie,
    400: invalid('Invalid password: expected a string'),
    403: wrongPassword,
    429: tooManyAttempts,
  }

  actionRoute('/api/auth/change-password', {
    action: actions.changePassword,
    id: 'changePassword',
    summary: 'Change the password',
    text: 'Changes the password and ends all other sessions of the account.',
    example: { password: 'correct horse', newPassword: 'battery staple' },
    answers,
  })

  actionRoute('/api/auth/delete-account', {
    action: actions.deleteAccount,
    id: 'deleteAccount',
    summary: 'Delete the account',
    text: 'Deletes the account and its favorites at once. This cannot be undone.',
    example: { password: 'correct horse' },
    answers,
    respond: (c, { carrier }) => {
      if (carrier === 'cookie') setSessionCookie(c, '', publicUrl)
      return succeed(c)
    },
  })

  own.get('/api/auth/sessions', {
    id: 'listSessions',
    summary: 'Where you are signed in',
    text: 'Lists your sessions with their devices, and marks the one of this request.',
    answers: {
      200: json('Your sessions, the last used first.', sessionsResponseSchema, {
        sessions: [exampleDevice],
      }),
    },
    handler: async (c) => {
      await requireUser(c, deps)
      const sessions = await accounts.listSessions(readCredentials(c.req.raw))
      return c.json({ sessions: sessions.map(toSession) } satisfies SessionsResponse)
    },
  })

  actionRoute('/api/auth/end-session', {
    action: {
      input: endSessionSchema,
      run: async ({ id }, { credentials }) => {
        if (!(await accounts.endSession(credentials, id)))
          throw new DomainError('NOT_FOUND', 'You have no session with this id')
      },
    },
    id: 'endSession',
    summary: 'End one of your sessions',
    text: 'Signs out one device. Its `id` comes from `/api/auth/sessions`, and may be that of this request.',
    example: { id: exampleDevice.id },
    answers: {
      200: doneWithCookie,
      400: invalid('Invalid id: expected a string'),
      404: refusal('The session does not exist.', 'You have no session with this id'),
    },
    respond: async (c, { credentials, carrier }) => {
      const isOver = (await identity.identify(credentials)) === undefined
      if (isOver && carrier === 'cookie') setSessionCookie(c, '', publicUrl)
      return succeed(c)
    },
  })

  own.post('/api/auth/end-other-sessions', {
    id: 'endOtherSessions',
    summary: 'End all of your other sessions',
    text: 'Signs out every device except the one that sends this request.',
    answers: { 200: done },
    handler: async (c) => {
      await requireChangingUser(c, deps)
      await accounts.endOtherSessions(readCredentials(c.req.raw))
      return succeed(c)
    },
  })

  actionRoute('/api/auth/change-name', {
    action: actions.changeName,
    id: 'changeName',
    summary: 'Change the username or the display name',
    text: 'For 30 days, the old username leads to you and nobody else can have it. You can take it back. At most three former usernames are kept for you at a time.',
    example: { password: 'correct horse', username: 'ada.l', name: 'Ada' },
    answers: {
      200: json('You, with the new names.', sessionResponseSchema, {
        user: exampleUser(publicUrl),
      }),
      400: invalid('Invalid password: expected a string'),
      403: wrongPassword,
      409: taken,
      429: tooMany(
        'Too many attempts, or too many former usernames.',
        'You already have 3 former usernames: try again in 12 days, or take one of them back',
      ),
    },
    respond: async (c, { userId }) =>
      c.json({ user: toUser(await findOwn(identity, userId)) } satisfies SessionResponse),
  })

  own.get('/api/auth/export', {
    id: 'exportOwnData',
    summary: 'Everything that the server stores about you',
    text: 'Returns your profile, former usernames, favorites, sessions, invites and the names of your read keys. It never contains your password or tokens.',
    answers: {
      200: json('A file to save.', ownDataSchema, exampleOwnData(publicUrl), ['Attachment']),
    },
    handler: async (c) => sendOwnData(c, deps, (await requireUser(c, deps)).userId),
  })
}

export const sendOwnData = async (
  c: Context,
  deps: Pick<LocalRoutesDeps, 'accounts' | 'identity' | 'favorites' | 'keys'>,
  userId: string,
): Promise<Response> => {
  const { accounts, identity, favorites, keys } = deps
  const profile = await findOwn(identity, userId)
  const [history, ids, sessions, ownKeys] = await Promise.all([
    accounts.findHistory(userId),
    favorites.list(userId),
    accounts.listSessions(readCredentials(c.req.raw)),
    keys.list(userId),
  ])
  const exportedAt = new Date().toISOString()
  const file = `fresco-${profile.username}-${exportedAt.slice(0, 10)}.json`
  c.header('Content-Disposition', `attachment; filename="${file}"`)
  const data = {
    exportedAt,
    profile: {
      ...toUser(profile),
      createdAt: toTime(history?.createdAt ?? 0),
      formerUsernames: (history?.formerUsernames ?? []).map((former) => ({
        ...former,
        reservedUntil: toTime(former.reservedUntil),
      })),
    },
    favorites: [...ids],
    sessions: sessions.map(toSession),
    invites: (history?.invites ?? []).map((invite) => ({
      ...invite,
      createdAt: toTime(invite.createdAt),
      expiresAt: toTime(invite.expiresAt),
    })),
    keys: ownKeys.map(({ name, scope, createdAt, lastUsedAt }) => ({
      ...{ name, scope, createdAt: toTime(createdAt) },
      ...(lastUsedAt !== undefined && { lastUsedAt: toTime(lastUsedAt) }),
    })),
    links: (history?.links ?? []).map((link) => ({ ...link, linkedAt: toTime(link.linkedAt) })),
  } satisfies OwnData
  c.header('Content-Type', 'application/json')
  return c.body(`${JSON.stringify(data, undefined, 2)}\n`)
}

const wrongPassword = refusal(
  'The password is wrong, the account has none, or the request has a session cookie and comes from another site.',
  'Wrong password',
)

const exampleDevice = {
  id: 'kX2vQm7c',
  device: 'Firefox on Windows',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-22T20:00:00.000Z',
  current: true,
}

const exampleOwnData = (server: string): OwnData => {
  const { createdAt } = exampleDevice
  return {
    exportedAt: '2026-11-22T20:00:00.000Z',
    profile: {
      ...exampleUser(server),
      createdAt,
      formerUsernames: [{ username: 'ada_1815', reservedUntil: '2026-12-10T08:00:00.000Z' }],
    },
    favorites: ['alpine-dawn', 'rose-tide'],
    sessions: [exampleDevice],
    invites: [{ createdAt, expiresAt: '2026-11-08T08:00:00.000Z', uses: 5, usesLeft: 3 }],
    keys: [{ name: 'Photo frame', scope: 'read', createdAt }],
    links: [{ issuer: 'https://auth.example.com', subject: '5f3a', linkedAt: createdAt }],
  }
}

/** @throws DomainError `UNAUTHORIZED` when the user of a session has just been deleted */
export const findOwn = async (identity: IdentityProvider, userId: string): Promise<OwnProfile> => {
  const profile = await identity.findOwnProfile(userId)
  if (profile === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
  return profile
}

const toSession = ({ id, device, createdAt, lastUsedAt, isCurrent }: OwnSession) => ({
  id,
  device,
  createdAt: toTime(createdAt),
  lastUsedAt: toTime(lastUsedAt),
  current: isCurrent,
})

const toTime = (time: number) => new Date(time).toISOString()

export const toSignedIn = ({ token, profile, expiresAt }: SignedInUser): SignedIn => ({
  token,
  expiresAt: toTime(expiresAt),
  user: toUser(profile),
})

export const toUser = ({ userId, username, displayName, imageUrl }: OwnProfile): User => ({
  id: userId,
  username: username ?? null,
  name: displayName,
  image: imageUrl,
})
