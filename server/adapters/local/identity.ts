import { DomainError } from '../../domain-error.ts'
import type { Account, AccountsDatabase, Session } from '../../identity/accounts-database.ts'
import { hasBearer, readBearer, readCookie } from '../../identity/carrier.ts'
import type { Identity, IdentityProvider, Profile } from '../../identity/identity-provider.ts'
import { sessionCookieName } from '../../identity/session-cookie.ts'
import type { Log } from '../../ports.ts'
import { verifyToken } from './session-token.ts'

const dayMs = 86_400_000

/** A session that is used lives on: a new tab a month is enough. */
export const sessionLifeMs = 90 * dayMs
/** How old the expiry may get before a request moves it. */
const extendAfterMs = dayMs

export interface LocalIdentityDeps {
  database: AccountsDatabase
  secret: string
  publicUrl: string
  log: Log
  clock?: () => number
}

/**
 * Identity by sessions of this server. Each request looks its session up by one indexed query and
 * nothing is cached, so a sign-out holds everywhere at once.
 */
export const createLocalIdentity = ({
  database,
  secret,
  publicUrl,
  log,
  clock = Date.now,
}: LocalIdentityDeps): IdentityProvider => {
  const cookieName = sessionCookieName(publicUrl)

  const findSession = async (token: string): Promise<Session | undefined> => {
    const session = await database.findSession(token)
    const now = clock()
    if (session === undefined || session.expiresAt <= now) return undefined
    if (now - session.updatedAt > extendAfterMs) await extend(token, now)
    return session
  }
  /** A database that can only be read: the session holds, and the next request extends it. */
  const extend = (token: string, now: number) =>
    database
      .extendSession(token, { updatedAt: now, expiresAt: now + sessionLifeMs })
      .catch((err: unknown) => {
        if (!isBusy(err)) log.warn({ err }, 'A session could not be extended')
      })
  const toOwnProfile = (account: Account | undefined) => account && toProfile(account, publicUrl)

  return {
    kind: 'local',
    identify: async (request) => {
      const shown = readToken(request, cookieName)
      const token = shown && verifyToken(shown.token, secret)
      const session = token && (await findSession(token))
      return session ? { userId: session.userId, carrier: shown.carrier } : undefined
    },
    findProfile: async (username) =>
      toOwnProfile(await database.findAccount({ username: username.toLowerCase() })),
    findOwnProfile: async (userId) => toOwnProfile(await database.findAccount({ id: userId })),
  }
}

const isBusy = (error: unknown) => error instanceof DomainError && error.code === 'BUSY'

interface ShownToken {
  token: string
  carrier: Identity['carrier']
}

/** The signed token of a request; a bearer token that does not hold is not excused by a cookie. */
export const readToken = (request: Request, cookieName: string): ShownToken | undefined => {
  const carrier = hasBearer(request) ? 'bearer' : 'cookie'
  const token = carrier === 'bearer' ? readBearer(request) : readCookie(request, cookieName)
  return token === undefined ? undefined : { token, carrier }
}

export const toProfile = ({ id, username, name }: Account, publicUrl: string): Profile => ({
  userId: id,
  username,
  displayName: name === '' ? username : name,
  imageUrl: `${publicUrl}/api/users/${encodeURIComponent(username)}/image`,
})
