import { join, resolve } from 'node:path'
import { parseCreditedRow, readLicenseOf } from '../../shared/catalogue/credits.ts'
import { findRows, parseRows } from '../../shared/catalogue/json-rows.ts'
import { toFileFormat } from '../../shared/catalogue/shape-and-format.ts'
import { toPrintable } from '../../shared/text.ts'
import { readIfPresent } from '../adapters/disk/atomic-files.ts'
import { type FolderLimitsOptions, readFolderLimits } from '../adapters/folder/files.ts'
import { countFormats } from '../adapters/folder/look.ts'
import { type MeasuringOptions, openMeasuring } from '../adapters/folder/measuring.ts'
import { scanFolder } from '../adapters/folder/scan.ts'
import type { LeftOut } from '../adapters/folder/walk.ts'
import { limitSharp } from '../adapters/sharp/open-picture.ts'
import { groupNearDuplicates } from '../catalogue/packed/near-duplicates.ts'
import { distanceLimits, readHash } from '../catalogue/perceptual-hash.ts'
import type { Size } from '../catalogue/renditions.ts'
import { parseConfig } from '../config/config.ts'
import { folderOptionsOf } from './export/read-folder.ts'
import {
  type CommandBody,
  CommandError,
  countOf,
  exitCodes,
  print,
  toLineLog,
  withSkipped,
} from './program.ts'

export const command: CommandBody = {
  help: [
    'Reports near-duplicates and which of them is the largest, broken and small pictures, wrong extensions, missing',
    'titles, descriptions, tags, credits and licenses, unusable files with facts about a picture, and for a folder with',
    'an index.json also files without a row and rows without a file, size or tone.',
    'It only reads the folder. Measurements are stored in DATA_DIR, so that the next run is fast.',
  ],
  options: { all: { type: 'boolean', help: 'lists everything, not only the first 20 of a kind' } },
  exits:
    '0 nothing is broken, 1 a file or a row is broken or the folder cannot be read, 2 wrong usage',
  run: async ({ options: { all = false }, arguments: [, given = ''] }, env) => {
    limitSharp()
    const folder = resolve(given)
    const { title, broken, others, notes } = await checkFolder({
      folder,
      ...folderOptionsOf(parseConfig(env)),
      log: toLineLog((line) => console.error(toPrintable(line))),
    })
    const toLines = (sections: readonly Section[]) =>
      sections.flatMap((each) => describeSection(each, all ? Number.POSITIVE_INFINITY : 20))
    const problems = toLines([...broken, ...others])
    const found = problems.length === 0 ? ['No problems were found'] : problems
    print([title, ...found, ...toLines(notes)])
    return toLines(broken).length > 0 ? exitCodes.failed : exitCodes.done
  },
}

type Section = readonly [title: string, entries: readonly string[]]

const describeSection = ([title, entries]: Section, mostPrinted: number): string[] => {
  if (entries.length === 0) return []
  const more = entries.length - mostPrinted
  return [
    '',
    `${title}: ${entries.length}`,
    ...entries.slice(0, mostPrinted).map((entry) => `  ${entry}`),
    ...(more > 0 ? [`  and ${more} more, which --all lists`] : []),
  ]
}

type CheckOptions = FolderLimitsOptions &
  Pick<MeasuringOptions, 'cacheDir' | 'log' | 'readsEmbeddedFacts' | 'work'>

/**
 * Measures the pictures of a folder and compares them with its index, if it has one. Paths are relative to the folder
 * with the pictures, and rows are named by their ids.
 * @throws CommandError when the folder cannot be opened
 * @throws IndexTextError when `index.json` is not a JSON array
 */
const checkFolder = async (options: CheckOptions) => {
  const { folder } = options
  const index = await readIndex(folder)
  const unreadable: string[] = []
  const log = withSkipped(options.log, (path, reason) => unreadable.push(`${path}: ${reason}`))
  const { measured, present, leftOut } = await measureFolder(index ? 'main' : '', {
    ...options,
    log,
  })
  const rows = index?.rows ?? []
  const described = index?.rows ?? measured.map(toDescribed)
  const withRow = new Set(rows.map(({ mainFile }) => toName(mainFile)))
  const files = new Set(present.map(toName))
  const broken: Section[] = [
    ['Broken files', unreadable],
    ['Files beside pictures that cannot be used', index ? [] : measured.flatMap(toBrokenSidecar)],
    ['Rows without a file', idsOf(rows, ({ mainFile }) => !files.has(toName(mainFile)))],
    ['Rows of more than 16 KB, or without an id or a file name', index?.unusable ?? []],
  ]
  const others: Section[] = [
    ['Files without a row', index ? present.filter((path) => !withRow.has(toName(path))) : []],
    ['Duplicates', listDuplicates(measured)],
    [`Smaller than ${sizeOf(smallest)}`, measured.filter(isSmall).map(withSize)],
    ['Wrong extensions', measured.flatMap(toWrongExtension)],
    ['Rows without a size', idsOf(rows, ({ width, height }) => !width || !height)],
    ['Rows without a tone (luminance)', idsOf(rows, ({ luminance }) => luminance === undefined)],
  ]
  const notes = [
    ...describedFields.map((field): Section => {
      return [`Without ${field}`, idsOf(described, ({ missing }) => missing.includes(field))]
    }),
    ...listLeftOut(leftOut),
  ]
  const kind = index ? 'an index.json' : 'no index.json'
  const title = `${folder} has ${kind} and ${countOf(measured.length, 'usable picture')}`
  return { title, broken, others, notes }
}

type MeasuredPicture = Awaited<ReturnType<typeof measureFolder>>['measured'][number]

const saveEveryMs = 10_000

/** `present` has the paths of all picture files, also of those that could not be measured. */
const measureFolder = async (under: string, options: CheckOptions) => {
  const root = join(options.folder, under)
  const measuring = await openMeasuring(root, {
    ...options,
    clock: Date.now,
    elapsed: () => performance.now(),
    budgetMs: saveEveryMs,
    readsAgain: false,
  })
  const scanned = await readFolderLimits(options)
    .then((limits) => scanFolder(limits, under))
    .catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`Cannot read the folder ${root} (${error.code})`)
    })
  let left: number
  do {
    const round = await measuring.work(scanned, new AbortController().signal, false)
    left = round.left
    await measuring.save(scanned, round.worked)
  } while (left > 0)
  const { files, unusable, leftOut } = scanned
  const measured = files.flatMap((file) => {
    const found = measuring.find(file)
    return found ? [{ path: file.path, ...found }] : []
  })
  return { measured, present: [...files, ...unusable].map(({ path }) => path), leftOut }
}

const describedFields = ['title', 'description', 'tags', 'credit', 'license'] as const
type DescribedField = (typeof describedFields)[number]

interface Described {
  id: string
  missing: readonly DescribedField[]
}

// Reads the rows in batches, because the JSON of a large index is too long for one string.
const readIndex = async (folder: string) => {
  const text = await readIfPresent(join(folder, 'index.json')).catch(({ code }) => {
    throw new CommandError(`Cannot read ${folder}/index.json (${code})`)
  })
  if (text === undefined) return undefined
  const parsed = [...findRows(text)].flatMap((batch) => parseRows(batch).map(toListedRow))
  return {
    rows: parsed.filter((row) => row !== undefined),
    unusable: parsed.flatMap((row, at) => (row === undefined ? [`row ${at + 1}`] : [])),
  }
}

const toListedRow = (raw: unknown) => {
  const row = parseCreditedRow(raw)
  if (row === undefined) return undefined
  const { id, mainFile, width, height, luminance } = row
  return { id, mainFile, width, height, luminance, missing: findMissing(row) }
}

const idsOf = <Row extends Described>(rows: readonly Row[], isWanted: (row: Row) => boolean) =>
  rows.filter(isWanted).map(({ id }) => id)

const toDescribed = ({ path, facts }: MeasuredPicture): Described => ({
  id: path,
  missing: findMissing({ ...facts, license: readLicenseOf(facts) }),
})

const findMissing = (said: Readonly<Partial<Record<DescribedField, unknown>>>) =>
  describedFields.filter((field) => {
    const value = said[field]
    return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  })

const toBrokenSidecar = ({ path, problem }: MeasuredPicture) =>
  problem === undefined ? [] : [`${path}: ${problem}`]

const toName = (path: string) => path.normalize('NFC')

const smallest: Size = { width: 1280, height: 720 }

const sizeOf = ({ width, height }: Size) => `${width} x ${height}`
const withSize = ({ path, measure }: MeasuredPicture) => `${path} (${sizeOf(measure)})`

// A portrait picture may be 720 pixels wide and 1280 high.
const isSmall = ({ measure: { width, height } }: MeasuredPicture) =>
  Math.max(width, height) < smallest.width || Math.min(width, height) < smallest.height

const toWrongExtension = ({ path, measure: { format } }: MeasuredPicture) =>
  toFileFormat(path) === format ? [] : [`${path}: the picture is a ${format}`]

const listDuplicates = (measured: readonly MeasuredPicture[]) => {
  const words = new Uint32Array(
    measured.flatMap(({ measure }) => (measure.phash ? readHash(measure.phash) : [0, 0])),
  )
  const near = groupNearDuplicates(words, distanceLimits.large)
  const groups = Map.groupBy(measured, ({ hash }, at) => near[at] || hash).values()
  const areaOf = ({ measure: { width, height } }: MeasuredPicture) => width * height
  return [...groups]
    .filter(({ length }) => length > 1)
    .map((group) => group.toSorted((a, b) => areaOf(b) - areaOf(a)).map(withSize))
    .map(([keep, ...others]) => `keep ${keep}, not ${others.join(', ')}`)
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

const listLeftOut = (all: readonly LeftOut[]): Section[] =>
  [...Map.groupBy(all, ({ why }) => why)].map(([why, files]) => [
    kindsLeftOut[why] + (why === 'format' ? ` (${countFormats(files)})` : ''),
    files.map(({ path, reason }) => (reason ? `${path}: ${reason}` : path)),
  ])
