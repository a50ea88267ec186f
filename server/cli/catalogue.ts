import { join, resolve } from 'node:path'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { createPictureWork } from '../adapters/sharp/picture-work.ts'
import { parseConfig } from '../config/config.ts'
import { checkFolder, hasBroken } from './catalogue/check.ts'
import { describeCheck } from './catalogue/report.ts'
import { type CommandBody, exitCodes, print, toPrintable, UsageError } from './program.ts'

export const command: CommandBody = {
  help: [
    'Reports near-duplicates and which of them to keep, broken, small and animated pictures, wrong extensions,',
    'and for a folder with an index.json also files without a row and rows without a file, size or tone.',
    'It only reads the folder. Measurements are stored in DATA_DIR, so that the next run is fast.',
  ],
  options: { json: { type: 'boolean', help: 'prints the report as JSON, for programs' } },
  exits:
    '0 nothing is broken, 1 a file or a row is broken or the folder cannot be read, 2 wrong usage',
  run: async ({ options: { json }, arguments: [word, folder = ''] }, env) => {
    if (word !== 'check') throw new UsageError(`There is no command 'catalogue ${word}'`)
    const { dataDir, pictureMemoryMb } = parseConfig(env)
    limitSharp()
    const found = await checkFolder({
      folder: resolve(folder),
      // Shared with `publish`, so that a folder that is checked and then published is measured once.
      cacheDir: join(resolve(dataDir), 'publish'),
      work: createPictureWork({ memoryBytes: pictureMemoryMb * 1e6 }),
      print: (line) => console.error(toPrintable(line)),
    })
    if (json) console.log(JSON.stringify(found, null, 2))
    else print(describeCheck(found))
    return hasBroken(found) ? exitCodes.failed : exitCodes.done
  },
}
