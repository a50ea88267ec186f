/** The commands of the program `fresco`, which is what the package installs. */
import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, posix, resolve, win32 } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { defaultDataDir, readEnvFile } from '../config/environment.js'
import {
  type Command,
  type CommandBody,
  type CommandList,
  describeCommands,
  isClone,
  print,
  program,
  runCommand,
  runProgram,
  UsageError,
} from './program.ts'

interface Row extends Pick<Command, 'takes' | 'summary'> {
  /** Loads a command only when it runs, because loading all of them takes a second. */
  load: () => Promise<{ command: CommandBody }>
}

const rows: Readonly<Record<string, Row>> = {
  start: {
    takes: ['[folder]'],
    summary: 'serves a folder of pictures, or the wallpapers that come with Fresco',
    load: async () => ({ command: start }),
  },
  doctor: {
    summary: 'says what is wrong with the set-up of this server, and what to do',
    load: () => import('./doctor.ts'),
  },
  export: {
    takes: ['<folder>', '<out>'],
    summary: 'writes a website of plain files for the address --url, which needs no server',
    load: () => import('./export.ts'),
  },
  publish: {
    takes: ['<folder>'],
    summary: 'uploads pictures to Cloudinary and commits their index to GitHub',
    load: () => import('./publish.ts'),
  },
  backup: {
    takes: ['FILE'],
    summary: 'saves the accounts, favorites and session secret in one file',
    load: () => import('./admin.ts').then(({ backup }) => ({ command: backup })),
  },
  catalogue: {
    takes: ['check', '<folder>'],
    summary: 'reports what is wrong with a folder of wallpapers',
    load: () => import('./catalogue.ts'),
  },
  'catalogue refresh': {
    summary: 'lets the running server read its wallpapers again, all of them and now',
    load: () => import('./catalogue-refresh.ts'),
  },
  sources: {
    summary: 'says how many pictures each pulled source has, and what failed',
    load: () => import('./sources.ts'),
  },
  extension: {
    takes: ['<folder>'],
    summary: 'writes the browser extension into a folder and says how to load it',
    load: () => import('./extension.ts'),
  },
}

export const commands: CommandList = {
  ...rows,
  admin: {
    takes: ['COMMAND'],
    summary: 'lists and changes the users of this server, and makes invites',
  },
}

const start: CommandBody = {
  help: [
    'Serves the site, the API and the wallpapers of the extension until you press Ctrl+C.',
    '',
    '[folder]  pictures, or a catalogue with an index.json; without it, the wallpapers that come with Fresco',
  ],
  options: {
    port: { type: 'string', value: 'N', help: 'the port to listen on (8787); 0 picks a free one' },
    host: {
      type: 'string',
      value: 'A',
      help: 'the address to listen on (127.0.0.1); 0.0.0.0 stands for every address of this machine',
    },
  },
  exits: '0 stopped, 1 a setting cannot be used, 2 wrong usage',
  run: async ({ arguments: [folder], options: { host, port } }, env) => {
    if (folder !== undefined) env.WALLPAPERS_DIR = resolve(folder)
    if (host !== undefined) env.HOST = String(host)
    if (port !== undefined) env.PORT = String(port)
    const { serve } = await import('../serve.ts')
    await serve(welcome)
  },
}

const welcome = (address: string, signUp: string) => {
  const fresco = toCall(process.env)
  return `
Fresco is ready at ${address}
Data:      ${process.env.DATA_DIR}
Sign-up:   ${signUp}

What to do next:
  1. Look at your wallpapers: ${process.env.PUBLIC_URL?.trim() || address}
  2. See them on new tabs: "${fresco} extension <folder>" writes the extension into a folder and says how to load it
  3. Let others in: set PUBLIC_URL and put a proxy in front. "${fresco} doctor" says what is missing
`
}

/** npx puts no program on the PATH, so the next command has to begin with npx again. */
const toCall = ({ npm_command, npm_config_package }: NodeJS.ProcessEnv) => {
  if (npm_command !== 'exec') return program
  return npm_config_package ? `npx --package ${npm_config_package} fresco` : `npx ${readOwnName()}`
}

// The build gives the package its name, so the name is read from its `package.json`, which is not bundled.
const readOwnName = () =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).name

const help = () => [
  `Usage: ${program} [folder], or ${program} <command>`,
  '',
  ...describeCommands(commands),
  '',
  `${program} <command> --help explains a command. Without a command, Fresco starts.`,
  `Settings are environment variables, or lines of the file .env${isClone ? '' : ` in the folder for data: ${process.env.DATA_DIR}`}`,
]

export const main = async (args: string[]): Promise<void> => {
  if (isClone) readEnvFile()
  process.env.DATA_DIR ||= isClone
    ? defaultDataDir
    : toDataDir(process.platform, process.env, homedir())
  // Not the .env of the current folder, which may belong to another program.
  if (!isClone) readEnvFile(join(process.env.DATA_DIR, '.env'))
  await runProgram(() => run(args))
}

/**
 * The folder for the data of a Fresco that was installed as a package. The checkout's `./data` would depend on the
 * folder in which somebody types the command, and the package's own folder is deleted by updates.
 * Linux: XDG Base Directory Specification 0.8. A relative XDG_DATA_HOME must be ignored.
 */
export const toDataDir = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string => {
  if (platform === 'win32')
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'fresco')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'fresco')
  const { XDG_DATA_HOME: folder = '' } = env
  return posix.join(posix.isAbsolute(folder) ? folder : posix.join(home, '.local/share'), 'fresco')
}

const run = async (args: string[]): Promise<unknown> => {
  const [name = '', ...others] = args
  if (/^(--help|-h|help)$/.test(name)) return print(help())
  if (/^(--version|-v)$/.test(name)) return print([packageJson.version])
  if (name === 'admin') return (await import('./admin.ts')).runAdmin(others)
  const words = `${name} ${others[0]}`
  if (Object.hasOwn(rows, words)) return runRow(words, others.slice(1))
  if (Object.hasOwn(rows, name)) return runRow(name, others)
  if (name === '' || name.startsWith('-') || isFolder(name)) return runRow('start', args)
  throw new UsageError(
    `'${name}' is neither a command nor a folder. The commands are ${Object.keys(commands).join(', ')}. See: ${program} --help`,
  )
}

const runRow = async (name: string, args: string[]) => {
  const row = rows[name]
  if (row) await runCommand(`${program} ${name}`, { ...row, ...(await row.load()).command }, args)
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
