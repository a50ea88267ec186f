/**
 * `npm run publish-catalogue -- <folder>` uploads a folder of pictures to Cloudinary and commits
 * index.json and tags.json to GitHub. It uses the settings of the server (docs/publishing.md).
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { toProgram } from './program.ts'
import { createCatalogueBranch } from './publish/catalogue-branch.ts'
import { createCloudPictures } from './publish/cloud-pictures.ts'
import { publish } from './publish/publish.ts'
import { toLine } from './publish/publish-error.ts'
import { toPrintable } from './publish/report.ts'
import { toPublishSettings } from './publish/settings.ts'

const usage = `Usage: ${toProgram('publish-catalogue')} <folder> [--dry-run] [--delete-missing [--yes]]`
const help = [
  usage,
  '',
  '  Uploads the pictures of a folder to Cloudinary, and commits index.json and tags.json to GitHub.',
  '  CLOUDINARY_URL, GITHUB_OWNER, GITHUB_REPO and GITHUB_TOKEN say where.',
  '',
  '  --dry-run         shows what it would do and stops',
  '  --delete-missing  asks, then deletes published pictures that are no longer in the folder',
  '  --yes             answers that question with yes',
  '  --help            explains the command and does nothing',
  '',
  'Exit codes: 0 done, 1 a picture was left out or nothing could be done, 130 interrupted.',
]
const exitCodes = { done: 0, partly: 1, stopped: 130 } as const

const stopOnSignal = (): AbortSignal => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  return stopping.signal
}

const ask = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) {
    console.log(`${question} There is no terminal to ask in. Use --yes to agree.`)
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Node's readline catches Ctrl-C. The signal is passed on to the process, so that it stops the command.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const answer = await terminal
    .question(`${question} (yes) `, { signal })
    .finally(() => terminal.close())
  return answer.trim().toLowerCase() === 'yes'
}

const flag = { type: 'boolean', default: false } as const

const parseFlags = () => {
  try {
    const options = { 'dry-run': flag, 'delete-missing': flag, yes: flag, help: flag }
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new ConfigError(`${toLine(error).split('. ')[0]}. ${usage}`, { cause: error })
  }
}

const readArguments = () => {
  const { values, positionals } = parseFlags()
  const [folder, ...others] = positionals
  if (values.help) return undefined
  if (folder === undefined || others.length > 0) throw new ConfigError(usage)
  return { folder, ...values }
}

const main = async (): Promise<number> => {
  const asked = readArguments()
  if (asked === undefined) {
    for (const line of help) console.log(line)
    return exitCodes.done
  }
  const { folder, yes, ...flags } = asked
  const { account, github, dataDir, filesUrl } = toPublishSettings(parseConfig(process.env))
  limitSharp()
  const result = await publish({
    folder,
    cacheDir: join(dataDir, 'publish'),
    dryRun: flags['dry-run'],
    deleteMissing: flags['delete-missing'],
    confirm: yes ? async () => true : ask,
    pictures: createCloudPictures(account),
    branch: createCatalogueBranch(github),
    print: (line) => console.log(toPrintable(line)),
    signal,
  })
  if (result !== 'stopped' && !flags['dry-run'])
    console.log(`To show these pictures, start the server with WALLPAPERS_BASE_URL=${filesUrl}`)
  return exitCodes[result]
}

readEnvFile()
const signal = stopOnSignal()

process.exitCode = await main().catch((error: unknown) => {
  if (signal.aborted)
    console.log('Stopped. Nothing was committed. Run the command again to continue.')
  else console.error(toPrintable(`Not published: ${toLine(error)}`))
  return signal.aborted ? exitCodes.stopped : 1
})
