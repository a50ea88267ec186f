import { DomainError } from '../../domain-error.ts'
import type { Account } from '../../identity/accounts-database.ts'
import type { LocalAccounts, SignedInUser } from '../../identity/local-accounts.ts'
import { sessionCookieName } from '../../identity/session-cookie.ts'
import type { Log } from '../../ports.ts'
import { toDomainError } from '../database-failure.ts'
import { type AuthDatabase, createAuth, type PasswordHashing } from './better-auth.ts'
import { type LocalIdentityDeps, readToken, toProfile } from './identity.ts'
import { signToken, verifyToken } from './session-token.ts'

interface LocalAccountsDeps extends LocalIdentityDeps {
  authDatabase: AuthDatabase
  hashing?: PasswordHashing
  log: Log
}

type Auth = Awaited<ReturnType<typeof createAuth>>

/** Accounts by better-auth, called in process: none of its own routes is ever reachable. */
export const createLocalAccounts = ({
  database,
  authDatabase,
  secret,
  publicUrl,
  log,
  hashing,
}: LocalAccountsDeps): LocalAccounts => {
  const cookieName = sessionCookieName(publicUrl)
  let loading: Promise<Auth> | undefined
  // Half a second and 70 MB: whoever only serves wallpapers never pays it.
  const load = () => {
    loading ??= createAuth({ database: authDatabase, secret, publicUrl, log, hashing })
    return loading
  }
  const toSignedIn = (token: string, account: Account): SignedInUser => ({
    token: signToken(token, secret),
    profile: toProfile(account, publicUrl),
  })

  const sessionOf = (request: Request) => {
    const signed = readToken(request, cookieName)?.token
    return signed && verifyToken(signed, secret)
  }
  /** The library knows a session by its own cookie only. */
  const toLibraryHeaders = async (auth: Auth, request: Request) => {
    const signed = readToken(request, cookieName)?.token ?? ''
    const { authCookies } = await auth.$context
    return new Headers({ cookie: `${authCookies.sessionToken.name}=${encodeURIComponent(signed)}` })
  }

  return {
    signUp: async ({ username, password, name }) => {
      const auth = await load()
      if (await database.findAccount({ username })) throw taken()
      const { token, user } = await auth.api
        .signUpEmail({ body: { email: toEmail(username), username, password, name } })
        .catch(async (error: unknown) => {
          // Somebody else took the name while the password was being hashed.
          if (isRefusal(error) && (await database.findAccount({ username }))) throw taken()
          // With SQLite there is no transaction: the name must not stay with a user who cannot sign in.
          if (!isRefusal(error)) await database.deleteUnfinished({ username })
          throw toFailure(error)
        })
      return toSignedIn(token ?? '', { id: user.id, username, name })
    },
    signIn: async ({ username, password }) => {
      const auth = await load()
      const answer = await unlessRefused(auth.api.signInUsername({ body: { username, password } }))
      if (answer === undefined) return undefined
      const { token, user } = answer
      return toSignedIn(token, { id: user.id, username, name: user.name })
    },
    signOut: async (request) => {
      const token = sessionOf(request)
      if (token) await database.deleteSession(token)
    },
    changePassword: async (request, { password, newPassword }) => {
      const auth = await load()
      const answer = await unlessRefused(
        auth.api.changePassword({
          body: { currentPassword: password, newPassword },
          headers: await toLibraryHeaders(auth, request),
        }),
      )
      if (answer === undefined) return false
      // The library would end this session too, and a client would have to learn another token.
      await database.deleteOtherSessions(answer.user.id, sessionOf(request) ?? '')
      return true
    },
    deleteAccount: async (request, password) => {
      // Without a password the library would delete the account of any fresh session.
      if (password === '') return false
      const auth = await load()
      const headers = await toLibraryHeaders(auth, request)
      const answer = await unlessRefused(auth.api.deleteUser({ body: { password }, headers }))
      return answer !== undefined
    },
  }
}

/** The library asks for an e-mail address; `.invalid` never has one (RFC 2606). */
const toEmail = (username: string) => `${Buffer.from(username).toString('hex')}@users.invalid`

const taken = () => new DomainError('USERNAME_TAKEN', 'This username is taken: choose another')

/** The library throws its refusals: an `APIError` with a 4xx is an answer, all else a failure. */
const unlessRefused = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isRefusal(error)) return undefined
    throw toFailure(error)
  })

const isRefusal = (error: unknown) => {
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

/** The library keeps to itself why it could not write a new user. */
const toFailure = (error: unknown) => {
  const { body } = error as { body?: { code?: unknown } }
  return body?.code === 'FAILED_TO_CREATE_USER'
    ? new DomainError('BUSY', busyText, { cause: error, retryAfterSeconds: 2 })
    : toDomainError(error, busyText)
}

const busyText = 'Accounts cannot be changed right now: try again in a moment'
