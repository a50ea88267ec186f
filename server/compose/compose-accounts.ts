import { resolve } from 'node:path'
import type { Instance } from '../../shared/service-api.ts'
import { createLocalAccounts } from '../adapters/local/accounts.ts'
import { createAttemptCounter } from '../adapters/local/attempt-counter.ts'
import { createLocalIdentity } from '../adapters/local/identity.ts'
import type { Redis } from '../adapters/redis/connection.ts'
import { type ClerkConfig, type Config, ConfigError } from '../config/config.ts'
import type { FavoritesStore } from '../favorites/favorites-store.ts'
import { createPublicFavorites, type FindPublicFavorites } from '../favorites/public-favorites.ts'
import { noLock } from '../favorites/user-lock.ts'
import type { LocalAuthDeps } from '../http/accounts/auth-routes.ts'
import { createClientAddress } from '../http/requests/client-address.ts'
import { createAttemptLimits } from '../identity/attempt-limits.ts'
import type { IdentityProvider } from '../identity/identity-provider.ts'
import type { AccountsDatabase } from '../identity/local-accounts.ts'
import type { Log } from '../ports.ts'
import { type CheckHealth, createHealthCheck } from '../process/health.ts'
import { openPostgres, openSqlite } from './open-accounts.ts'

/** Everything that has to do with people; the rest of the server works without. */
export interface Accounts {
  identity: IdentityProvider
  favorites: FavoritesStore
  publicFavorites: FindPublicFavorites
  local: LocalAuthDeps | undefined
  instance: Pick<Instance, 'identity' | 'publishableKey'>
  /** Of the accounts database and Redis, as far as they are used; Clerk is asked for each call only. */
  check: CheckHealth
  close: () => Promise<void>
}

/** What one kind of accounts gives. */
type Composed = Omit<Accounts, 'check'> & { probes?: Probes }
type Probes = Parameters<typeof createHealthCheck>[0]['probes']

interface AccountsDeps {
  redis?: Redis | undefined
  /** How long a database that does not answer yet is waited for. */
  databaseWaitMs?: number
}

interface LocalDeps {
  redis: Redis | undefined
  log: Log
  databaseWaitMs: number
}

/** Chooses where people and their favorites are kept; what is not chosen is not even loaded. */
export const composeAccounts = async (
  config: Config,
  publicUrl: string,
  log: Log,
  { redis, databaseWaitMs = 15_000 }: AccountsDeps = {},
): Promise<Accounts> => {
  const { clerk } = config.accounts
  const { close, probes, ...accounts } =
    clerk === undefined
      ? await composeLocal(config, publicUrl, { redis, log, databaseWaitMs })
      : await composeClerk(clerk, publicUrl, redis)
  return {
    ...accounts,
    check: createHealthCheck({ probes: { ...probes, ...probeRedis(redis) }, log }),
    close,
  }
}

const probeRedis = (redis: Redis | undefined): Probes =>
  redis === undefined ? {} : { redis: () => redis.ping() }

const composeLocal = async (
  config: Config,
  publicUrl: string,
  { redis, log, databaseWaitMs }: LocalDeps,
): Promise<Composed> => {
  const { databaseUrl } = config.accounts
  const { database, authDatabase, secret, favorites, close } =
    databaseUrl === undefined
      ? openSqlite(resolve(config.dataDir))
      : await openPostgres(databaseUrl, log, databaseWaitMs)
  const stopCleaning = await keepClean(database, log)
  const identity = createLocalIdentity({ database, secret, publicUrl, log })
  const counter = (name: string, max: number, minutes: number) =>
    createAttemptCounter({ name, max, windowSeconds: minutes * 60, redis })
  return {
    identity,
    favorites,
    publicFavorites: createPublicFavorites({ identity, favorites }),
    local: {
      accounts: createLocalAccounts({ database, authDatabase, secret, publicUrl, log }),
      attempts: createAttemptLimits({
        perAddress: counter('sign-in-address', 50, 15),
        perName: counter('sign-in-name', 10, 15),
      }),
      signUps: counter('sign-up-address', 100, 60),
      clientAddress: createClientAddress(config.trustedProxies),
    },
    instance: { identity: 'local' },
    probes: { accounts: () => database.findAccount({ id: '' }) },
    close: async () => {
      stopCleaning()
      await close()
    },
  }
}

/** No sign-up takes as long: what it left behind is of one that was cut off. */
const signUpMs = 5 * 60_000

/**
 * What is of no use goes at the start and every hour: expired sessions, and names without a password.
 * After a crash the start itself may be too early for these.
 */
const keepClean = async (database: AccountsDatabase, log: Log) => {
  const clean = () =>
    Promise.all([
      database.deleteExpiredSessions(Date.now()),
      database.deleteUnfinished({ createdBefore: Date.now() - signUpMs }),
    ]).catch((error: unknown) =>
      log.warn({ err: error }, 'Expired sessions and cut-off sign-ups were not deleted'),
    )
  await clean()
  const timer = setInterval(clean, 3_600_000).unref()
  return () => clearInterval(timer)
}

/** Everyone may look at public favorites, and each look costs calls of a limited API. */
const clerkPublicMaxAgeMs = 5_000

const composeClerk = async (
  settings: ClerkConfig,
  publicUrl: string,
  redis: Redis | undefined,
): Promise<Composed> => {
  const [{ createClerkApi }, { createClerkIdentity, parseJwtKey }, { createClerkFavorites }] =
    await Promise.all([
      import('../adapters/clerk/api.ts'),
      import('../adapters/clerk/identity.ts'),
      import('../adapters/clerk/favorites.ts'),
    ])
  const jwtKey = parseJwtKey(settings.jwtKey)
  if (jwtKey === undefined)
    throw new ConfigError('CLERK_JWT_KEY is no RSA public key: it accepts the PEM of the dashboard')
  const api = createClerkApi(settings)
  const authorizedParties = [
    new URL(publicUrl).origin,
    ...(settings.authorizedParties ?? ['chrome-extension://*', 'moz-extension://*']),
  ]
  const identity = createClerkIdentity({ clerk: api, jwtKey, authorizedParties })
  const favorites = createClerkFavorites({ clerk: api, lock: await composeLock(redis) })
  return {
    identity,
    favorites,
    publicFavorites: createPublicFavorites({ identity, favorites, maxAgeMs: clerkPublicMaxAgeMs }),
    local: undefined,
    instance: { identity: 'clerk', publishableKey: settings.publishableKey },
    close: async () => undefined,
  }
}

const composeLock = async (redis: Redis | undefined) => {
  if (redis === undefined) return noLock
  const { createRedisLock } = await import('../adapters/redis/lock.ts')
  return createRedisLock(redis)
}
