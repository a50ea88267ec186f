import { join } from 'node:path'
import { Hono } from 'hono'
import { createAccountActions } from '../server/accounts/account-actions.ts'
import { addAccountsRoutes } from '../server/accounts/routes/accounts-routes.ts'
import type { AccountsRoutesDeps } from '../server/accounts/routes/deps.ts'
import { createLocalAccounts, type PasswordHashing } from '../server/accounts/store/accounts.ts'
import { createAdministration } from '../server/accounts/store/administration.ts'
import { createLocalIdentity } from '../server/accounts/store/identity.ts'
import type { SignUpMode } from '../server/accounts/store/invites.ts'
import { createInvites } from '../server/accounts/store/invites.ts'
import { createPairings } from '../server/accounts/store/pairings.ts'
import { createReadKeys } from '../server/accounts/store/read-keys.ts'
import { createUsers } from '../server/accounts/store/users.ts'
import { createAttemptCounter } from '../server/adapters/redis/limits.ts'
import {
  createSqliteFavorites,
  createSqliteStatements,
  openSqliteAccounts,
} from '../server/database/sqlite.ts'
import { createPublicFavorites } from '../server/favorites/public-favorites.ts'
import { answerNotFound, createErrorHandler } from '../server/http/answers/errors.ts'
import {
  addFavoritesRoutes,
  type FavoritesRoutesDeps,
} from '../server/http/favorites/favorites-routes.ts'
import { createClientAddress } from '../server/http/requests/client-address.ts'
import type { Log } from '../server/ports.ts'
import { makeTempDir, removeDir } from './tools/temp-dir.ts'

export const publicUrl = 'http://wallpapers.test'
export const secret = 'a-secret-of-the-tests-that-is-long-enough'

/** Skips the real password hashing, because its deliberate slowness would slow down every test. */
export const fastHashing: PasswordHashing = {
  hash: async (password) => `fast:${password}`,
  verify: async ({ hash, password }) => hash === `fast:${password}`,
}

const ignore = () => undefined
export const silentLog = { info: ignore, warn: ignore, error: ignore }

interface AccountsOptions {
  clock?: () => number
  hashing?: PasswordHashing
  url?: string
  waitMs?: number
}

/** Opens the accounts in a SQLite file. `waitMs` is how long a statement waits for a lock. */
export const openAccounts = (
  path: string,
  {
    clock = Date.now,
    hashing = fastHashing,
    url = publicUrl,
    waitMs = 5_000,
  }: AccountsOptions = {},
) => {
  const handle = openSqliteAccounts(path, { waitMs })
  const run = createSqliteStatements(handle)
  const shared = { run, secret, publicUrl: url, clock }
  return {
    handle,
    run,
    accounts: createLocalAccounts({ ...shared, hashing }),
    users: createUsers(run),
    identity: createLocalIdentity(shared),
  }
}

interface Options {
  url?: string
  clock?: () => number
  /**
   * The number of password attempts per username. From an IP address, three times as many may fail, and ten
   * times as many may be made.
   */
  maxAttempts?: number
  log?: Log
  signUpMode?: SignUpMode
  deps?: Partial<AccountsRoutesDeps & FavoritesRoutesDeps>
}

export const createAccountsApp = async (options: Options = {}) => {
  const { clock = Date.now, maxAttempts = 1000, deps = {} } = options
  const { log = silentLog, signUpMode = 'open', url = publicUrl } = options
  const dir = await makeTempDir('accounts')
  const opened = openAccounts(join(dir, 'fresco.sqlite'), { clock, url })
  const { handle, run, accounts, users, identity } = opened
  const invites = createInvites(run)
  const pairings = createPairings({ run, secret, publicUrl: url, clock })
  const keys = createReadKeys(run, clock)
  const counter = (name: string, max: number) =>
    createAttemptCounter({ name, max, windowSeconds: 600 })
  const favorites = createSqliteFavorites(handle)
  const signUpPolicy = { mode: signUpMode, invites }
  const actionsDeps = {
    accounts,
    signIns: {
      allFromAddress: counter('all', maxAttempts * 10),
      perAddress: counter('address', maxAttempts * 3),
      perNameAndAddress: counter('name-address', maxAttempts),
      perName: counter('name', maxAttempts * 3),
    },
    signUps: counter('sign-up', maxAttempts),
    signUpPolicy,
    passwordChecks: {
      perSession: counter('password-session', maxAttempts),
      perUser: counter('password', maxAttempts * 3),
    },
    log,
  }
  const app = new Hono()
  const routesDeps = {
    identity,
    favorites,
    publicFavorites: createPublicFavorites({ identity, favorites }),
    publicUrl: url,
    snapshot: () => Promise.reject(new Error('This server only has accounts')),
    local: {
      accounts,
      actions: createAccountActions(actionsDeps),
      signUpPolicy,
      clientAddress: createClientAddress([]),
      pairings,
      keys,
      pairingAttempts: counter('pairing', maxAttempts),
    },
    ...deps,
  }
  addAccountsRoutes(app, routesDeps)
  addFavoritesRoutes(app, routesDeps)
  app.notFound(answerNotFound)
  app.onError(createErrorHandler({ log: silentLog, development: false }))
  const close = async () => {
    handle.close()
    await removeDir(dir)
  }
  const administration = createAdministration(run)
  return {
    ...{
      app,
      identity,
      favorites,
      accounts,
      users,
      administration,
      invites,
      pairings,
      keys,
      handle,
    },
    run,
    local: routesDeps.local,
    actionsDeps,
    close,
  }
}

export type AccountsApp = Awaited<ReturnType<typeof createAccountsApp>>

export const send = (
  { app }: Pick<AccountsApp, 'app'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  app.request(`${publicUrl}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

export const answer = async (response: Response | Promise<Response>) => {
  const { status, headers } = await response
  return { status, headers, body: JSON.parse(await (await response).text()) }
}

export const whoIs = async (accounts: AccountsApp, headers: Record<string, string>) => {
  const { status, body } = await answer(
    send(accounts, 'GET', '/api/auth/session', undefined, headers),
  )
  return { status, body }
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

let lastUser = 0

export const signUp = async (
  accounts: AccountsApp,
  fields: { username?: string; name?: string } = {},
) => {
  lastUser += 1
  const credentials = { username: `user_${lastUser}`, password: 'correct horse', ...fields }
  const response = await send(accounts, 'POST', '/api/auth/sign-up/username', credentials)
  const { token, user } = (await response.json()) as { token: string; user: { id: string } }
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return { ...credentials, token, userId: user.id, cookie }
}
