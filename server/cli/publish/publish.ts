import { inParallel } from '../../../shared/async.ts'
import { CommandError, countOf } from '../program.ts'
import type { CatalogueBranch, ChangeRows } from './catalogue-branch.ts'
import type { CloudPictures } from './cloud-pictures.ts'
import { type LocalPicture, readLocalPictures } from './local-pictures.ts'
import {
  chooseIds,
  describeCommit,
  describeOutcome,
  describePlan,
  makePlan,
  type Plan,
} from './plan.ts'
import { PublishError, withRetries } from './publish-error.ts'
import { mergeRows } from './rows.ts'

export interface PublishOptions {
  folder: string
  cacheDir: string
  dryRun: boolean
  deleteMissing: boolean
  /** Leaves out the metadata of pictures, such as where a photograph was taken. */
  stripsMetadata: boolean
  /** With `isMost`, more than half of the published pictures would be deleted. */
  confirm: (question: string, about: { isMost: boolean }) => Promise<boolean>
  pictures: CloudPictures
  branch: CatalogueBranch
  print: (line: string) => void
  signal: AbortSignal
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

type PublishResult = 'done' | 'partly' | 'stopped'

/**
 * Uploads new and changed pictures, then commits their rows to GitHub. After an interruption, the next run asks
 * Cloudinary which pictures are uploaded and continues with the others.
 * @throws PublishError if nothing can be published
 */
export const publish = async (options: PublishOptions): Promise<PublishResult> => {
  const { dryRun, deleteMissing, print, branch, signal } = options
  const published = await withRetries(options, () => options.pictures.list(signal))
  const { pictures, present } = await readLocalPictures({
    ...options,
    chooseIds: (found) => chooseIds(found, published),
  })
  const plan = makePlan(pictures, published, present)
  const broken = present.size - pictures.length
  for (const line of describePlan(plan, { broken, deletes: deleteMissing })) print(line)
  // A disk that is not mounted leaves an empty folder.
  if (deleteMissing && present.size === 0)
    throw new CommandError(
      `The folder ${options.folder} has no pictures. Is its disk mounted? Nothing was deleted`,
    )
  if (dryRun) return broken > 0 ? 'partly' : 'done'
  await withRetries(options, () => branch.check(signal))
  const missing = deleteMissing ? plan.missing : []
  if (missing.length > 0 && !(await confirmDeletion(plan, options))) {
    print('Nothing was published or deleted')
    return 'stopped'
  }
  const waiting = [...plan.add, ...plan.replace]
  const { uploaded, failed, stoppedBy } = await uploadAll(waiting, options)
  if (stoppedBy !== undefined) {
    const left = waiting.length - uploaded.length
    print(
      `Stopped: ${countOf(uploaded.length, 'picture')} uploaded, ${left} left, nothing committed. Run the command again to continue.`,
    )
    if (signal.aborted) return 'stopped'
    throw stoppedBy
  }
  const commit = await commitRows({ ...plan, missing }, uploaded, options)
  if (missing.length > 0) await withRetries(options, () => options.pictures.remove(missing, signal))
  const done = { uploaded: uploaded.length, deleted: missing.length, failed, broken, commit }
  for (const line of describeOutcome(done)) print(line)
  return failed + broken > 0 ? 'partly' : 'done'
}

const confirmDeletion = ({ missing, same, replace }: Plan, { confirm }: PublishOptions) => {
  const all = missing.length + same.length + replace.length
  const question = `Delete ${missing.length} of ${all} published pictures permanently?`
  return confirm(question, { isMost: missing.length > all / 2 })
}

const atOnce = 3

const uploadAll = async (waiting: readonly LocalPicture[], options: PublishOptions) => {
  const { pictures, print, signal } = options
  const uploaded: LocalPicture[] = []
  let failed = 0
  let stoppedBy: unknown
  const upload = async (picture: LocalPicture) => {
    try {
      await withRetries(options, () => pictures.upload(picture, signal))
      uploaded.push(picture)
      print(`[${uploaded.length + failed}/${waiting.length}] ${picture.path}`)
    } catch (error) {
      if (!(error instanceof PublishError)) {
        stoppedBy ??= error
        return
      }
      failed += 1
      print(`[${uploaded.length + failed}/${waiting.length}] ${picture.path}: ${error.message}`)
    }
  }
  await inParallel(waiting, upload, { width: atOnce, isEnough: () => stoppedBy !== undefined })
  return { uploaded, failed, stoppedBy }
}

const commitRows = (
  { same, missing }: Plan,
  uploaded: readonly LocalPicture[],
  options: PublishOptions,
): Promise<string | undefined> => {
  const pictures = [...same, ...uploaded].sort((one, other) => (one.path < other.path ? -1 : 1))
  const remove = new Set(missing.map(({ id }) => id))
  const message = describeCommit(uploaded.length, missing.length)
  const change: ChangeRows = (existing, list) =>
    mergeRows(
      existing,
      pictures.map(({ rows }) => rows[list]),
      remove,
    )
  return withRetries(options, () => options.branch.commit(message, change, options.signal))
}
