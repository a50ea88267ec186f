/** `npm run doctor` says what is wrong with the set-up of this server, and what to do. It changes nothing. */
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { ConfigError, parseConfig } from '../config/config.ts'
import { findEnvFile, readEnvFile } from '../config/environment.js'
import { checkAddresses } from './doctor/check-addresses.ts'
import { checkOwnClock } from './doctor/check-clock.ts'
import { checkFolders } from './doctor/check-folders.ts'
import { checkServices } from './doctor/check-services.ts'
import { checkSettings, listSecrets } from './doctor/check-settings.ts'
import {
  collect,
  createHide,
  describeFindings,
  type Finding,
  isProblem,
} from './doctor/findings.ts'
import { toProgram } from './program.ts'
import { toLine } from './publish/publish-error.ts'
import { toPrintable } from './publish/report.ts'

const usage = `Usage: ${toProgram('doctor')} [--json]`
const help = [
  usage,
  '',
  '  Checks settings, folders, accounts, the services that the settings name, the port, the disk and the clock. With',
  '  PUBLIC_URL it also asks itself through that address, and for a few seconds answers in place of a stopped server.',
  '  It uses the settings of the server, so run it as the same user. It changes nothing and prints no secret.',
  '',
  '  --json  prints the findings as JSON, for programs',
  '  --help  explains the command and does nothing',
  '',
  'Exit codes: 0 no problem was found, 1 a problem was found, 2 wrong usage.',
]
const exitCodes = { problem: 1, wrongUsage: 2 } as const

const flag = { type: 'boolean', default: false } as const

const readArguments = () => {
  try {
    return parseArgs({ options: { json: flag, help: flag } }).values
  } catch (error) {
    process.exitCode = exitCodes.wrongUsage
    throw new ConfigError(`${toLine(error).split('. ')[0]}. ${usage}`, { cause: error })
  }
}

const findAll = async (): Promise<Finding[]> => {
  const found = checkSettings(process.env, findEnvFile())
  // All other checks need settings that can be used.
  if (found.some(isProblem)) return found
  const config = parseConfig(process.env)
  const hide = createHide(listSecrets(process.env))
  return collect(
    found,
    checkFolders(config),
    checkServices(config, hide),
    checkAddresses(config),
    checkOwnClock(),
  )
}

const print = (lines: readonly string[]) => {
  for (const line of lines) console.log(toPrintable(line))
}

const main = async () => {
  const { json, help: asksHelp } = readArguments()
  if (asksHelp) return print(help)
  const findings = await findAll()
  if (json) console.log(JSON.stringify(findings, null, 2))
  else
    print([
      `Fresco ${packageJson.version} with Node ${process.versions.node}`,
      '',
      ...describeFindings(findings),
    ])
  if (findings.some(isProblem)) process.exitCode = exitCodes.problem
}

readEnvFile()
await main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? toPrintable(toLine(error)) : error)
  process.exitCode ??= exitCodes.problem
})
