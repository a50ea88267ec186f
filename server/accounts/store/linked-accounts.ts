import { displayNameSchema } from '../../../shared/account-api.ts'
import type { Random } from '../../../shared/catalogue/draw.ts'
import { isUniqueViolation } from '../../database/database-failure.ts'
import { askWith, type Statement, toText } from '../../database/statements.ts'
import { DomainError } from '../../domain-error.ts'
import type { OidcNames, OidcPerson } from '../oidc-provider.ts'
import { linkPrefix, passwordProvider } from './passwords.ts'
import { makeId } from './session-secret.ts'
import { createStartSession, type SessionDeps, type SignedInUser } from './sessions.ts'
import { insertUser } from './users.ts'

interface LinkedAccountsDeps extends SessionDeps {
  /** The provider of the settings, without a slash at the end. Links to former providers stay in the table. */
  issuer: string
}

export type SignInWays = Awaited<ReturnType<LinkedAccounts['findWays']>>

interface NewPerson {
  names: OidcNames
  device: string
  inviteId: string | undefined
}

export type LinkedAccounts = ReturnType<typeof createLinkedAccounts>

/**
 * Accounts that sign in at an OpenID Connect provider. The functions do not check who asks. The provider's tokens are not
 * stored, because nothing needs them after the sign-in.
 */
export const createLinkedAccounts = ({ issuer, ...deps }: LinkedAccountsDeps) => {
  const { run, clock = Date.now } = deps
  const ask = askWith(run)
  const startSession = createStartSession(deps)
  const findUser = async (person: OidcPerson) => {
    const [row] = await ask(userOf, ...toKeys(person))
    return row && String(row.userId)
  }
  /** Returns `undefined` when no account is linked to the person. */
  const signIn = async (person: OidcPerson, device: string): Promise<SignedInUser | undefined> => {
    const userId = await findUser(person)
    if (userId === undefined) return undefined
    const isStillLinked = {
      text: `${userOf} AND "userId" = $3`,
      values: [...toKeys(person), userId],
    }
    return startSession(userId, device, isStillLinked)
  }

  return {
    findUser,
    signIn,
    /**
     * Creates an account without a password, with the first free username of `usernamesFor`, and uses the invite once.
     * @throws DomainError `SIGN_UP_REFUSED` when others have used up the invite in the meantime
     */
    signUp: async (person: OidcPerson, { names, device, inviteId }: NewPerson) => {
      const name = displayNameSchema.safeParse(names.name).data ?? ''
      for (const username of usernamesFor(Math.random, names.username)) {
        const [id, now] = [makeId(), clock()]
        const made = await run([
          ...insertUser({ id, username, name: name || username, now, inviteId }),
          insertLink(id, person, now),
        ]).catch((error: unknown) => {
          if (!isUniqueViolation(error) && !isTaken(error)) throw error
        })
        // The same person may have signed up at the same moment, in another tab.
        const signedIn = await signIn(person, device)
        if (signedIn) return signedIn
        if (made) break
      }
      throw new DomainError('BUSY', 'No free username was found: try again')
    },
    /** @throws DomainError `LINK_TAKEN` when the person or the account is already linked */
    link: async (userId: string, person: OidcPerson) => {
      if ((await findUser(person)) === userId) return
      await run([insertLink(userId, person, clock())]).catch((cause: unknown) => {
        throw isUniqueViolation(cause) ? linkTaken(cause) : cause
      })
    },
    /** Removes the link, and returns `false` when the account has no password. */
    unlink: async (userId: string) => (await ask(removeLinks, userId)).length > 0,
    findWays: async (userId: string) => {
      const rows = await ask(providersOf, userId)
      const providers = new Set(rows.map(({ providerId }) => String(providerId)))
      const link = linkPrefix + issuer
      return {
        hasPassword: providers.has(passwordProvider),
        /** True if the account is linked to the identity provider that the settings name now. */
        isLinked: providers.has(link) || providers.has(`${link}/`),
      }
    },
  }
}

const toKeys = ({ issuer, subject }: OidcPerson): [string, string] => [linkPrefix + issuer, subject]

const userOf = `SELECT "userId" FROM "account" WHERE "providerId" = $1 AND "accountId" = $2`

const providersOf = `SELECT "providerId" FROM "account" WHERE "userId" = $1`

const removeLinks = `
  DELETE FROM "account" WHERE "userId" = $1 AND "providerId" <> '${passwordProvider}' AND EXISTS (
    SELECT 1 FROM "account" AS "other"
    WHERE "other"."userId" = $1 AND "other"."providerId" = '${passwordProvider}')
  RETURNING "id"`

const insertLink = (userId: string, person: OidcPerson, now: number): Statement => ({
  text: `INSERT INTO "account" ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
    VALUES ($1, $2, $3, $4, $5, $5)`,
  values: [makeId(), ...toKeys(person), userId, toText(now)],
})

const linkTaken = (cause: unknown) =>
  new DomainError('LINK_TAKEN', 'This account, or the one at the provider, is already linked', {
    cause,
  })

const isTaken = (error: unknown) => error instanceof DomainError && error.code === 'USERNAME_TAKEN'

const longest = 30
const shortest = 3

/**
 * Lists usernames for a new account, the best one first. `wish` is the name at the provider, which may be an e-mail
 * address. When the name is taken, a number is appended: first a small one, then a random one of four digits.
 */
export function* usernamesFor(random: Random, wish = ''): Generator<string> {
  const base = toUsername(wish)
  yield base
  for (let number = 2; number < 10; number++) yield withNumber(base, number)
  for (let draw = 0; draw < 20; draw++) yield withNumber(base, 1_000 + Math.floor(random() * 9_000))
}

const toUsername = (wish: string): string => {
  const [local = ''] = wish.split('@')
  const letters = local.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const name = letters
    .replace(/[^a-z0-9_.]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longest)
  if (name.length >= shortest) return name
  return name === '' ? 'user' : `user_${name}`
}

const withNumber = (base: string, number: number) =>
  base.slice(0, longest - String(number).length) + number
