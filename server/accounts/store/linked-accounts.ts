import { displayNameSchema } from '../../../shared/account-api.ts'
import { isUniqueViolation } from '../../database/database-failure.ts'
import type { Statement } from '../../database/statements.ts'
import { DomainError } from '../../domain-error.ts'
import { usedUp } from '../invites.ts'
import type { LinkedAccounts, OidcNames, OidcPerson } from '../oidc.ts'
import { usernamesFor } from '../oidc-usernames.ts'
import {
  insertPasswordIfNone,
  insertUser,
  linkPrefix,
  makeId,
  passwordProvider,
} from './account-rows.ts'
import { useInvite } from './invites.ts'
import { requireFree } from './own-account.ts'
import { createStartSession, type SessionDeps } from './start-session.ts'

interface LinkedAccountsDeps extends SessionDeps {
  hash: (password: string) => Promise<string>
  /** The provider of the settings, without a slash at the end. Links to former providers stay in the table. */
  issuer: string
}

/**
 * Links accounts to people at an OpenID Connect provider, in the table in which better-auth stores such links. The
 * provider's tokens are not stored, because nothing needs them after the sign-in.
 */
export const createLinkedAccounts = (deps: LinkedAccountsDeps): LinkedAccounts => {
  const { database, run, hash, issuer, clock = Date.now } = deps
  const ask = async (statement: Statement) => (await run([statement]))[0] ?? []
  const findUser = async (person: OidcPerson) => {
    const values = [toProviderId(person), person.subject]
    const [row] = await ask({ text: userOf, values })
    return row && String(row.userId)
  }
  const startSession = createStartSession(deps)
  const signIn = async (person: OidcPerson, device: string) => {
    const userId = await findUser(person)
    return userId === undefined ? undefined : startSession(userId, device)
  }
  const tryUsername = async (
    person: OidcPerson,
    { username, name }: { username: string; name: string },
    inviteId: string | undefined,
  ): Promise<boolean> => {
    const [id, now] = [makeId(), clock()]
    const used = inviteId === undefined ? [] : [{ ...useInvite(inviteId), orThrow: usedUp }]
    try {
      await run([
        ...used,
        insertUser({ id, username, name: name || username, now }),
        requireFree(username, id, now),
        insertLink(id, person, now),
      ])
      return true
    } catch (error) {
      if (isUniqueViolation(error) || isTaken(error)) return false
      throw error
    }
  }

  return {
    findUser,
    signIn,
    signUp: async (person, { names, device, inviteId }) => {
      const name = toName(names)
      for (const username of usernamesFor(Math.random, names.username)) {
        const isNew = await tryUsername(person, { username, name }, inviteId)
        // The same person may have signed up at the same moment, in another tab.
        const signedIn = await signIn(person, device)
        if (signedIn) return signedIn
        if (isNew) break
      }
      throw new DomainError('BUSY', 'No free username was found: try again')
    },
    link: async (userId, person) => {
      if ((await findUser(person)) === userId) return
      await run([insertLink(userId, person, clock())]).catch((cause: unknown) => {
        throw isUniqueViolation(cause) ? linkTaken(cause) : cause
      })
    },
    unlink: async (userId) => (await ask({ text: removeLinks, values: [userId] })).length > 0,
    findWays: async (userId) => {
      const rows = await ask({ text: providersOf, values: [userId] })
      const providers = new Set(rows.map(({ providerId }) => String(providerId)))
      const link = linkPrefix + issuer
      return {
        hasPassword: providers.has(passwordProvider),
        isLinked: providers.has(link) || providers.has(`${link}/`),
      }
    },
    setPassword: async (userId, password) => {
      const wish = { userId, hash: await hash(password), now: clock() }
      return (await ask(insertPasswordIfNone(wish))).length > 0
    },
    changeName: (userId, change) => database.rename(userId, change, clock()),
    deleteAccount: (userId) => database.deleteAccount(userId, clock()),
  }
}

const toProviderId = ({ issuer }: OidcPerson) => linkPrefix + issuer

const userOf = `SELECT "userId" FROM "account" WHERE "providerId" = $1 AND "accountId" = $2`

const providersOf = `SELECT "providerId" FROM "account" WHERE "userId" = $1`

const removeLinks = `
  DELETE FROM "account" WHERE "userId" = $1 AND "providerId" <> '${passwordProvider}' AND EXISTS (
    SELECT 1 FROM "account" AS "other"
    WHERE "other"."userId" = $1 AND "other"."providerId" = '${passwordProvider}')
  RETURNING "id"`

const insertLink = (userId: string, person: OidcPerson, now: number): Statement => ({
  text: `INSERT INTO "account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
    VALUES ($1, $2, $3, $4, $5, $5)`,
  values: [makeId(), person.subject, toProviderId(person), userId, new Date(now).toISOString()],
})

const linkTaken = (cause: unknown) =>
  new DomainError('LINK_TAKEN', 'This account, or the one at the provider, is already linked', {
    cause,
  })

const toName = ({ name }: OidcNames): string => displayNameSchema.safeParse(name).data ?? ''

const isTaken = (error: unknown) => error instanceof DomainError && error.code === 'USERNAME_TAKEN'
