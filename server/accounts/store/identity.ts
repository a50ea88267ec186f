import { hourMs } from '../../../shared/days.ts'
import { DomainError } from '../../domain-error.ts'
import type { Credentials, IdentityProvider } from '../../identity/identity-provider.ts'
import type { Log } from '../../ports.ts'
import { createSessions, readSessionKey, type SessionDeps } from './sessions.ts'
import { type Account, createUsers, toProfile } from './users.ts'

// A session that is used is extended at most once an hour. The list of sessions shows that time as the last use.
const extendAfterMs = hourMs
// After a failure, no session is extended for this long. Otherwise every request would log the failure again.
const pauseMs = hourMs
const mostKeys = 1_000

/** Finds the user of a session. */
export const createLocalIdentity = ({
  run,
  secret,
  publicUrl,
  log,
  clock = Date.now,
}: SessionDeps & { log: Log }): IdentityProvider => {
  const sessions = createSessions(run)
  const users = createUsers(run)
  let extendFrom = 0
  const keys = new Map<string, string>()

  // Checking the signature of a token takes as long as everything else here.
  const findKey = (credentials: Credentials) => {
    const known = keys.get(credentials.bearer ?? '')
    if (known !== undefined) return known
    const key = readSessionKey(credentials, { secret, publicUrl })
    if (keys.size >= mostKeys) keys.clear()
    if (credentials.bearer && key) keys.set(credentials.bearer, key)
    return key
  }

  // Extends a session. While the database is read-only, the session stays valid and a later request tries again.
  const extend = (key: string, now: number) =>
    sessions.extend(key, now).catch((err: unknown) => {
      if (isBusy(err)) return
      extendFrom = now + pauseMs
      log.warn({ err }, 'Sessions could not be extended. The next attempt is in an hour')
    })
  const toOwnProfile = (account: Account | undefined) => account && toProfile(account, publicUrl)

  return {
    identify: async (credentials) => {
      const key = findKey(credentials)
      const now = clock()
      const session = key === '' ? undefined : await sessions.find(key, now)
      if (session === undefined) return undefined
      if (now - session.updatedAt > extendAfterMs && now >= extendFrom) await extend(key, now)
      const carrier = credentials.bearer === undefined ? 'cookie' : 'bearer'
      return { userId: session.userId, carrier }
    },
    findProfile: async (username) => {
      const account = await users.findNamed(username.toLowerCase(), clock())
      return account?.isBlocked ? undefined : toOwnProfile(account)
    },
    findOwnProfile: async (userId) => toOwnProfile(await users.find(userId)),
  }
}

const isBusy = (error: unknown) => error instanceof DomainError && error.code === 'BUSY'
