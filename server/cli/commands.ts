/** The commands of the program `fresco`, which is what the package installs. */
import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { defaultDataDir, readEnvFile } from '../config/environment.js'
import { toDataDir } from './data-dir.ts'
import { hasTerminal, onEnter, openBrowser } from './open-browser.ts'
import { alignColumns, helpFlag, print, readArguments, runProgram, UsageError } from './program.ts'

interface Command {
  takes: string
  summary: string
  run: (args: string[]) => Promise<unknown>
}

/** In a clone, the program has the same data and settings as `npm start`. The package has no TypeScript. */
const isClone = import.meta.url.endsWith('.ts')
const program = isClone ? 'npm run fresco --' : 'fresco'

/** The other programs of this folder read `process.argv` and run when they are imported. */
const runAs =
  (name: string, load: () => Promise<unknown>, first: readonly string[] = []): Command['run'] =>
  (args) => {
    process.argv.splice(1, Infinity, `${program} ${name}`.trim(), ...first, ...args)
    return load()
  }

const loadAdmin = () => import('./admin.ts')

const startHelp = [
  `Usage: ${program} start [folder] [OPTIONS], or ${program} [folder] [OPTIONS]`,
  '',
  '  Serves the site, the API and the wallpapers of the extension until you press Ctrl+C.',
  '',
  '  [folder]  pictures, or a catalogue with an index.json; without it, the wallpapers that come with Fresco',
  '  --port N  the port to listen on (8787); 0 picks a free one',
  '  --host A  the address to listen on (127.0.0.1); 0.0.0.0 stands for every address of this machine',
  '  --open    opens the site in your browser at once, without asking',
  '  --no-open does not offer to open it',
  '  --help    explains the command and does nothing',
  '',
  'Exit codes: 0 stopped, 1 a setting cannot be used, 2 wrong usage.',
]

const start = async (args: string[]) => {
  const { folder, host, port, open, help } = readStart(args)
  if (help) return print(startHelp)
  if (folder !== undefined) process.env.WALLPAPERS_DIR = resolve(folder)
  if (host !== undefined) process.env.HOST = host
  if (port !== undefined) process.env.PORT = port
  const { serve } = await import('../serve.ts')
  await serve((address) => welcome(address, open))
}

const readStart = (args: string[]) => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const hint = `See: ${program} start --help`
  const options = { host: text, port: text, open: flag, help: helpFlag }
  const { values, positionals } = readArguments(options, hint, args)
  const [folder, ...others] = positionals
  if (others.length > 0) throw new UsageError(`start takes one folder. ${hint}`)
  return { folder, ...values }
}

const welcome = (address: string, open: boolean | undefined) => {
  const site = process.env.PUBLIC_URL?.trim() || address
  const offers = open === undefined && hasTerminal()
  if (open) openBrowser(site)
  if (offers) onEnter(() => openBrowser(site))
  const fresco = toCall(process.env)
  return `
Fresco is ready at ${address}
Data:      ${process.env.DATA_DIR}

What to do next:
  1. Look at your wallpapers: ${site}${offers ? ' (press Enter to open it)' : ''}
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

export const commands: Readonly<Record<string, Command>> = {
  start: {
    takes: '[folder]',
    summary: 'serves a folder of pictures, or the wallpapers that come with Fresco',
    run: start,
  },
  doctor: {
    takes: '',
    summary: 'says what is wrong with the set-up of this server, and what to do',
    run: runAs('doctor', () => import('./doctor.ts')),
  },
  export: {
    takes: '<folder or user/repo> <out> --url <address>',
    summary: 'writes a website of plain files, which needs no server',
    run: runAs('export', () => import('./export.ts')),
  },
  publish: {
    takes: '<folder>',
    summary: 'uploads pictures to Cloudinary and commits their index to GitHub',
    run: runAs('publish', () => import('./publish-catalogue.ts')),
  },
  admin: {
    takes: 'COMMAND',
    summary: 'lists and changes the users of this server, and makes invites',
    run: runAs('admin', loadAdmin),
  },
  backup: {
    takes: 'FILE',
    summary: 'saves the accounts, favorites and session secret in one file',
    run: runAs('', loadAdmin, ['backup']),
  },
  catalogue: {
    takes: 'check <folder>',
    summary: 'reports what is wrong with a folder of wallpapers',
    run: runAs('catalogue', () => import('./catalogue.ts')),
  },
  extension: {
    takes: '<folder>',
    summary: 'writes the browser extension into a folder and says how to load it',
    run: runAs('extension', () => import('./extension.ts')),
  },
}

const help = () => [
  `Usage: ${program} [folder], or ${program} <command>`,
  '',
  ...alignColumns(
    Object.entries(commands).map(([name, { takes, summary }]) => [
      `  ${name} ${takes}`.trimEnd(),
      summary,
    ]),
  ),
  '',
  `${program} <command> --help explains a command. Without a command, Fresco starts.`,
  `Settings are environment variables, or lines of the file .env${isClone ? '' : ` in the folder for data: ${process.env.DATA_DIR}`}`,
]

/** Runs the command that the arguments of the program name. */
export const main = async (args: string[]): Promise<void> => {
  if (isClone) readEnvFile()
  process.env.DATA_DIR ||= isClone
    ? defaultDataDir
    : toDataDir(process.platform, process.env, homedir())
  // Not the .env of the current folder, which may belong to another program.
  if (!isClone) readEnvFile(join(process.env.DATA_DIR, '.env'))
  await runProgram(() => run(args))
}

const run = async (args: string[]): Promise<unknown> => {
  const [name = '', ...others] = args
  if (/^(--help|-h|help)$/.test(name)) return print(help())
  if (/^(--version|-v)$/.test(name)) return print([packageJson.version])
  if (Object.hasOwn(commands, name)) return commands[name]?.run(others)
  if (name === '' || name.startsWith('-') || isFolder(name)) return start(args)
  throw new UsageError(
    `'${name}' is neither a command nor a folder. The commands are ${Object.keys(commands).join(', ')}. See: ${program} --help`,
  )
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
