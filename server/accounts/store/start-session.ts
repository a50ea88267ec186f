import type { RunStatements } from '../../database/statements.ts'
import type { AccountsDatabase, SignedInUser } from '../local-accounts.ts'
import { insertSession, makeId } from './account-rows.ts'
import { blocked, maxSessions } from './accounts.ts'
import { sessionLifeMs, toProfile } from './identity.ts'
import { signToken } from './session-secret.ts'

export interface SessionDeps {
  database: AccountsDatabase
  run: RunStatements
  secret: string
  publicUrl: string
  clock?: () => number
}

/**
 * Starts a session for a user who proved who they are without a password. Returns `undefined` if the user does not exist.
 * @throws DomainError `ACCOUNT_BLOCKED`
 */
export const createStartSession =
  ({ database, run, secret, publicUrl, clock = Date.now }: SessionDeps) =>
  async (userId: string, device: string): Promise<SignedInUser | undefined> => {
    const account = await database.findAccount({ id: userId })
    if (account === undefined) return undefined
    if (account.isBlocked) throw blocked()
    const token = makeId()
    const now = clock()
    await run([insertSession({ token, userId, device, now })])
    await database.deleteOldestSessions(userId, maxSessions)
    return {
      token: signToken(token, secret),
      profile: toProfile(account, publicUrl),
      expiresAt: now + sessionLifeMs,
    }
  }
