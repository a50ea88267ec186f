import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CommandBody, CommandError, print } from './program.ts'

const built = fileURLToPath(new URL('../../dist', import.meta.url))
const names = ['chrome-mv3', 'firefox-mv3'] as const

const requireReplaceable = (path: string) => {
  const isOther =
    existsSync(path) && readdirSync(path).length > 0 && !existsSync(join(path, 'manifest.json'))
  if (isOther) throw new CommandError(`${path} has other files: choose another folder`)
}

const replace = async (from: string, to: string) => {
  if (!existsSync(from))
    throw new CommandError('The extension is not built yet. Build it with npm run build')
  // A browser that has the extension loaded needs the same path. Files of an older version must not stay.
  await rm(to, { recursive: true, force: true })
  await cp(from, to, { recursive: true })
}

export const command: CommandBody = {
  help: [
    'Writes the extension into the folders chrome-mv3 and firefox-mv3 of <folder>, and says how to load them.',
    'Choose a folder that stays. After an update of Fresco, run the command again and reload the extension.',
  ],
  exits: '0 done, 1 a folder cannot be written, 2 wrong usage',
  run: async ({ arguments: [given = ''] }) => {
    const folder = resolve(given)
    for (const name of names) requireReplaceable(join(folder, name))
    await mkdir(folder, { recursive: true })
    for (const name of names) await replace(join(built, name), join(folder, name))
    print([
      `The extension is in ${folder}`,
      `Chrome:  open chrome://extensions, switch on "Developer mode", "Load unpacked", choose ${join(folder, 'chrome-mv3')}`,
      `Firefox: open about:debugging#/runtime/this-firefox, "Load Temporary Add-on", choose ${join(folder, 'firefox-mv3', 'manifest.json')}`,
    ])
  },
}
