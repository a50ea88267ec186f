import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const seconds = z.coerce.number().min(0.1).max(86_400)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Every setting of the server: its default, and what a person may write there. */
const settings = {
  HOST: { schema: z.string().default('127.0.0.1'), accepts: 'an address to listen on' },
  PORT: { schema: port.default(8787), accepts: 'a port from 0 (any free one) to 65535' },
  PUBLIC_URL: {
    schema: httpUrl.optional(),
    accepts: 'the http or https address that people reach this server at',
  },
  DATA_DIR: { schema: z.string().default('./data'), accepts: 'a folder that may be written to' },
  WALLPAPERS_DIR: { schema: z.string().optional(), accepts: 'a folder of pictures' },
  FOLDER_REFRESH_SECONDS: {
    schema: seconds.default(2),
    accepts: 'a number of seconds from 0.1 to 86400',
  },
  LOG_LEVEL: { schema: z.enum(logLevels).default('info'), accepts: logLevels.join(', ') },
  NODE_ENV: { schema: z.string().default('production'), accepts: 'a word' },
} satisfies Record<string, { schema: z.ZodType; accepts: string }>

export interface Config {
  readonly listen: { readonly host: string; readonly port: number }
  /** Without a trailing slash; `undefined`: the address listened on. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  readonly folder: {
    /** `undefined`: the default catalogue. */
    readonly path: string | undefined
    readonly refreshSeconds: number
  }
  readonly logLevel: (typeof logLevels)[number]
  /** Adds a `debug` text to the body of a 500. */
  readonly development: boolean
}

/** A setting that cannot be used; `message` is one line that names it and what it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
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
    folder: { path: read('WALLPAPERS_DIR'), refreshSeconds: read('FOLDER_REFRESH_SECONDS') },
    logLevel: read('LOG_LEVEL'),
    development: read('NODE_ENV') === 'development',
  }
}

const readSetting = <K extends keyof typeof settings>(
  env: Record<string, string | undefined>,
  key: K,
) => {
  const text = env[key]?.trim()
  const result = settings[key].schema.safeParse(text === '' ? undefined : text)
  if (result.success) return result.data as z.infer<(typeof settings)[K]['schema']>
  throw new ConfigError(`${key} is '${text}': it accepts ${settings[key].accepts}`)
}
