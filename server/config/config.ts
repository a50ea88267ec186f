import { z } from 'zod'
import type { RequestAllowance } from '../ports.ts'
import { type CloudinaryConfig, cloudinaryUrlSchema } from './cloudinary-settings.ts'
import {
  type GithubConfig,
  githubNameSchema,
  githubRefSchema,
  githubTokenSchema,
  toGithubConfig,
} from './github-settings.ts'
import { rateLimitSchema } from './rate-limit-settings.ts'

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(65_535))
const seconds = z.coerce.number().min(0.1).max(86_400)
const httpUrl = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^?#@]*$/)
  .transform((url) => url.replace(/\/+$/, ''))
/** No path: the links and forms of the pages begin at the root. */
const origin = httpUrl.pipe(z.string().regex(/^[^/]+\/\/[^/]+$/))
const storeUrl = z.url({ protocol: /^https$/ })
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
)
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

interface Setting {
  schema: z.ZodType
  accepts: string
  /** The value may hold a secret: no message shows it. */
  secret?: true
}

/** Every setting of the server: its default, and what a person may write there. */
const settings = {
  HOST: { schema: z.string().default('127.0.0.1'), accepts: 'an address to listen on' },
  PORT: { schema: port.default(8787), accepts: 'a port from 0 (any free one) to 65535' },
  PUBLIC_URL: {
    schema: origin.optional(),
    accepts:
      'the http or https address that people reach this server at, without a path or a query',
  },
  DATA_DIR: { schema: z.string().default('./data'), accepts: 'a folder that may be written to' },
  RENDITIONS_MAX_MB: {
    schema: z.coerce.number().min(1).default(1000),
    accepts: 'a number of megabytes of at least 1',
  },
  WALLPAPERS_DIR: { schema: z.string().optional(), accepts: 'a folder of pictures' },
  FOLDER_REFRESH_SECONDS: {
    schema: seconds.default(2),
    accepts: 'a number of seconds from 0.1 to 86400',
  },
  WALLPAPERS_BASE_URL: {
    schema: httpUrl.optional(),
    accepts: 'the http or https address under which main/ and cache/ are found, without a query',
  },
  GITHUB_OWNER: {
    schema: githubNameSchema.optional(),
    accepts: 'the name of a person or an organisation at GitHub',
  },
  GITHUB_REPO: {
    schema: githubNameSchema.optional(),
    accepts: 'the name of a repository, without its owner',
  },
  GITHUB_TOKEN: {
    schema: githubTokenSchema.optional(),
    accepts: 'an access token that may read the repository',
    secret: true,
  },
  GITHUB_REF: {
    schema: githubRefSchema.default('HEAD'),
    accepts: 'a branch, a tag or a commit',
  },
  GITHUB_API_URL: { schema: httpUrl.optional(), accepts: 'an http or https address' },
  GITHUB_REFRESH_SECONDS: {
    schema: seconds.default(60),
    accepts: 'a number of seconds from 0.1 to 86400',
  },
  CLOUDINARY_URL: {
    schema: cloudinaryUrlSchema.optional(),
    accepts:
      'the address of an account at Cloudinary: cloudinary://key:secret@cloud, also with ?upload_prefix=…',
    secret: true,
  },
  CLOUDINARY_REFRESH_SECONDS: {
    schema: seconds.default(600),
    accepts: 'a number of seconds from 0.1 to 86400',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    accepts: 'the address of a PostgreSQL database: postgres://user:password@host:5432/name',
    secret: true,
  },
  REDIS_URL: {
    schema: z.url({ protocol: /^rediss?$/ }).optional(),
    accepts: 'the address of a Redis or Valkey: redis://host:6379',
    secret: true,
  },
  TRUSTED_PROXIES: {
    schema: list.pipe(z.array(network)).default([]),
    accepts: 'addresses or networks, separated by commas: 127.0.0.1,10.0.0.0/8',
  },
  RATE_LIMIT: {
    schema: rateLimitSchema.optional(),
    accepts: 'a number of requests per second, minute or hour: 600/minute',
  },
  CLERK_SECRET_KEY: {
    schema: z.string().startsWith('sk_').optional(),
    accepts: 'the secret key of a Clerk instance: sk_live_… or sk_test_…',
    secret: true,
  },
  CLERK_PUBLISHABLE_KEY: {
    schema: z
      .string()
      .regex(/^pk_(live|test)_[\w+/=-]+$/)
      .optional(),
    accepts: 'the publishable key of a Clerk instance: pk_live_… or pk_test_…',
  },
  CLERK_JWT_KEY: {
    schema: z.string().optional(),
    accepts:
      'the public key of a Clerk instance as PEM, which its dashboard shows next to the others',
  },
  CLERK_API_URL: { schema: httpUrl.optional(), accepts: 'an http or https address' },
  CLERK_AUTHORIZED_PARTIES: {
    schema: list.optional(),
    accepts: 'origins whose users may call, separated by commas; one may end in *',
  },
  CHROME_EXTENSION_URL: { schema: storeUrl.optional(), accepts: 'an https address in a store' },
  FIREFOX_EXTENSION_URL: { schema: storeUrl.optional(), accepts: 'an https address in a store' },
  DRAIN_SECONDS: {
    schema: z.coerce.number().min(0).max(600).default(0),
    accepts: 'a number of seconds from 0 to 600',
  },
  METRICS_PORT: {
    schema: port.optional(),
    accepts: 'a port from 0 (any free one) to 65535',
  },
  LOG_LEVEL: { schema: z.enum(logLevels).default('info'), accepts: logLevels.join(', ') },
  NODE_ENV: { schema: z.string().default('production'), accepts: 'a word' },
} satisfies Record<string, Setting>

export interface ClerkConfig {
  secretKey: string
  publishableKey: string
  /** As it was written: the adapter reads it. */
  jwtKey: string
  /** `undefined`: Clerk's own. */
  apiUrl: string | undefined
  /** `undefined`: this server's pages, and every extension. */
  authorizedParties: readonly string[] | undefined
}

export interface Config {
  listen: { host: string; port: number }
  /** Without a trailing slash; `undefined`: the address listened on. */
  publicUrl: string | undefined
  dataDir: string
  /** What resized pictures may take of the data folder. */
  renditionsMaxMb: number
  folder: {
    /** `undefined`: the default catalogue. */
    path: string | undefined
    refreshSeconds: number
  }
  /** `undefined`: the catalogue is the folder. */
  github: GithubConfig | undefined
  /** Where the files of a catalogue at GitHub are, without a trailing slash. */
  filesUrl: string | undefined
  /** `undefined`: the catalogue's own images. */
  cloudinary: { account: CloudinaryConfig; refreshSeconds: number } | undefined
  accounts: {
    /** `undefined`: SQLite in the data folder. */
    databaseUrl: string | undefined
    /** `undefined`: local accounts. */
    clerk: ClerkConfig | undefined
  }
  /** State that many replicas share; `undefined`: each keeps its own. */
  redisUrl: string | undefined
  /** Of each client, to `/api`; `undefined`: as many as they like. */
  rateLimit: RequestAllowance | undefined
  /** Who may say for whom they ask (`X-Forwarded-For`). */
  trustedProxies: readonly string[]
  /** Where stores have the extension; `undefined`: it is loaded from a folder. */
  extensionUrls: {
    chrome: string | undefined
    firefox: string | undefined
  }
  /** How long requests are still taken after a SIGTERM, while `/readyz` says 503. */
  drainSeconds: number
  /** `undefined`: no metrics. */
  metricsPort: number | undefined
  logLevel: (typeof logLevels)[number]
  /** Adds a `debug` text to the body of a 500. */
  development: boolean
}

/** A setting that cannot be used; `message` is one line that names it and what it accepts. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the whole configuration from environment variables; an empty value counts as not set.
 * @throws ConfigError
 */
export const parseConfig = (env: Record<string, string | undefined>): Config => {
  const read = <K extends keyof typeof settings>(key: K) => readSetting(env, key)
  return {
    listen: { host: read('HOST'), port: read('PORT') },
    publicUrl: read('PUBLIC_URL'),
    dataDir: read('DATA_DIR'),
    renditionsMaxMb: read('RENDITIONS_MAX_MB'),
    folder: { path: read('WALLPAPERS_DIR'), refreshSeconds: read('FOLDER_REFRESH_SECONDS') },
    github: parseGithub(env),
    filesUrl: read('WALLPAPERS_BASE_URL'),
    cloudinary: parseCloudinary(env),
    accounts: { databaseUrl: read('DATABASE_URL'), clerk: parseClerk(env) },
    redisUrl: read('REDIS_URL'),
    rateLimit: read('RATE_LIMIT'),
    trustedProxies: read('TRUSTED_PROXIES'),
    extensionUrls: {
      chrome: read('CHROME_EXTENSION_URL'),
      firefox: read('FIREFOX_EXTENSION_URL'),
    },
    drainSeconds: read('DRAIN_SECONDS'),
    metricsPort: read('METRICS_PORT'),
    logLevel: read('LOG_LEVEL'),
    development: read('NODE_ENV') === 'development',
  }
}

const parseGithub = (env: Record<string, string | undefined>) =>
  toGithubConfig({
    GITHUB_OWNER: readSetting(env, 'GITHUB_OWNER'),
    GITHUB_REPO: readSetting(env, 'GITHUB_REPO'),
    GITHUB_TOKEN: readSetting(env, 'GITHUB_TOKEN'),
    GITHUB_REF: readSetting(env, 'GITHUB_REF'),
    GITHUB_API_URL: readSetting(env, 'GITHUB_API_URL'),
    GITHUB_REFRESH_SECONDS: readSetting(env, 'GITHUB_REFRESH_SECONDS'),
  })

const parseCloudinary = (env: Record<string, string | undefined>): Config['cloudinary'] => {
  const account = readSetting(env, 'CLOUDINARY_URL')
  const refreshSeconds = readSetting(env, 'CLOUDINARY_REFRESH_SECONDS')
  return account && { account, refreshSeconds }
}

const clerkKeys = ['CLERK_SECRET_KEY', 'CLERK_PUBLISHABLE_KEY', 'CLERK_JWT_KEY'] as const

/** `undefined` when nothing of Clerk is set. */
const parseClerk = (env: Record<string, string | undefined>): ClerkConfig | undefined => {
  const apiUrl = readSetting(env, 'CLERK_API_URL')
  const authorizedParties = readSetting(env, 'CLERK_AUTHORIZED_PARTIES')
  const [secretKey, publishableKey, jwtKey] = clerkKeys.map((key) => readSetting(env, key))
  if (secretKey && publishableKey && jwtKey)
    return { secretKey, publishableKey, jwtKey, apiUrl, authorizedParties }
  const given = [secretKey, publishableKey, jwtKey, apiUrl, authorizedParties]
  if (given.every((value) => value === undefined)) return undefined
  const missing = clerkKeys.filter((key) => !env[key]?.trim())
  throw new ConfigError(
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: accounts at Clerk need ${clerkKeys.join(', ')}`,
  )
}

const readSetting = <K extends keyof typeof settings>(
  env: Record<string, string | undefined>,
  key: K,
) => {
  const text = env[key]?.trim()
  const result = settings[key].schema.safeParse(text === '' ? undefined : text)
  if (result.success) return result.data as z.infer<(typeof settings)[K]['schema']>
  const { accepts, secret }: Setting = settings[key]
  const what = secret ? 'has a value that is not shown here' : `is '${text}'`
  throw new ConfigError(`${key} ${what}: it accepts ${accepts}`)
}
