import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { findMisspelledSettings, findSettingProblems, parseConfig } from '../config/config.ts'
import { findEnvFile } from '../config/environment.js'
import { type Setting, settings } from '../config/settings.ts'
import { checkAddresses } from './doctor/check-addresses.ts'
import { checkFolders } from './doctor/check-folders.ts'
import { checkServices } from './doctor/check-services.ts'
import {
  collect,
  createHide,
  describeFindings,
  type Finding,
  isProblem,
  ok,
  problem,
  warning,
} from './doctor/findings.ts'
import { type CommandBody, exitCodes, print } from './program.ts'

export const command: CommandBody = {
  help: [
    'Checks settings, folders, accounts, the services that the settings name, the port and the disk. While the server',
    'runs, it also asks it through PUBLIC_URL. It uses the settings of the server, so run it as the same user. It',
    'changes nothing and prints no secret.',
  ],
  options: { json: { type: 'boolean', help: 'prints the findings as JSON, for programs' } },
  exits: '0 no problem was found, 1 a problem was found, 2 wrong usage',
  run: async ({ options: { json } }, env) => {
    const findings = await diagnose(env, findEnvFile())
    const program = `Fresco ${packageJson.version} with Node ${process.versions.node}`
    if (json) console.log(JSON.stringify(findings, null, 2))
    else print([program, '', ...describeFindings(findings)])
    return findings.some(isProblem) ? exitCodes.failed : exitCodes.done
  },
}

type Env = Readonly<Record<string, string | undefined>>

/** The `.env` file that was read. It has a `problem` if it could not be read. */
type EnvFile = ReturnType<typeof findEnvFile>

export const diagnose = async (env: Env, read: EnvFile): Promise<Finding[]> => {
  const found = checkSettings(env, read)
  // All other checks need settings that can be used.
  if (found.some(isProblem)) return found
  const config = parseConfig(env)
  const secrets = Object.entries(settings)
    .filter(([, setting]: [string, Setting]) => setting.secret)
    .flatMap(([name]) => env[name]?.trim() || [])
  const services = checkServices(config, createHide(secrets))
  return collect(found, checkFolders(config), services, checkAddresses(config))
}

const names = Object.keys(settings)
const about = 'settings'

const checkSettings = (env: Env, read: EnvFile): Finding[] => {
  const isRead = read !== undefined && read.problem === undefined
  const file = isRead ? ` or in ${resolve(read.file)}` : ''
  const problems = findSettingProblems(env).map((text) =>
    problem(about, text, `correct it in the environment variables${file}`),
  )
  const misspelled = findMisspelledSettings(env).map(({ text, advice }) =>
    warning(about, text, advice),
  )
  const found = [...problems, ...misspelled, ...checkEnvFile(read)]
  if (problems.length > 0) return found
  const set = names.filter((name) => env[name]?.trim())
  const from = `(from the environment variables${file.replace(' or in ', ' and ')})`
  const none = 'no setting is set, so all have their defaults'
  return [ok(about, set.length === 0 ? none : `${set.join(', ')} ${from}`), ...found]
}

const checkEnvFile = (read: EnvFile): Finding[] => {
  if (read === undefined) return []
  const file = resolve(read.file)
  if (read.problem !== undefined && read.problem !== 'ENOENT')
    return [
      problem(
        about,
        `${file} cannot be read (${read.problem}), so its settings are ignored`,
        'let the user who runs Fresco read the file',
      ),
    ]
  const here = resolve('.env')
  if (here === file || !hasSettings(here)) return []
  return [
    warning(
      about,
      `${here} has settings of Fresco, but this program does not read it`,
      `move them to ${file}, or set them as environment variables`,
    ),
  ]
}

// Other programs use PORT, HOST and the like, so these do not show that a file is for Fresco.
const ownName = /^(WALLPAPERS|DATA_DIR|PUBLIC_URL|TRUSTED|SIGN_UP|PICTURE)/

const hasSettings = (file: string) => {
  try {
    return Object.keys(parseEnv(readFileSync(file, 'utf8'))).some(
      (name) => names.includes(name) && ownName.test(name),
    )
  } catch {
    return false
  }
}
