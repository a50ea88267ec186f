import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { editDistance } from '../../shared/catalogue/search-words.ts'
import type { SignUpMode } from '../accounts/store/invites.ts'
import { type Setting, settings } from './settings.ts'

export type Config = ReturnType<typeof parseConfig>
export type Settings = Config['values']
export type GithubConfig = NonNullable<Config['github']>
export type ClerkConfig = NonNullable<Config['accounts']['clerk']>

export class ConfigError extends Error {
  override name = 'ConfigError'
  code = 'INVALID_SETTING'
}

export type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads all settings from environment variables. An empty value counts as not set.
 * @throws ConfigError
 */
export const parseConfig = (env: Env) => {
  const read = createReader(env)
  const isPrivate = readIsPrivate(read)
  const oidc = readOidc(read)
  return {
    listen: { host: read('HOST'), port: read('PORT') },
    publicUrl: read('PUBLIC_URL'),
    dataDir: read('DATA_DIR'),
    readsEmbeddedFacts: read('PICTURE_FACTS') === 'on',
    github: readGithub(read),
    isPrivate,
    accounts: {
      databaseUrl: read('DATABASE_URL'),
      signUp: readSignUp(read, { isPrivate, oidc }),
      clerk: readClerk(read),
      oidc,
    },
    trustedProxies: read('TRUSTED_PROXIES'),
    extensionUrls: {
      chrome: read('CHROME_EXTENSION_URL'),
      firefox: read('FIREFOX_EXTENSION_URL'),
    },
    logsRequests: ['trace', 'debug'].includes(read('LOG_LEVEL')),
    development: read('NODE_ENV') === 'development',
    values: Object.fromEntries(names.map((name) => [name, read(name)])) as {
      [K in SettingName]: z.infer<(typeof settings)[K]['schema']>
    },
  }
}

type SettingName = keyof typeof settings
const names = Object.keys(settings) as SettingName[]

/** Lists everything that is wrong with the settings. If they can be read, lists what `use` throws. */
export const findSettingProblems = (env: Env, use: (config: Config) => unknown): string[] => {
  const read = createReader(env)
  const problems = names.flatMap((name) => findProblems(() => read(name)))
  return problems.length > 0 ? problems : findProblems(() => use(parseConfig(env)))
}

const findProblems = (work: () => unknown): string[] => {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [error.message]
  }
}

const shortestName = 7
const mostTypos = 2

/** Finds variables that nothing reads but whose names are nearly those of settings, such as SIGNUP. */
export const findMisspelledSettings = (env: Env): { text: string; advice: string }[] => {
  const known = Object.keys(settings)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || name !== name.toUpperCase() || !env[name]?.trim()) return []
    const meant = known.find((setting) => isNearly(name, setting))
    if (meant === undefined || env[meant]?.trim()) return []
    const text = `${name} is set, but Fresco has no such setting`
    return [{ text, advice: `rename it to ${meant}, if you meant that` }]
  })
}

// Many programs have variables that resemble a short name such as PORT.
const isNearly = (name: string, setting: string) =>
  name.replaceAll('_', '') === setting.replaceAll('_', '') ||
  (Math.min(name.length, setting.length) >= shortestName &&
    editDistance(name, setting) <= mostTypos)

export const describeSignUp = ({ clerk, oidc, signUp }: Config['accounts']): string => {
  if (clerk) return 'at Clerk'
  const who = signUp === 'invite' ? 'with an invite' : signUp
  return oidc?.isOnly ? `${who}, at ${oidc.name}` : who
}

/**
 * Returns the text of a setting. A secret may also be in the file that `NAME_FILE` names, or in a credential of systemd.
 * The environment never gets it, because other programs inherit that.
 * @throws ConfigError
 */
const readSetting = (env: Env, name: SettingName): string | undefined => {
  const text = env[name]?.trim() || undefined
  const { secret }: Setting = settings[name]
  if (!secret) return text
  const file = env[`${name}_FILE`]?.trim()
  if (file && text)
    throw new ConfigError(`${name} and ${name}_FILE are both set: use one of the two`)
  const credential = join(env.CREDENTIALS_DIRECTORY ?? '', name)
  const isCredential = env.CREDENTIALS_DIRECTORY !== undefined && existsSync(credential)
  return text ?? readSecret(name, file || (isCredential ? credential : undefined))
}

const readSecret = (name: SettingName, file: string | undefined) => {
  if (file === undefined) return undefined
  const problem = (why: string, cause?: unknown) =>
    new ConfigError(`The file '${file}' with ${name} ${why}`, { cause })
  try {
    const secret = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
    if (secret === '') throw problem('is empty')
    return secret
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw problem(`cannot be read (${(error as NodeJS.ErrnoException).code})`, error)
  }
}

export const listSet = (env: Env): SettingName[] =>
  names.filter((name) => readSetting(env, name) !== undefined)

export const listSecrets = (env: Env): string[] =>
  names.filter((name) => 'secret' in settings[name]).flatMap((name) => readSetting(env, name) ?? [])

type Read = ReturnType<typeof createReader>

const createReader =
  (env: Env) =>
  <K extends SettingName>(name: K) => {
    const text = readSetting(env, name)
    const result = settings[name].schema.safeParse(text)
    if (result.success) return result.data as z.infer<(typeof settings)[K]['schema']>
    const { accepts, secret }: Setting = settings[name]
    // Any address may have a password in it.
    const isSecret = secret || /:.*@/.test(text ?? '')
    const problem = isSecret ? 'has a value that cannot be used (hidden here)' : `is '${text}'`
    throw new ConfigError(`${name} ${problem}: it accepts ${accepts}`)
  }

export const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** The address at which programs on this machine reach a server that listens on a host and a port. */
export const toAddress = ({ host, port }: Config['listen']): string => {
  const name = isEveryAddress(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export const areMissing = (names: readonly string[]): string =>
  `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} missing`

const findMissing = (read: Read, names: readonly SettingName[]) =>
  names.filter((name) => read(name) === undefined)

const githubRequired = ['GITHUB_OWNER', 'GITHUB_REPO', 'GITHUB_TOKEN'] as const

// A GITHUB_TOKEN without an owner and a repository is ignored. Many shells set it for other programs.
const readGithub = (read: Read) => {
  const [owner, repo, token = ''] = githubRequired.map(read)
  const ref = read('GITHUB_REF')
  const apiUrl = read('GITHUB_API_URL')
  if (owner === undefined && repo === undefined) return undefined
  const missing = findMissing(read, githubRequired)
  return { owner: owner ?? '', repo: repo ?? '', token, ref, apiUrl, missing }
}

const readOidc = (read: Read) => {
  const [issuer, clientId] = [read('OIDC_ISSUER'), read('OIDC_CLIENT_ID')]
  const [clientSecret, name] = [read('OIDC_CLIENT_SECRET'), read('OIDC_NAME')]
  const isOnly = read('OIDC_ONLY') === 'on'
  if (issuer && clientId) {
    if (read('CLERK_SECRET_KEY'))
      throw new ConfigError('OIDC_ISSUER is set, but accounts are at Clerk: use one of the two')
    return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).host, isOnly }
  }
  if (!issuer && !clientId && !clientSecret && !name && !isOnly) return undefined
  const missing = findMissing(read, ['OIDC_ISSUER', 'OIDC_CLIENT_ID'])
  throw new ConfigError(`${areMissing(missing)}: sign-in at a provider needs both`)
}

const personalSources = ['IMMICH_URL', 'IMMICH_LINKS', 'WEBDAV_FOLDERS'] as const

const readIsPrivate = (read: Read): boolean => {
  const access = read('ACCESS')
  if (access !== undefined) return access === 'private'
  return personalSources.some((name) => (read(name)?.length ?? 0) > 0)
}

const readSignUp = (
  read: Read,
  { isPrivate, oidc }: { isPrivate: boolean; oidc: ReturnType<typeof readOidc> },
): SignUpMode => {
  const signUp = read('SIGN_UP')
  // A provider decides itself who can sign in there.
  if (isPrivate && signUp === 'open' && !oidc?.isOnly)
    throw new ConfigError(
      'SIGN_UP is open, but this server is private, so everybody could see its pictures with a new account: set SIGN_UP to invite or closed, or ACCESS to public',
    )
  return signUp ?? (isPrivate ? 'invite' : 'open')
}

const clerkRequired = ['CLERK_SECRET_KEY', 'CLERK_PUBLISHABLE_KEY', 'CLERK_JWT_KEY'] as const

const readClerk = (read: Read) => {
  const apiUrl = read('CLERK_API_URL')
  const authorizedParties = read('CLERK_AUTHORIZED_PARTIES')
  const [secretKey, publishableKey, jwtKey] = clerkRequired.map(read)
  if (secretKey && publishableKey && jwtKey)
    return { secretKey, publishableKey, jwtKey, apiUrl, authorizedParties }
  const missing = findMissing(read, clerkRequired)
  if (missing.length === clerkRequired.length && !apiUrl && !authorizedParties) return undefined
  throw new ConfigError(
    `${areMissing(missing)}: accounts at Clerk need ${clerkRequired.join(', ')}`,
  )
}
