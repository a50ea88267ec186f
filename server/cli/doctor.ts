import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import {
  type Config,
  findMisspelledSettings,
  findProblems,
  findSettingProblems,
  parseConfig,
} from '../config/config.ts'
import { findEnvFile } from '../config/environment.js'
import { type Setting, settings } from '../config/settings.ts'
import { requireFolders, requireWritable } from '../process/require-folders.ts'
import { checkProxy } from './doctor/check-proxy.ts'
import { checkServices } from './doctor/check-services.ts'
import {
  describeFindings,
  type Finding,
  isProblem,
  ok,
  problem,
  warning,
} from './doctor/finding.ts'
import { type CommandBody, exitCodes, print } from './program.ts'

export const command: CommandBody = {
  help: [
    'Checks the settings, the services that they name, and the proxy. While the server runs, the command also asks it',
    'through PUBLIC_URL. It uses the settings of the server, so run it as the same user. It changes nothing and prints',
    'no secret. The server itself reports problems with accounts, disk and port when it starts.',
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

const about = 'settings'

export const diagnose = async (env: Env, envFile: EnvFile): Promise<Finding[]> => {
  const found = checkSettings(env, envFile)
  // All other checks need settings that can be used.
  if (found.some(isProblem)) return found
  const config = parseConfig(env)
  const secrets = Object.entries(settings)
    .filter(([, setting]: [string, Setting]) => setting.secret)
    .flatMap(([name]) => env[name]?.trim() || [])
  const checks = await Promise.all([checkServices(config, secrets), checkProxy(config)])
  return [...found, ...checkFolders(config), ...checks.flat()]
}

const checkSettings = (env: Env, envFile: EnvFile): Finding[] => {
  const set = Object.keys(settings).filter((name) => env[name]?.trim())
  const none = 'no setting is set, so all have their defaults'
  const problems = findSettingProblems(env).map((text) => problem(about, text))
  return [
    ...(problems.length > 0 ? problems : [ok(about, set.join(', ') || none)]),
    ...findMisspelledSettings(env).map(({ text, advice }) => warning(about, text, advice)),
    ...checkEnvFile(envFile),
  ]
}

const checkEnvFile = (envFile: EnvFile): Finding[] => {
  if (envFile?.problem === undefined || envFile.problem === 'ENOENT') return []
  const text = `${resolve(envFile.file)} cannot be read (${envFile.problem}), so its settings are ignored`
  return [problem(about, text, 'let the user who runs Fresco read the file')]
}

const checkFolders = ({ folder, dataDir }: Config): Finding[] =>
  [
    ...findProblems(() => requireFolders(folder)),
    // The server creates the folder when it starts. It should belong to the user of the server.
    ...(existsSync(dataDir) ? findProblems(() => requireWritable(resolve(dataDir))) : []),
  ].map((text) => problem(about, text))
