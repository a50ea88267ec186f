import { inParallel } from '../../../shared/async.ts'
import { recognize } from '../../adapters/folder/ids.ts'
import { CommandError, countOf } from '../program.ts'
import type { CatalogueBranch, ChangeRows } from './catalogue-branch.ts'
import type { CloudPictures, PublishedPicture } from './cloud-pictures.ts'
import { type LocalOptions, type LocalPicture, readLocalPictures } from './local-pictures.ts'
import { PublishError, withRetries } from './publish-error.ts'
import { mergeRows } from './rows.ts'

export interface PublishOptions extends LocalOptions {
  dryRun: boolean
  deleteMissing: boolean
  /** With `isMost`, more than half of the published pictures would be deleted. */
  confirm: (question: string, about: { isMost: boolean }) => Promise<boolean>
  pictures: CloudPictures
  branch: CatalogueBranch
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
  const { pictures, present } = await readLocalPictures(options, (found) =>
    chooseIds(found, published),
  )
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

type Plan = ReturnType<typeof makePlan>

const makePlan = (
  local: readonly LocalPicture[],
  published: readonly PublishedPicture[],
  present: ReadonlySet<string>,
) => {
  const known = new Map(published.map((picture) => [picture.id, picture]))
  const here = new Set(local.map(({ id }) => id))
  return {
    add: local.filter(({ id }) => !known.has(id)),
    replace: local.filter(({ id, digest }) => known.has(id) && known.get(id)?.digest !== digest),
    same: local.filter(({ id, digest }) => known.get(id)?.digest === digest),
    // A picture at Cloudinary without a recorded path was not uploaded by this command, so it must not be deleted.
    missing: published.filter(
      ({ id, path }) => path !== undefined && !here.has(id) && !present.has(path),
    ),
  }
}

/**
 * Chooses the wallpaper id of each picture, by its path. A published picture keeps its id even after it was moved. A
 * new picture never gets the id of a published picture.
 */
const chooseIds = (
  pictures: readonly Pick<LocalPicture, 'path' | 'hash'>[],
  published: readonly PublishedPicture[],
): Map<string, string> => {
  const memory = published.map(
    ({ id, path = `\0${id}`, hash = '' }) =>
      [id, { id, names: [id] satisfies [string], path, hash }] as const,
  )
  const recognized = recognize(new Map(memory), pictures, 0)
  return new Map(Array.from(recognized.pictures, ([path, { id }]) => [path, id]))
}

const maxNames = 5

const names = (all: readonly { path?: string | undefined; id: string }[]): string => {
  const shown = all.slice(0, maxNames).map(({ path, id }) => path ?? id)
  const more = all.length - maxNames
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const line = (label: string, count: number, text = '') =>
  count === 0 ? [] : [`  ${label.padEnd(12)}${String(count).padStart(5)}  ${text}`.trimEnd()]

const describePlan = (
  { add, replace, same, missing }: Plan,
  { broken, deletes }: { broken: number; deletes: boolean },
): string[] => {
  const lines = [
    ...line('upload', add.length, names(add)),
    ...line('replace', replace.length, names(replace)),
    ...line('unchanged', same.length),
    ...line('left out', broken, 'see above'),
    ...(deletes
      ? line('DELETE', missing.length, names(missing))
      : line('missing', missing.length, `not in the folder, stays published: ${names(missing)}`)),
  ]
  const none = '  There are no pictures in the folder (jpg, png, webp, avif)'
  return ['Plan:', ...(lines.length === 0 ? [none] : lines)]
}

interface Outcome {
  uploaded: number
  deleted: number
  failed: number
  broken: number
  commit: string | undefined
}

const describeOutcome = ({ uploaded, deleted, failed, broken, commit }: Outcome) => {
  const counts = [
    `${countOf(uploaded, 'picture')} uploaded`,
    ...(deleted > 0 ? [`${countOf(deleted, 'picture')} deleted`] : []),
    ...(failed > 0
      ? [`${countOf(failed, 'picture')} failed (run the command again to retry)`]
      : []),
    ...(broken > 0 ? [`${countOf(broken, 'picture')} left out`] : []),
  ]
  const committed =
    commit === undefined
      ? 'index.json and tags.json are up to date, so there was nothing to commit'
      : `Committed index.json and tags.json as ${commit.slice(0, 7)}`
  return [committed, counts.join(', ')]
}

const describeCommit = (uploaded: number, deleted: number): string => {
  if (uploaded + deleted === 0) return 'Bring the catalogue up to date'
  if (uploaded === 0) return `Remove ${countOf(deleted, 'picture')}`
  const published = `Publish ${countOf(uploaded, 'picture')}`
  return deleted === 0 ? published : `${published}, remove ${countOf(deleted, 'picture')}`
}
