import { resolve } from 'node:path'
import { parseConfig } from '../config/config.ts'
import { type ReportedSource, readSources } from '../sources/pulled/open-pulled.ts'
import { type CommandBody, countOf, exitCodes, print } from './program.ts'

export const command: CommandBody = {
  help: [
    'Says how many pictures the server has pulled from each source, when it last checked the source, and what failed.',
    'The server writes that into DATA_DIR, so run the command with the settings of the server and as the same user.',
    '"fresco doctor" asks the sources themselves.',
  ],
  options: { json: { type: 'boolean', help: 'prints the sources as JSON, for programs' } },
  exits: '0 all sources are fine, 1 a source has a problem, 2 wrong usage',
  run: async ({ options: { json } }, env) => {
    const config = parseConfig(env)
    const sources = await readSources(config, resolve(config.dataDir))
    if (json) console.log(JSON.stringify(sources, null, 2))
    else if (sources.length === 0) print(['No source is set. docs/sources.md lists the settings'])
    else print(sources.flatMap(describe))
    return sources.some(({ status }) => status?.problem) ? exitCodes.failed : exitCodes.done
  },
}

const describe = ({ name, setting, status }: ReportedSource): string[] => {
  const about = `${name} (${setting})`
  if (status === undefined) return [`${about}: not checked yet`]
  const { pictures, bytes, lookedAt, problem, failed, reason } = status
  const size = `${countOf(pictures, 'picture')}, ${(bytes / 1e6).toFixed(1)} MB`
  const at = new Date(lookedAt).toISOString().slice(0, 16).replace('T', ' ')
  return [
    `${about}: ${size}, last checked at ${at} UTC`,
    ...(problem === undefined ? [] : [`  Problem: ${problem}`]),
    ...(failed === 0
      ? []
      : [`  Could not be pulled: ${countOf(failed, 'picture')}, such as: ${reason}`]),
  ]
}
