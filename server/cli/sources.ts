import { resolve } from 'node:path'
import { parseConfig } from '../config/config.ts'
import { type PulledPlace, readPlaces } from '../sources/pulled/open-pulled.ts'
import { type CommandBody, countOf, exitCodes, print } from './program.ts'

export const command: CommandBody = {
  help: [
    'Says of each place that the server pulls pictures from how many it has brought, when the server last looked there, and',
    'what failed. The server writes that into DATA_DIR, so run the command with the settings of the server and as the same',
    'user. "fresco doctor" asks the places themselves.',
  ],
  options: { json: { type: 'boolean', help: 'prints the places as JSON, for programs' } },
  exits: '0 all places are fine, 1 a place has a problem, 2 wrong usage',
  run: async ({ options: { json } }, env) => {
    const config = parseConfig(env)
    const places = await readPlaces(config, resolve(config.dataDir))
    if (json) console.log(JSON.stringify(places, null, 2))
    else if (places.length === 0) print(['No place is set. docs/sources.md lists the settings'])
    else print(places.flatMap(describe))
    return places.some(({ status }) => status?.problem) ? exitCodes.failed : exitCodes.done
  },
}

const describe = ({ name, setting, status }: PulledPlace): string[] => {
  const about = `${name} (${setting})`
  if (status === undefined) return [`${about}: the server has not looked there yet`]
  const { pictures, bytes, lookedAt, problem, failed, reason } = status
  const size = `${countOf(pictures, 'picture')}, ${(bytes / 1e6).toFixed(1)} MB`
  const at = new Date(lookedAt).toISOString().slice(0, 16).replace('T', ' ')
  return [
    `${about}: ${size}, last looked at ${at} UTC`,
    ...(problem === undefined ? [] : [`  Problem: ${problem}`]),
    ...(failed === 0
      ? []
      : [`  Could not be pulled: ${countOf(failed, 'picture')}, such as: ${reason}`]),
  ]
}
