import { parse } from 'hono/utils/cookie'
import { dayMs } from '../../../shared/days.ts'
import { DomainError } from '../../domain-error.ts'
import type { Credentials, IdentityProvider, Profile } from '../../identity/identity-provider.ts'
import { sessionCookieName } from '../../identity/identity-provider.ts'
import type { Log } from '../../ports.ts'
import type { Account, AccountsDatabase, Session } from '../local-accounts.ts'
import { verifyToken } from './session-secret.ts'

export const sessionLifeMs = 90 * dayMs
// A session that is used is extended at most once an hour. The list of sessions shows that time as the last use.
const extendAfterMs = 3_600_000
// After a failure, no session is extended for this long. Otherwise every request would log the failure again.
const pauseMs = 3_600_000

interface LocalIdentityDeps {
  database: AccountsDatabase
  secret: string
  publicUrl: string
  log: Log
  clock?: () => number
}

/**
 * Finds the user of a session. Each request looks up its session in the database without a cache, so a sign-out
 * takes effect at once on all replicas.
 */
export const createLocalIdentity = ({
  database,
  secret,
  publicUrl,
  log,
  clock = Date.now,
}: LocalIdentityDeps): IdentityProvider => {
  let extendFrom = 0

  const findSession = async (token: string): Promise<Session | undefined> => {
    const session = await database.findSession(token)
    const now = clock()
    if (session === undefined || session.expiresAt <= now) return undefined
    if (now - session.updatedAt > extendAfterMs && now >= extendFrom) await extend(token, now)
    return session
  }
  // Extends a session. While the database is read-only, the session stays valid and a later request tries again.
  const extend = (token: string, now: number) =>
    database
      .extendSession(token, { updatedAt: now, expiresAt: now + sessionLifeMs })
      .catch((err: unknown) => {
        if (isBusy(err)) return
        extendFrom = now + pauseMs
        log.warn({ err }, 'Sessions could not be extended. The next attempt is in an hour')
      })
  const toOwnProfile = (account: Account | undefined) => account && toProfile(account, publicUrl)

  return {
    identify: async (credentials) => {
      const token = readToken(credentials, { secret, publicUrl })
      const session = token && (await findSession(token))
      const carrier = credentials.bearer === undefined ? 'cookie' : 'bearer'
      return session ? { userId: session.userId, carrier } : undefined
    },
    findProfile: async (username) => {
      const account = await database.findNamed(username.toLowerCase(), clock())
      return account?.isBlocked ? undefined : toOwnProfile(account)
    },
    findOwnProfile: async (userId) => toOwnProfile(await database.findAccount({ id: userId })),
  }
}

const isBusy = (error: unknown) => error instanceof DomainError && error.code === 'BUSY'

export const readSignedToken = ({ bearer, cookie = '' }: Credentials, cookieName: string) =>
  bearer ?? parse(cookie, cookieName)[cookieName]

/** Returns the token of a session, or an empty text when the request has none that this server signed. */
export const readToken = (
  credentials: Credentials,
  { secret, publicUrl }: Pick<LocalIdentityDeps, 'secret' | 'publicUrl'>,
): string => {
  const signed = readSignedToken(credentials, sessionCookieName(publicUrl))
  return (signed && verifyToken(signed, secret)) ?? ''
}

export const toProfile = (
  { id, username, name }: Pick<Account, 'id' | 'username' | 'name'>,
  publicUrl: string,
): Profile => ({
  userId: id,
  username,
  displayName: name === '' ? username : name,
  imageUrl: `${publicUrl}/api/users/${encodeURIComponent(username)}/image`,
})
