import { createHash } from 'node:crypto'
import { existsSync, openAsBlob } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { toPictureType, typeBytes } from '../../../shared/pictures/picture-type.ts'
import { type FolderLimitsOptions, readFolderLimits } from '../../adapters/folder/files.ts'
import { createLeftOutLog } from '../../adapters/folder/look.ts'
import { type MeasuringOptions, openMeasuring } from '../../adapters/folder/measuring.ts'
import type { FolderPicture } from '../../adapters/folder/rows.ts'
import { scanFolder } from '../../adapters/folder/scan.ts'
import { createPictureBytes } from '../../pictures/metadata/picture-bytes.ts'
import { findPublicPicture } from '../../pictures/metadata/public-parts.ts'
import { CommandError, toLine, toLineLog } from '../program.ts'
import { PublishError } from './publish-error.ts'
import { toRows } from './rows.ts'

export type LocalPicture = Awaited<ReturnType<typeof describe>>

export interface LocalOptions extends Omit<MeasureOptions, 'log' | 'work'> {
  folder: string
  /** Publishes pictures without their metadata, such as the place where a photo was taken. */
  stripsMetadata: boolean
  print: (line: string) => void
}

type ChooseIds = (pictures: readonly MeasuredPicture[]) => ReadonlyMap<string, string>

export interface MeasuredPicture extends Omit<FolderPicture, 'id'> {
  hash: string
  /** Why a file beside the picture could not be used. */
  problem: string | undefined
}

export const readLocalPictures = async (options: LocalOptions, chooseIds: ChooseIds) => {
  const { folder, stripsMetadata, print, signal } = options
  const root = await openFolder(folder)
  const log = toLineLog(print)
  const { measured, present, leftOut } = await measureFolder(root, { ...options, log })
  createLeftOutLog(log)(leftOut)
  const ids = chooseIds(measured)
  const pictures: LocalPicture[] = []
  for (const picture of measured) {
    signal.throwIfAborted()
    // biome-ignore lint/style/noNonNullAssertion: chooseIds returns an id for every picture
    const id = ids.get(picture.path)!
    const local = await describe(root, { id, ...picture }, stripsMetadata).catch((error) => {
      print(`Skipped ${picture.path}: ${toLine(error)}`)
      return undefined
    })
    if (local !== undefined) pictures.push(local)
  }
  return { pictures, present }
}

const openFolder = async (folder: string): Promise<string> => {
  const root = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Cannot open the folder ${folder} (${error.code})`)
  })
  if (!existsSync(join(root, 'index.json'))) return root
  throw new CommandError(
    `The folder ${folder} has an index.json, so it is already a catalogue. Publish a folder of plain pictures instead, for example its main folder`,
  )
}

const saveEveryMs = 10_000

type MeasureOptions = {
  /** The path of a folder inside, if only the pictures there are measured. */
  under?: string
  signal: AbortSignal
} & Omit<FolderLimitsOptions, 'folder'> &
  Pick<MeasuringOptions, 'cacheDir' | 'readsEmbeddedFacts' | 'log' | 'work'>

/**
 * Measures all pictures of a folder and stores the results. `present` has the paths of all picture files, including
 * pictures that could not be measured. Each picture that could not be measured is logged as a warning, with its path as
 * `file` and a `reason`.
 * @throws CommandError when the folder cannot be read
 */
export const measureFolder = async (
  folder: string,
  { under = '', signal, ...options }: MeasureOptions,
) => {
  const root = join(folder, under)
  const measuring = await openMeasuring(root, {
    ...options,
    clock: Date.now,
    elapsed: () => performance.now(),
    budgetMs: saveEveryMs,
    readsAgain: false,
  })
  const scanned = await readFolderLimits({ folder, ...options })
    .then((limits) => scanFolder(limits, under))
    .catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`Cannot read the folder ${root} (${error.code})`)
    })
  let left: number
  do {
    const round = await measuring.work(scanned, signal, false)
    signal.throwIfAborted()
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

const describe = async (
  root: string,
  { id, ...picture }: MeasuredPicture & { id: string },
  stripsMetadata: boolean,
) => {
  const { path, hash, measure, facts, problem } = picture
  // Without the file beside it, the picture could be published without its credit.
  if (problem !== undefined) throw new PublishError('PICTURE_REJECTED', problem)
  const file = join(root, path)
  const rows = toRows({ id, ...picture }, root)
  const { timestamp: _, ...said } = rows.index
  const about = JSON.stringify([hash, said, stripsMetadata])
  return {
    id,
    /** Relative to the published folder, always with `/` as the separator. */
    path,
    hash,
    rows,
    facts,
    palette: measure.palette,
    orientation: measure.orientation,
    /** A hash of everything that is published about the picture. The same hash is not published again. */
    digest: createHash('sha256').update(about).digest('hex'),
    /** Opens what is uploaded. */
    open: () => openPicture(file, stripsMetadata),
  }
}

const openPicture = async (file: string, stripsMetadata: boolean): Promise<Blob> => {
  try {
    const whole = await openAsBlob(file)
    return stripsMetadata ? await withoutMetadata(whole) : whole
  } catch (error) {
    throw new PublishError('PICTURE_REJECTED', `it cannot be read (${toLine(error)})`)
  }
}

const withoutMetadata = async (file: Blob): Promise<Blob> => {
  const read = async (at: number, length: number) =>
    new Uint8Array(await file.slice(at, at + length).arrayBuffer())
  const type = toPictureType(await read(0, typeBytes)) ?? ''
  const found = await findPublicPicture(type, createPictureBytes(file.size, read))
  if (found === undefined) return file
  return new Blob(
    found.parts.map((part) => ('from' in part ? file.slice(part.from, part.to) : part)),
  )
}
