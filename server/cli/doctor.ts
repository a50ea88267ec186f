import { resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import {
  type Config,
  type Env,
  findSettingProblems,
  listSecrets,
  listSet,
  parseConfig,
} from '../config/config.ts'
import { findEnvFile } from '../config/environment.js'
import { listPulled, onAccountPage, readSources } from '../sources/pulled/open-pulled.ts'
import { checkProxy } from './doctor/check-proxy.ts'
import { checkServices } from './doctor/check-services.ts'
import { describeFindings, type Finding, isProblem, ok, problem } from './doctor/finding.ts'
import { type CommandBody, exitCodes, print } from './program.ts'

export const command: CommandBody = {
  help: [
    'Checks the settings, the services that they name, and the proxy. While the server runs, the command also asks it',
    'through PUBLIC_URL. It uses the settings of the server, so run it as the same user. It changes nothing and prints',
    'no secret. The server itself reports problems with folders, accounts and its port, and misspelled settings, when it starts.',
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

const about = 'settings'

export const diagnose = async (
  env: Env,
  envFile: ReturnType<typeof findEnvFile>,
): Promise<Finding[]> => {
  const problems = [...findSettingProblems(env, listPulled), ...findFileProblem(envFile)]
  // All other checks need settings that can be used.
  if (problems.length > 0) return problems.map((text) => problem(about, text))
  const set = listSet(env)
  const config = parseConfig(env)
  const checks = await Promise.all([
    checkServices(config, listSecrets(env)),
    findAddedSources(config),
    checkProxy(config),
  ])
  const none = 'no setting is set, so all have their defaults'
  return [ok(about, set.join(', ') || none), ...checks.flat()]
}

/** Only the server has the secrets of these sources, so this reports how its last check of them ended. */
const findAddedSources = async (config: Config): Promise<Finding[]> =>
  (await readSources(config, resolve(config.dataDir)))
    .filter(({ setting }) => setting === onAccountPage)
    .map(({ name, status }) =>
      status?.problem === undefined
        ? ok(name, 'had no problem when the server last checked it')
        : problem(name, status.problem, 'test it on the account page'),
    )

const findFileProblem = (envFile: ReturnType<typeof findEnvFile>): string[] => {
  if (envFile?.problem === undefined || envFile.problem === 'ENOENT') return []
  return [
    `${resolve(envFile.file)} cannot be read (${envFile.problem}), so its settings are ignored`,
  ]
}
