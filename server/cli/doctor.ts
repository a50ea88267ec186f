import packageJson from '../../package.json' with { type: 'json' }
import { findEnvFile } from '../config/environment.js'
import { diagnose } from './doctor/diagnose.ts'
import { describeFindings, isProblem } from './doctor/findings.ts'
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
    const about = `Fresco ${packageJson.version} with Node ${process.versions.node}`
    if (json) console.log(JSON.stringify(findings, null, 2))
    else print([about, '', ...describeFindings(findings)])
    return findings.some(isProblem) ? exitCodes.failed : exitCodes.done
  },
}
