import PQueue from 'p-queue'
import { toLine } from '../program.ts'
import type { CatalogueBranch, ChangeRows } from './catalogue-branch.ts'
import type { CloudPictures } from './cloud-pictures.ts'
import { type LocalPicture, readLocalPictures } from './local-pictures.ts'
import { chooseIds, makePlan, type Plan } from './plan.ts'
import { type Pause, PublishError, withRetries } from './publish-error.ts'
import { describeCommit, describeInterruption, describeOutcome, describePlan } from './report.ts'
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
  pause?: Pause
}

type PublishResult = 'done' | 'partly' | 'stopped'

/**
 * Uploads new and changed pictures, then commits their rows to GitHub. After an interruption, the next run asks
 * Cloudinary which pictures are uploaded and continues with the others.
 * @throws PublishError if nothing can be published
 */
export const publish = async (options: PublishOptions): Promise<PublishResult> => {
  const { dryRun, deleteMissing, print, branch, signal } = options
  const { plan, broken, isEmpty } = await prepare(options)
  for (const line of describePlan(plan, { broken, deletes: deleteMissing })) print(line)
  // A disk that is not mounted leaves an empty folder.
  if (deleteMissing && isEmpty)
    throw new PublishError(
      'CANNOT_PUBLISH',
      `The folder ${options.folder} has no pictures. Is its disk mounted? Nothing was deleted`,
    )
  if (dryRun) return broken > 0 ? 'partly' : 'done'
  await retry(options, () => branch.check(signal))
  const missing = deleteMissing ? plan.missing : []
  if (missing.length > 0 && !(await confirmDeletion(plan, options))) {
    print('Nothing was published or deleted')
    return 'stopped'
  }
  const waiting = [...plan.add, ...plan.replace]
  const { uploaded, failed, stoppedBy } = await uploadAll(waiting, options)
  if (stoppedBy !== undefined) {
    print(describeInterruption(uploaded.length, waiting.length - uploaded.length))
    if (signal.aborted) return 'stopped'
    throw stoppedBy
  }
  const commit = await commitRows({ ...plan, missing }, uploaded, options)
  if (missing.length > 0) await retry(options, () => options.pictures.remove(missing, signal))
  const done = { uploaded: uploaded.length, deleted: missing.length, failed, broken, commit }
  for (const line of describeOutcome(done)) print(line)
  return failed + broken > 0 ? 'partly' : 'done'
}

const confirmDeletion = ({ missing, same, replace }: Plan, { confirm }: PublishOptions) => {
  const all = missing.length + same.length + replace.length
  const question = `Delete ${missing.length} of ${all} published pictures permanently?`
  return confirm(question, { isMost: missing.length > all / 2 })
}

const prepare = async (options: PublishOptions) => {
  const published = await retry(options, () => options.pictures.list(options.signal))
  const { pictures, present } = await readLocalPictures({
    ...options,
    chooseIds: (found) => chooseIds(found, published),
  })
  return {
    plan: makePlan(pictures, published, present),
    broken: present.size - pictures.length,
    isEmpty: present.size === 0,
  }
}

const retry = <T>({ signal, print, pause }: PublishOptions, job: () => Promise<T>): Promise<T> =>
  withRetries(job, {
    signal,
    pause,
    onPause: ({ message }, ms) => print(`${message}. Trying again in ${Math.ceil(ms / 1000)} s`),
  })

const commitRows = (
  { same, missing }: Plan,
  uploaded: Plan['add'],
  options: PublishOptions,
): Promise<string | undefined> => {
  const pictures = [...same, ...uploaded].sort(byPath)
  const remove = new Set(missing.map(({ id }) => id))
  const message = describeCommit(uploaded.length, missing.length)
  const change: ChangeRows = (existing, list) =>
    mergeRows(
      existing,
      pictures.map(({ rows }) => rows[list]),
      remove,
    )
  return retry(options, () => options.branch.commit(message, change, options.signal))
}

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1)

const atOnce = 3

const uploadAll = async (waiting: readonly LocalPicture[], options: PublishOptions) => {
  const { pictures, print, signal } = options
  const uploaded: LocalPicture[] = []
  const queue = new PQueue({ concurrency: atOnce })
  let failed = 0
  let stoppedBy: unknown
  const upload = async (picture: LocalPicture) => {
    if (stoppedBy !== undefined) return
    try {
      await retry(options, () => pictures.upload(picture, signal))
      uploaded.push(picture)
      print(`[${uploaded.length + failed}/${waiting.length}] ${picture.path}`)
    } catch (error) {
      const isOfPicture = error instanceof PublishError && error.code !== 'CANNOT_PUBLISH'
      if (!isOfPicture) stoppedBy ??= error
      else {
        failed += 1
        print(`[${uploaded.length + failed}/${waiting.length}] ${picture.path}: ${toLine(error)}`)
      }
    }
  }
  await queue.addAll(waiting.map((picture) => () => upload(picture)))
  return { uploaded, failed, stoppedBy }
}
