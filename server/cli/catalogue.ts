/** `npm run fresco -- catalogue check <folder>` reports what is wrong with a folder of wallpapers. It changes nothing. */
import { join, resolve } from 'node:path'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { createPictureWork } from '../adapters/sharp/picture-work.ts'
import { parseConfig } from '../config/config.ts'
import { readEnvFile } from '../config/environment.js'
import { checkFolder, hasBroken } from './catalogue/check.ts'
import { describeCheck } from './catalogue/report.ts'
import {
  exitCodes,
  flag,
  print,
  runCommand,
  toPrintable,
  toProgram,
  UsageError,
} from './program.ts'

const usage = `Usage: ${toProgram('catalogue')} check <folder> [--json]`
const help = [
  '  Reports near-duplicates and which of them to keep, broken, small and animated pictures, wrong extensions,',
  '  and for a folder with an index.json also files without a row and rows without a file, size or tone.',
  '  It only reads the folder. Measurements are stored in DATA_DIR, so that the next run is fast.',
  '',
  '  --json  prints the report as JSON, for programs',
  '  --help  explains the command and does nothing',
  '',
  'Exit codes: 0 nothing is broken, 1 a file or a row is broken or the folder cannot be read, 2 wrong usage.',
]

readEnvFile()
await runCommand({
  usage,
  help,
  options: { json: flag },
  takes: 2,
  run: async ({ values: { json }, positionals: [command, folder = ''] }) => {
    if (command !== 'check') throw new UsageError(usage)
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
    return hasBroken(found) ? exitCodes.failed : exitCodes.done
  },
})
