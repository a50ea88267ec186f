import { resolve } from 'node:path'
import { askForRefresh } from '../adapters/disk/refresh-requests.ts'
import { parseConfig } from '../config/config.ts'
import { type CommandBody, CommandError, countOf, print } from './program.ts'

export const command: CommandBody = {
  help: [
    'Asks the running server to read its wallpapers again now: every file of a folder, or the newest commit at GitHub.',
    'It accepts what it finds, even if most wallpapers are gone. Replicas with the same REDIS_URL do the same.',
    'Run it with the settings of the server and as the same user, because both use the folder DATA_DIR.',
  ],
  run: async (_, env) => {
    const dataDir = resolve(parseConfig(env).dataDir)
    const answer = await askForRefresh(dataDir)
    if (answer === undefined)
      throw new CommandError(
        `No running server that uses DATA_DIR ${dataDir} took the request within 10 seconds. Is it running, with the same DATA_DIR?`,
      )
    const { problem, before = 0, wallpapers = 0, isPartial } = answer
    if (problem !== undefined) throw new CommandError(problem)
    const more = isPartial ? '. The others are still being measured' : ''
    print([
      `The server has read its catalogue again: ${countOf(wallpapers, 'wallpaper')}, ${before} before${more}`,
    ])
  },
}
