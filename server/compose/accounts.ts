import { createSecretKey } from 'node:crypto'
import type { Context } from 'hono'
import { hourMs } from '../../shared/days.ts'
import type { Instance } from '../../shared/service-api.ts'
import { createAccountActions } from '../accounts/account-actions.ts'
import { createOidcCookies } from '../accounts/oidc-cookies.ts'
import { createOidcProvider } from '../accounts/oidc-provider.ts'
import type { LocalAuthDeps, OidcDeps } from '../accounts/routes/deps.ts'
import { createLocalAccounts } from '../accounts/store/accounts.ts'
import { deleteExpired } from '../accounts/store/delete-expired.ts'
import { createLocalIdentity } from '../accounts/store/identity.ts'
import { createInvites } from '../accounts/store/invites.ts'
import { createLinkedAccounts } from '../accounts/store/linked-accounts.ts'
import { createPairings } from '../accounts/store/pairings.ts'
import { createPasswordThread } from '../accounts/store/password-thread.ts'
import { createReadKeys } from '../accounts/store/read-keys.ts'
import { deriveSecret } from '../accounts/store/session-secret.ts'
import { createAttemptCounter } from '../adapters/redis/limits.ts'
import { type ClerkConfig, type Config, ConfigError } from '../config/config.ts'
import type { RunStatements } from '../database/statements.ts'
import { type FavoritesStore, noLock } from '../favorites/favorites-store.ts'
import { createPublicFavorites, type FindPublicFavorites } from '../favorites/public-favorites.ts'
import { createClientAddress } from '../http/requests/client-address.ts'
import type { IdentityProvider } from '../identity/identity-provider.ts'
import type { CheckHealth, Log } from '../ports.ts'
import { createHealthCheck, type Probes } from '../process/health.ts'
import { type AccountsStorage, openAccountsStorage } from './accounts-storage.ts'
import type { ComposedRedis } from './redis.ts'

export interface Accounts {
  identity: IdentityProvider
  favorites: FavoritesStore
  publicFavorites: FindPublicFavorites<Pick<Context, 'env'>>
  local: LocalAuthDeps | undefined
  instance: Omit<Instance, 'name' | 'version'>
  check: CheckHealth
  close: () => Promise<void>
}

type ComposedAccounts = Omit<Accounts, 'check'> & { probes?: Probes }

interface AccountsDeps {
  publicUrl: string
  log: Log
  redis?: ComposedRedis
  databaseWaitMs?: number
  /** The opened database, if something else needs it as well. */
  storage?: AccountsStorage | undefined
}

export const composeAccounts = async (config: Config, deps: AccountsDeps): Promise<Accounts> => {
  const { clerk } = config.accounts
  const { redis, log } = deps
  const { probes, ...accounts } =
    clerk === undefined ? await composeLocal(config, deps) : await composeClerk(clerk, config, deps)
  const redisProbe: Probes = redis === undefined ? {} : { redis: () => redis.client.ping() }
  return { ...accounts, check: createHealthCheck({ probes: { ...probes, ...redisProbe }, log }) }
}

const composeLocal = async (config: Config, deps: AccountsDeps): Promise<ComposedAccounts> => {
  const { publicUrl, log, redis } = deps
  const { run, secret, favorites, close } =
    deps.storage ?? (await openAccountsStorage(config, log, deps))
  const shared = { run, secret: createSecretKey(secret, 'utf8'), publicUrl }
  const invites = createInvites(run)
  const stopCleaning = await keepClean(run, log)
  const identity = createLocalIdentity(shared)
  const counter = (name: string, max: number, minutes: number) =>
    createAttemptCounter({ name, max, windowSeconds: minutes * 60, redis: redis?.client })
  const { oidc: provider, signUp: mode } = config.accounts
  const oidc: OidcDeps | undefined = provider && {
    name: provider.name,
    isOnly: provider.isOnly,
    provider: createOidcProvider({
      ...provider,
      redirectUri: `${publicUrl}/account/oidc/callback`,
      log,
    }),
    linked: createLinkedAccounts({ ...shared, issuer: provider.issuer }),
    answers: counter('oidc-address', 100, 15),
    cookies: createOidcCookies({
      publicUrl,
      cookieSecret: deriveSecret(secret, 'sign-in at a provider'),
      clock: Date.now,
    }),
  }
  const accounts = createLocalAccounts({ ...shared, hashing: createPasswordThread() })
  const signUpPolicy = { mode, invites }
  const actions = createAccountActions({
    accounts,
    signIns: {
      allFromAddress: counter('sign-in-all', 200, 15),
      perAddress: counter('sign-in-address', 50, 15),
      perNameAndAddress: counter('sign-in-name-address', 10, 15),
      perName: counter('sign-in-name', 100, 15),
    },
    signUps: counter('sign-up-address', 100, 60),
    signUpPolicy,
    passwordChecks: {
      perSession: counter('password-session', 10, 15),
      perUser: counter('password-user', 100, 15),
    },
    log,
    oidc,
  })
  return {
    identity,
    favorites,
    publicFavorites: createPublicFavorites({ identity, favorites }),
    local: {
      accounts,
      actions,
      signUpPolicy,
      clientAddress: createClientAddress(config.trustedProxies),
      pairings: createPairings(shared),
      keys: createReadKeys(run),
      pairingAttempts: counter('pairing-address', 60, 15),
      oidc,
    },
    instance: {
      identity: 'local',
      signUp: mode,
      passwords: !oidc?.isOnly,
      ...(oidc && { provider: { name: oidc.name } }),
    },
    probes: { accounts: () => run([{ text: 'SELECT 1 FROM "user" LIMIT 1' }]) },
    close: async () => {
      stopCleaning()
      await close()
    },
  }
}

const keepClean = async (run: RunStatements, log: Log) => {
  const clean = () =>
    deleteExpired(run, Date.now()).catch((err: unknown) =>
      log.warn(
        { err },
        'Expired sessions, reserved usernames, invites and pairings could not be deleted',
      ),
    )
  await clean()
  const timer = setInterval(clean, hourMs).unref()
  return () => clearInterval(timer)
}

// Anyone may send made-up names. A look-up costs two calls of Clerk's limit of 1,000 in 10 seconds, which the favorites
// of everybody need as well. All clients together may cost half of it, and each client a small part of that half.
const clerkPublicMaxAgeMs = 5_000

const composeClerk = async (
  settings: ClerkConfig,
  { trustedProxies }: Config,
  { publicUrl, redis }: AccountsDeps,
): Promise<ComposedAccounts> => {
  const [{ createClerkApi }, { createClerkIdentity, parseJwtKey }, { createClerkFavorites }] =
    await Promise.all([
      import('../adapters/clerk/api.ts'),
      import('../adapters/clerk/identity.ts'),
      import('../adapters/clerk/favorites.ts'),
    ])
  const jwtKey = parseJwtKey(settings.jwtKey)
  if (jwtKey === undefined)
    throw new ConfigError(
      "CLERK_JWT_KEY is not an RSA public key: copy the PEM public key from Clerk's dashboard",
    )
  const clerk = createClerkApi(settings)
  const authorizedParties = [
    new URL(publicUrl).origin,
    ...(settings.authorizedParties ?? ['chrome-extension://*', 'moz-extension://*']),
  ]
  const identity = createClerkIdentity({ clerk, jwtKey, authorizedParties })
  const favorites = createClerkFavorites({ clerk, lock: redis?.userLock ?? noLock })
  const clientAddress = createClientAddress(trustedProxies)
  const counter = (name: string, max: number, windowSeconds: number) =>
    createAttemptCounter({ name, max, windowSeconds, redis: redis?.client })
  const unknown = {
    ofClient: counter('unknown-names', 60, 60),
    ofAll: counter('all-unknown-names', 250, 10),
    keyOf: (c: Pick<Context, 'env'>) => clientAddress(c).key,
  }
  const cache = { maxAgeMs: clerkPublicMaxAgeMs, clock: Date.now, unknown }
  return {
    identity,
    favorites,
    publicFavorites: createPublicFavorites({ identity, favorites, cache }),
    local: undefined,
    instance: { identity: 'clerk', publishableKey: settings.publishableKey },
    close: async () => undefined,
  }
}
