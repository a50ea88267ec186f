/** `npm run catalogue -- check <folder>` reports what is wrong with a folder of wallpapers. It changes nothing. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { createPictureWork } from '../adapters/sharp/picture-work.ts'
import { ConfigError, parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { DomainError } from '../domain-error.ts'
import { checkFolder, hasBroken } from './catalogue/check.ts'
import { describeCheck } from './catalogue/report.ts'
import { toProgram } from './program.ts'
import { PublishError, toLine } from './publish/publish-error.ts'
import { toPrintable } from './publish/report.ts'

const usage = `Usage: ${toProgram('catalogue')} check <folder> [--json]`
const help = [
  usage,
  '',
  '  Reports near-duplicates and which of them to keep, broken, small and animated pictures, wrong extensions,',
  '  and for a folder with an index.json also files without a row and rows without a file, size or tone.',
  '  It only reads the folder. Measurements are stored in DATA_DIR, so that the next run is fast.',
  '',
  '  --json  prints the report as JSON, for programs',
  '  --help  explains the command and does nothing',
  '',
  'Exit codes: 0 nothing is broken, 1 a file or a row is broken or the folder cannot be read, 2 wrong usage.',
]
const exitCodes = { broken: 1, wrongUsage: 2 } as const

const flag = { type: 'boolean', default: false } as const

const readArguments = () => {
  try {
    const options = { json: flag, help: flag }
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [command, folder, ...others] = positionals
    if (values.help) return { ...values, folder: undefined }
    if (command !== 'check' || folder === undefined || others.length > 0)
      throw new ConfigError(usage)
    return { ...values, folder }
  } catch (error) {
    process.exitCode = exitCodes.wrongUsage
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${toLine(error).split('. ')[0]}. ${usage}`, { cause: error })
  }
}

const print = (lines: readonly string[]) => {
  for (const line of lines) console.log(toPrintable(line))
}

const main = async () => {
  const { folder, json } = readArguments()
  if (folder === undefined) return print(help)
  const { dataDir, pictureMemoryMb } = parseConfig(process.env)
  limitSharp()
  const found = await checkFolder({
    folder: resolve(folder),
    // Shared with `publish-catalogue`, so that a folder that is checked and then published is measured once.
    cacheDir: join(resolve(dataDir), 'publish'),
    work: createPictureWork({ memoryBytes: pictureMemoryMb * 1e6 }),
    print: (line) => console.error(toPrintable(line)),
  })
  if (json) console.log(JSON.stringify(found, null, 2))
  else print(describeCheck(found))
  if (hasBroken(found)) process.exitCode = exitCodes.broken
}

const isExpected = (error: unknown) =>
  error instanceof ConfigError || error instanceof DomainError || error instanceof PublishError

readEnvFile()
await main().catch((error: unknown) => {
  console.error(isExpected(error) ? toPrintable(toLine(error)) : error)
  process.exitCode ??= exitCodes.broken
})
