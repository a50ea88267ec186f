import type { Hono } from 'hono'
import {
  changeNameSchema,
  changePasswordSchema,
  deleteAccountSchema,
  endSessionSchema,
  type OwnData,
  type SessionResponse,
  type SessionsResponse,
  type SignedIn,
  type User,
} from '../../../shared/account-api.ts'
import { DomainError } from '../../domain-error.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import { privateRoute } from '../../http/add-route.ts'
import { readJson } from '../../http/requests/read-body.ts'
import {
  readCredentials,
  requireChangingUser,
  requireUser,
  setSessionCookie,
} from '../../http/requests/session.ts'
import type { IdentityProvider, OwnProfile } from '../../identity/identity-provider.ts'
import { type AccountStepsDeps, createAccountSteps } from '../account-steps.ts'
import type { OwnSession, SignedInUser } from '../local-accounts.ts'
import type { LinkedAccounts } from '../oidc.ts'

interface OwnAccountRoutesDeps extends AccountStepsDeps {
  identity: IdentityProvider
  favorites: Pick<FavoritesStore, 'list'>
  publicUrl: string
  oidc?: (AccountStepsDeps['oidc'] & { linked: Pick<LinkedAccounts, 'findWays'> }) | undefined
}

const body = { maxBytes: 16 * 1024 }

export const addOwnAccountRoutes = (app: Hono, deps: OwnAccountRoutesDeps) => {
  const { accounts, identity, publicUrl, oidc } = deps
  const steps = createAccountSteps(deps)
  const notAllowed = async (userId: string) => {
    const ways = await oidc?.linked.findWays(userId)
    const isWrong = ways?.hasPassword ?? true
    const message = isWrong
      ? 'Wrong password'
      : 'This account has no password: use its account page'
    return new DomainError('FORBIDDEN', message)
  }

  privateRoute(app, '/api/auth/change-password', {
    POST: async (c) => {
      const { userId } = await requireChangingUser(c, deps)
      const passwords = await readJson(c, changePasswordSchema, body)
      const change = { credentials: readCredentials(c.req.raw), userId, ...passwords }
      if (!(await steps.changePassword(change))) throw await notAllowed(userId)
      return c.json({ success: true })
    },
  })

  privateRoute(app, '/api/auth/delete-account', {
    POST: async (c) => {
      const { userId, carrier } = await requireChangingUser(c, deps)
      const { password } = await readJson(c, deleteAccountSchema, body)
      const deletion = { credentials: readCredentials(c.req.raw), userId, password }
      if (!(await steps.deleteAccount(deletion))) throw await notAllowed(userId)
      if (carrier === 'cookie') setSessionCookie(c, '', publicUrl)
      return c.json({ success: true })
    },
  })

  privateRoute(app, '/api/auth/sessions', {
    GET: async (c) => {
      await requireUser(c, deps)
      const sessions = await accounts.listSessions(readCredentials(c.req.raw))
      return c.json({ sessions: sessions.map(toSession) } satisfies SessionsResponse)
    },
  })

  privateRoute(app, '/api/auth/end-session', {
    POST: async (c) => {
      const { carrier } = await requireChangingUser(c, deps)
      const { id } = await readJson(c, endSessionSchema, body)
      const credentials = readCredentials(c.req.raw)
      if (!(await accounts.endSession(credentials, id)))
        throw new DomainError('NOT_FOUND', 'You have no session with this id')
      const isOver = (await identity.identify(credentials)) === undefined
      if (isOver && carrier === 'cookie') setSessionCookie(c, '', publicUrl)
      return c.json({ success: true })
    },
  })

  privateRoute(app, '/api/auth/end-other-sessions', {
    POST: async (c) => {
      await requireChangingUser(c, deps)
      await accounts.endOtherSessions(readCredentials(c.req.raw))
      return c.json({ success: true })
    },
  })

  privateRoute(app, '/api/auth/change-name', {
    POST: async (c) => {
      const { userId } = await requireChangingUser(c, deps)
      const change = await readJson(c, changeNameSchema, body)
      const credentials = readCredentials(c.req.raw)
      if (!(await steps.changeName({ credentials, userId, ...change })))
        throw await notAllowed(userId)
      const profile = await findOwn(identity, userId)
      return c.json({ user: toUser(profile) } satisfies SessionResponse)
    },
  })

  privateRoute(app, '/api/auth/export', {
    GET: async (c) => {
      const { userId } = await requireUser(c, deps)
      const profile = await findOwn(identity, userId)
      const [history, favorites, sessions] = await Promise.all([
        accounts.findHistory(userId),
        deps.favorites.list(userId),
        accounts.listSessions(readCredentials(c.req.raw)),
      ])
      const exportedAt = new Date().toISOString()
      const file = `fresco-${profile.username}-${exportedAt.slice(0, 10)}.json`
      c.header('Content-Disposition', `attachment; filename="${file}"`)
      const data = {
        exportedAt,
        profile: {
          ...toUser(profile),
          createdAt: toTime(history?.createdAt ?? 0),
          formerUsernames: (history?.formerUsernames ?? []).map(({ username, reservedUntil }) => ({
            username,
            reservedUntil: toTime(reservedUntil),
          })),
        },
        favorites: [...favorites],
        sessions: sessions.map(toSession),
        invites: (history?.invites ?? []).map((invite) => ({
          ...invite,
          createdAt: toTime(invite.createdAt),
          expiresAt: toTime(invite.expiresAt),
        })),
        links: (history?.links ?? []).map((link) => ({ ...link, linkedAt: toTime(link.linkedAt) })),
      } satisfies OwnData
      return c.body(`${JSON.stringify(data, undefined, 2)}\n`, 200, {
        'Content-Type': 'application/json',
      })
    },
  })
}

const findOwn = async (identity: IdentityProvider, userId: string): Promise<OwnProfile> => {
  const profile = await identity.findOwnProfile(userId)
  if (profile === undefined) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
  return profile
}

const toSession = ({ id, device, createdAt, lastUsedAt, isCurrent }: OwnSession) => ({
  id,
  device: device || 'Unknown device',
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
