/** `npm run fresco -- doctor` says what is wrong with the set-up of this server, and what to do. It changes nothing. */
import packageJson from '../../package.json' with { type: 'json' }
import { findEnvFile, readEnvFile } from '../config/environment.js'
import { diagnose } from './doctor/diagnose.ts'
import { describeFindings, isProblem } from './doctor/findings.ts'
import { exitCodes, flag, print, runCommand, toProgram } from './program.ts'

const help = [
  '  Checks settings, folders, accounts, the services that the settings name, the port and the disk. While the server',
  '  runs, it also asks it through PUBLIC_URL. It uses the settings of the server, so run it as the same user. It',
  '  changes nothing and prints no secret.',
  '',
  '  --json  prints the findings as JSON, for programs',
  '  --help  explains the command and does nothing',
  '',
  'Exit codes: 0 no problem was found, 1 a problem was found, 2 wrong usage.',
]

readEnvFile()
await runCommand({
  usage: `Usage: ${toProgram('doctor')} [--json]`,
  help,
  options: { json: flag },
  takes: 0,
  run: async ({ values: { json } }) => {
    const findings = await diagnose(process.env, findEnvFile())
    if (json) console.log(JSON.stringify(findings, null, 2))
    else
      print([
        `Fresco ${packageJson.version} with Node ${process.versions.node}`,
        '',
        ...describeFindings(findings),
      ])
    return findings.some(isProblem) ? exitCodes.failed : exitCodes.done
  },
})
