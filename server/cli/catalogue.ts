import { resolve } from 'node:path'
import { toPrintable } from '../../shared/text.ts'
import { countFormats } from '../adapters/folder/look.ts'
import type { LeftOut } from '../adapters/folder/walk.ts'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { parseConfig } from '../config/config.ts'
import {
  checkFolder,
  type Duplicates,
  type FolderCheck,
  hasBroken,
  type Sized,
  smallest,
} from './catalogue/check.ts'
import { folderOptionsOf } from './export/read-folder.ts'
import { type CommandBody, countOf, exitCodes, print } from './program.ts'

export const command: CommandBody = {
  help: [
    'Reports near-duplicates and which of them is the largest, broken and small pictures, wrong extensions, missing',
    'titles, descriptions, tags, credits and licenses, unusable files with facts about a picture, and for a folder with',
    'an index.json also files without a row and rows without a file, size or tone.',
    'It only reads the folder. Measurements are stored in DATA_DIR, so that the next run is fast.',
  ],
  options: { json: { type: 'boolean', help: 'prints the report as JSON, for programs' } },
  exits:
    '0 nothing is broken, 1 a file or a row is broken or the folder cannot be read, 2 wrong usage',
  run: async ({ options: { json }, arguments: [, folder = ''] }, env) => {
    limitSharp()
    const found = await checkFolder({
      folder: resolve(folder),
      ...folderOptionsOf(parseConfig(env)),
      print: (line) => console.error(toPrintable(line)),
    })
    if (json) console.log(JSON.stringify(found, null, 2))
    else print(describeCheck(found))
    return hasBroken(found) ? exitCodes.failed : exitCodes.done
  },
}

// The most entries of one kind that are printed. `--json` prints all.
const mostPrinted = 20

const describeCheck = (found: FolderCheck): string[] => {
  const problems = [
    ...section('Broken files', found.broken, describeBroken),
    ...section('Files beside pictures that cannot be used', found.brokenSidecars, describeBroken),
    ...section('Rows without a file', found.rowsWithoutFile, (id) => [id]),
    ...(found.unusableRows > 0
      ? ['', `Rows of more than 16 KB, or without an id or a file name: ${found.unusableRows}`]
      : []),
    ...section('Files without a row', found.filesWithoutRow, (path) => [path]),
    ...section('Duplicates', found.duplicates, describeDuplicates),
    ...section(`Smaller than ${sizeOf(smallest)}`, found.small, (each) => [withSize(each)]),
    ...section('Wrong extensions', found.wrongExtensions, ({ path, format }) => [
      `${path}: the picture is a ${format}`,
    ]),
    ...section('Rows without a size', found.rowsWithoutSize, (id) => [id]),
    ...section('Rows without a tone (luminance)', found.rowsWithoutTone, (id) => [id]),
  ]
  const kind = found.hasIndex ? 'an index.json' : 'no index.json'
  return [
    `${found.folder} has ${kind} and ${countOf(found.pictures, 'usable picture')}`,
    ...(problems.length === 0 ? ['No problems were found'] : problems),
    ...Object.entries(found.missing).flatMap(([field, all]) =>
      section(`Without ${field}`, all, (name) => [name]),
    ),
    ...describeNotLookedAt(found.notLookedAt),
  ]
}

const kindsLeftOut: Readonly<Record<LeftOut['why'], string>> = {
  hidden: 'Hidden',
  system: 'Recycle bins, thumbnails and other folders of the system',
  ignored: 'Left out by .frescoignore',
  unused: 'Not used',
  format: 'Pictures in other formats',
  beside: 'Files with facts that belong to no picture',
  other: 'Not pictures',
}

const describeNotLookedAt = (all: readonly LeftOut[]) => {
  if (all.length === 0) return []
  const kinds = [...Map.groupBy(all, ({ why }) => why)]
  return [
    '',
    `${countOf(all.length, 'file or folder', 'files and folders')} ${all.length === 1 ? 'was' : 'were'} not looked at`,
    ...kinds.flatMap(([why, files]) => {
      const formats = why === 'format' ? ` (${countFormats(files)})` : ''
      return section(kindsLeftOut[why] + formats, files, ({ path, reason }) => [
        reason ? `${path}: ${reason}` : path,
      ])
    }),
  ]
}

const section = <T>(title: string, all: readonly T[], describe: (one: T) => string[]): string[] => {
  if (all.length === 0) return []
  const more = all.length - mostPrinted
  return [
    '',
    `${title}: ${all.length}`,
    ...all.slice(0, mostPrinted).flatMap((one) => describe(one).map((line) => `  ${line}`)),
    ...(more > 0 ? [`  and ${more} more, which --json lists`] : []),
  ]
}

const describeBroken = ({ path, reason }: FolderCheck['broken'][number]) => [`${path}: ${reason}`]

const describeDuplicates = ({ keep, others }: Duplicates) => [
  `keep ${withSize(keep)}`,
  ...others.map((other) => `  ${withSize(other)}`),
]

const sizeOf = ({ width, height }: Pick<Sized, 'width' | 'height'>) => `${width} x ${height}`
const withSize = (picture: Sized) => `${picture.path} (${sizeOf(picture)})`
