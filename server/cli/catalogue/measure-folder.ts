import { join } from 'node:path'
import { type FolderLimitsOptions, readFolderLimits } from '../../adapters/folder/files.ts'
import { type MeasuringOptions, openMeasuring } from '../../adapters/folder/measuring.ts'
import type { FolderPicture } from '../../adapters/folder/rows.ts'
import { scanFolder } from '../../adapters/folder/scan.ts'
import { CommandError } from '../program.ts'

export interface MeasuredPicture extends Omit<FolderPicture, 'id'> {
  hash: string
  /** Why a file beside the picture could not be used. */
  problem: string | undefined
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
