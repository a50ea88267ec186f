import { writeFileSync } from 'node:fs'
import { type Setting, settings } from '../server/config/settings.ts'

type Documented = Pick<Setting, 'group' | 'help' | 'example'> & { schema?: Setting['schema'] }

const otherSettings: Record<string, Documented> = {
  UV_THREADPOOL_SIZE: {
    group: 'Read by Node',
    help: 'Threads that read files and resize pictures. Pictures use at most 5 of them.',
    example: '8',
  },
  POSTGRES_PASSWORD: {
    group: 'Read by deploy/compose.scaled.yaml',
    help: 'deploy/compose.scaled.yaml makes DATABASE_URL from it. Choose any letters and digits. Do not change it once the database exists.',
    example: '',
  },
  WXT_API_URL: {
    group: 'Extension build (npm run build)',
    help: 'The Fresco server that the extension uses until a person chooses other sources. Default: none. npm start sets the address of its server.',
    example: 'http://127.0.0.1:8787',
  },
  WXT_DEFAULT_CATALOGUE: {
    help: 'A catalogue on the web that the extension uses until a person chooses others. Default: none.',
    example: 'https://github.com/user/repository',
  },
  WXT_USER_AGENT: {
    help: 'Name and contact of your build, sent to Wikimedia Commons (https://meta.wikimedia.org/wiki/User-Agent_policy). Set this if you publish the extension. Default: only the User-Agent of the browser.',
    example: 'Fresco/0.1.0 (https://fresco.example; ada@fresco.example)',
  },
  WXT_CLERK_PUBLISHABLE_KEY: {
    help: 'Adds accounts at Clerk to the extension. The same value as CLERK_PUBLISHABLE_KEY. Default: no Clerk.',
    example: 'pk_live_...',
  },
  WXT_OUT_DIR: { help: 'The folder for the built extension.', example: 'dist' },
}

const intro =
  'Every setting, with its default or an example. All settings are optional. Copy this file to .env. To use a setting, remove the # before its name and change the value. A secret may be in a file that is named instead, such as GITHUB_TOKEN_FILE=/run/secrets/github (docs/operating.md).'
const origin =
  'This file is written by npx node tools/env-example.ts, from server/config/settings.ts and tools/env-example.ts.'

const first = 'What most servers need'
const mostNeeded = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'DATA_DIR',
  'WALLPAPERS_DIR',
  'SIGN_UP',
  'RATE_LIMIT',
  'TRUSTED_PROXIES',
]

export const toEnvExample = (): string => {
  const all: Record<string, Documented> = { ...settings, ...otherSettings }
  let group: string | undefined
  const documented = Object.entries(all).map(([name, setting]) => {
    group = setting.group ?? group
    const text = `${comment(setting.help)}\n${comment(labelOf(setting))}\n#${name}=${shownValue(setting)}`
    return { heading: mostNeeded.includes(name) ? first : group, text }
  })
  const lines = [...Map.groupBy(documented, ({ heading }) => heading)].flatMap(
    ([heading, settings]) => [comment(`--- ${heading} ---`), ...settings.map(({ text }) => text)],
  )
  return `${[`${comment(intro)}\n${comment(origin)}`, ...lines].join('\n\n')}\n`
}

const defaultOf = ({ schema }: Documented) => String(schema?.parse(undefined) ?? '')

const shownValue = (setting: Documented) => setting.example ?? defaultOf(setting)

const labelOf = (setting: Documented) => {
  if (setting.example === undefined) return 'Default:'
  const value = defaultOf(setting)
  return value === '' ? 'Example:' : `Example (the default is ${value}):`
}

const comment = (text: string) => text.replace(/(.{1,128})(?: |$)/g, '# $1\n').trimEnd()

if (import.meta.main) writeFileSync(new URL('../.env.example', import.meta.url), toEnvExample())
