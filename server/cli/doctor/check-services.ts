import { decodePart } from '../../../shared/ids.ts'
import { fetchConfiguration } from '../../accounts/oidc-provider.ts'
import { areMissing, type Config, ConfigError } from '../../config/config.ts'
import { DomainError } from '../../domain-error.ts'
import { listTrials } from '../../sources/pulled/open-pulled.ts'
import { toLine } from '../program.ts'
import { type Finding, ok, problem } from './finding.ts'

const timeoutMs = 10_000

/** @param secrets are hidden in the messages of services */
export const checkServices = async (config: Config, secrets: readonly string[]) => {
  const hide = createHide(secrets)
  /** @param ask rejects if the service cannot be used */
  const check = async <T>(
    setting: T | undefined,
    about: string,
    advice: string,
    ask: (setting: T) => Promise<unknown>,
  ): Promise<Finding[]> => {
    if (setting === undefined) return []
    try {
      await ask(setting)
      return [ok(about, 'answers')]
    } catch (error) {
      const isKnown = error instanceof DomainError || error instanceof ConfigError
      const text = isKnown ? error.message : `cannot be used (${describeCause(error)})`
      return [problem(about, hide(text), advice)]
    }
  }
  const { values } = config
  const { clerk, databaseUrl, oidc } = config.accounts
  const signal = AbortSignal.timeout(timeoutMs)
  const gitHubAdvice =
    'correct the settings that begin with GITHUB_, and check that index.json is at the root'
  const filesAdvice = 'check the address and your firewall'
  const oidcAdvice = 'compare OIDC_ISSUER with the address of your provider, with its path'
  const postgresAdvice = 'check DATABASE_URL, and make the database: CREATE DATABASE'
  const cloudinaryAdvice = 'compare CLOUDINARY_URL with your dashboard'
  const clerkAdvice = 'compare CLERK_SECRET_KEY with your dashboard'
  // Adapters are loaded only if they are needed, because they load large packages.
  const checks = [
    check(config.github, 'GitHub', gitHubAdvice, async (github) => {
      if (github.missing.length > 0) throw new ConfigError(areMissing(github.missing))
      const { createGithubSource } = await import('../../adapters/github/source.ts')
      await createGithubSource({ ...github, filesUrl: undefined }).read(undefined, signal)
    }),
    // Any answer will do, because the address of a folder itself has no file at most hosts.
    check(values.WALLPAPERS_BASE_URL, 'WALLPAPERS_BASE_URL', filesAdvice, (url) =>
      fetch(url, { method: 'HEAD', redirect: 'manual', signal }),
    ),
    check(values.CLOUDINARY_URL, 'Cloudinary', cloudinaryAdvice, async (account) => {
      const { createCloudinaryApi } = await import('../../adapters/cloudinary/api.ts')
      await createCloudinaryApi({ account, timeoutMs }).list(undefined, signal)
    }),
    check(clerk, 'Clerk', clerkAdvice, async (clerk) => {
      const { createClerkApi } = await import('../../adapters/clerk/api.ts')
      // Nobody has this id. Clerk answers 404 when the secret key is right.
      await createClerkApi({ ...clerk, deadlineMs: timeoutMs }).findUser('user_nobody')
    }),
    check(oidc, 'OIDC_ISSUER', oidcAdvice, fetchConfiguration),
    check(databaseUrl, 'PostgreSQL', postgresAdvice, async (url) =>
      (await import('../../database/postgres.ts')).tryPostgres(url, timeoutMs),
    ),
    ...listTrials(config).map(({ name, setting, run }) =>
      check(run, name, `correct ${setting} (docs/sources.md)`, () => run(signal)),
    ),
    check(values.REDIS_URL, 'Redis', 'check host, port and password in REDIS_URL', async (url) =>
      (await import('../../adapters/redis/connection.ts')).tryRedis(url, timeoutMs),
    ),
  ]
  return (await Promise.all(checks)).flat()
}

// A shorter secret could be a part of ordinary words.
const shortestSecret = 5

/** Replaces secrets in the message of a service, because a database may quote an address with its password. */
const createHide = (secrets: readonly string[]) => {
  const hidden = secrets
    .flatMap((secret) => {
      const password = URL.parse(secret)?.password ?? ''
      return [secret, password, decodePart(password)]
    })
    .filter((part) => part.length >= shortestSecret)
  return (text: string): string =>
    hidden.reduce((left, secret) => left.replaceAll(secret, '(hidden)'), text)
}

/** Why a request or a connection failed: the first cause says it best. */
export const describeCause = (error: unknown): string => {
  const { cause, code, name } = Object(error) as Partial<NodeJS.ErrnoException>
  if (cause !== undefined) return describeCause(cause)
  if (name === 'TimeoutError') return 'no answer in time'
  // Node tries every address of a name, and its AggregateError has no message.
  return toLine(error) || String(code ?? name)
}
