import { hourMs } from '../../../shared/days.ts'
import type { Credentials, IdentityProvider } from '../../identity/identity-provider.ts'
import { createSessions, readSessionKey, type SessionDeps } from './sessions.ts'
import { type Account, createUsers, toProfile } from './users.ts'

// A session that is used is extended at most once an hour. The list of sessions shows that time as the last use.
const extendAfterMs = hourMs
const mostKeys = 1_000

export const createLocalIdentity = ({
  run,
  secret,
  publicUrl,
  clock = Date.now,
}: SessionDeps): IdentityProvider => {
  const sessions = createSessions(run)
  const users = createUsers(run)
  const keys = new Map<string, string>()
  let extendFrom = 0

  // Checking the signature of a token takes as long as everything else here.
  const findKey = (credentials: Credentials) => {
    const known = keys.get(credentials.bearer ?? '')
    if (known !== undefined) return known
    const key = readSessionKey(credentials, { secret, publicUrl })
    if (keys.size >= mostKeys) keys.clear()
    if (credentials.bearer && key) keys.set(credentials.bearer, key)
    return key
  }

  const toOwnProfile = (account: Account | undefined) => account && toProfile(account, publicUrl)

  return {
    identify: async (credentials) => {
      const key = findKey(credentials)
      const now = clock()
      const session = key === '' ? undefined : await sessions.find(key, now)
      if (session === undefined) return undefined
      // While the database is read-only, the session stays valid, and one request a minute tries again.
      if (now - session.updatedAt > extendAfterMs && now >= extendFrom)
        await sessions.extend(key, now).catch(() => {
          extendFrom = now + 60_000
        })
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
