import { join } from 'node:path'
import { parseCreditedRow, readLicenseOf } from '../../../shared/catalogue/credits.ts'
import { findRows, parseRows } from '../../../shared/catalogue/json-rows.ts'
import { toFileFormat } from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { readIfPresent } from '../../adapters/disk/atomic-files.ts'
import { type FolderLimitsOptions, readFolderLimits } from '../../adapters/folder/files.ts'
import { type MeasuringOptions, openMeasuring } from '../../adapters/folder/measuring.ts'
import type { FolderPicture } from '../../adapters/folder/rows.ts'
import { scanFolder } from '../../adapters/folder/scan.ts'
import type { PictureWork } from '../../adapters/sharp/picture-work.ts'
import { groupNearDuplicates } from '../../catalogue/packed/near-duplicates.ts'
import { distanceLimits, readHash } from '../../catalogue/perceptual-hash.ts'
import { CommandError, toLineLog, withSkipped } from '../program.ts'

export type Sized = ReturnType<typeof toSized>
/** Pictures that look the same. The one to keep is the largest. */
export type Duplicates = ReturnType<typeof toDuplicates>
export type FolderCheck = Awaited<ReturnType<typeof checkFolder>>

interface CheckOptions extends FolderLimitsOptions {
  cacheDir: string
  work: PictureWork
  readsEmbeddedFacts: boolean
  print: (line: string) => void
}

export const smallest = { width: 1280, height: 720 } as const

export const hasBroken = (found: FolderCheck): boolean =>
  found.broken.length +
    found.brokenSidecars.length +
    found.rowsWithoutFile.length +
    found.unusableRows >
  0

/**
 * Measures the pictures of a folder and compares them with its index, if it has one. In the result, paths are relative
 * to the folder with the pictures, and rows are named by their ids.
 * @throws CommandError when the folder cannot be opened
 * @throws IndexTextError when `index.json` is not a JSON array
 */
export const checkFolder = async (options: CheckOptions) => {
  const { folder, print } = options
  const index = await readIndex(folder)
  const under = index === undefined ? '' : 'main'
  const broken: { path: string; reason: string }[] = []
  const log = withSkipped(toLineLog(print), (path, reason) => broken.push({ path, reason }))
  const { measured, present, leftOut } = await measureFolder(under, { ...options, log })
  const rows = index?.rows ?? []
  const described = index?.rows ?? measured.map(toDescribed)
  const withRow = new Set(rows.map(({ mainFile }) => toName(mainFile)))
  const files = new Set([...present].map(toName))
  return {
    folder,
    hasIndex: index !== undefined,
    pictures: measured.length,
    broken,
    brokenSidecars: index ? [] : measured.flatMap(toBrokenSidecar),
    missing: Object.fromEntries(
      describedFields.map((field) => [
        field,
        idsOf(described, ({ missing }) => missing.includes(field)),
      ]),
    ),
    small: measured.map(toSized).filter(isSmall),
    wrongExtensions: measured.filter(hasWrongExtension).map(({ path, measure }) => ({
      path,
      format: measure.format,
    })),
    duplicates: findDuplicates(measured),
    filesWithoutRow: index ? [...present].filter((path) => !withRow.has(toName(path))) : [],
    rowsWithoutFile: idsOf(rows, ({ mainFile }) => !files.has(toName(mainFile))),
    rowsWithoutSize: idsOf(rows, ({ width, height }) => !width || !height),
    rowsWithoutTone: idsOf(rows, ({ luminance }) => luminance === undefined),
    unusableRows: index?.unusable ?? 0,
    notLookedAt: leftOut,
  }
}

interface MeasuredPicture extends Omit<FolderPicture, 'id'> {
  hash: string
  /** Why a file beside the picture could not be used. */
  problem: string | undefined
}

const saveEveryMs = 10_000

/** `present` has the paths of all picture files, also of those that could not be measured. */
const measureFolder = async (
  under: string,
  options: CheckOptions & Pick<MeasuringOptions, 'log'>,
) => {
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
  const measured = files.flatMap((file): MeasuredPicture[] => {
    const found = measuring.find(file)
    return found ? [{ path: file.path, mtimeMs: file.mtimeMs, ...found }] : []
  })
  const present = new Set([...files, ...unusable].map(({ path }) => path))
  return { measured, present, leftOut }
}

const describedFields = ['title', 'description', 'tags', 'credit', 'license'] as const
type DescribedField = (typeof describedFields)[number]

interface Described {
  id: string
  missing: readonly DescribedField[]
}
type ListedRow = Described & Pick<Wallpaper, 'mainFile' | 'width' | 'height' | 'luminance'>

// Reads the rows in batches, because the JSON of a large index is too long for one string.
const readIndex = async (folder: string) => {
  const text = await readIfPresent(join(folder, 'index.json')).catch(({ code }) => {
    throw new CommandError(`Cannot read ${folder}/index.json (${code})`)
  })
  if (text === undefined) return undefined
  const rows: ListedRow[] = []
  let unusable = 0
  for (const batch of findRows(text))
    for (const raw of parseRows(batch)) {
      const row = parseCreditedRow(raw)
      if (row === undefined) {
        unusable += 1
        continue
      }
      const { id, mainFile, width, height, luminance } = row
      rows.push({ id, mainFile, width, height, luminance, missing: findMissing(row) })
    }
  return { rows, unusable }
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
  problem === undefined ? [] : [{ path, reason: problem }]

const toName = (path: string) => path.normalize('NFC')

const toSized = ({ path, measure }: MeasuredPicture) => ({
  path,
  width: measure.width,
  height: measure.height,
})

// A portrait picture may be 720 pixels wide and 1280 high.
const isSmall = ({ width, height }: Sized) =>
  Math.max(width, height) < smallest.width || Math.min(width, height) < smallest.height

const hasWrongExtension = ({ path, measure }: MeasuredPicture) =>
  toFileFormat(path) !== measure.format

const findDuplicates = (measured: readonly MeasuredPicture[]) => {
  const words = new Uint32Array(
    measured.flatMap(({ measure }) => (measure.phash ? readHash(measure.phash) : [0, 0])),
  )
  const near = groupNearDuplicates(words, distanceLimits.large)
  const groups = Map.groupBy(measured, ({ hash }, at) => near[at] || hash).values()
  return [...groups].filter(({ length }) => length > 1).map(toDuplicates)
}

const toDuplicates = (group: MeasuredPicture[]) => {
  const areaOf = ({ width, height }: Sized) => width * height
  const [keep, ...others] = group.map(toSized).toSorted((a, b) => areaOf(b) - areaOf(a))
  if (keep === undefined) throw new Error('A group of duplicates is empty')
  return { keep, others }
}
