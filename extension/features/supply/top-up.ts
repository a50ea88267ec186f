import { parseScreenSize, type ScreenSize } from '../../platform/browser/screen.ts'
import { ignoreStorageError, isStorageError } from '../../platform/storage/storage-error.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { hasten, mayAttempt, recordFailure, recordSuccess } from '../../remote/back-off.ts'
import { isListProblem, type Problem, toFetchError } from '../../remote/problem.ts'
import type { ImageClient } from '../sources/image-client.ts'
import type { CatalogueClient, Describe } from '../sources/source.ts'
import { type AlignDeps, alignDeck } from './align-deck.ts'
import type { createDays } from './days.ts'
import { type FetchStatus, fetchStatusItem, toCurrentStatus } from './fetch-status.ts'
import { fill, type Progress, startProgress } from './fill.ts'
import { readGoal } from './goals.ts'

// The background has no screen, so each tab stores the size of its screen for the background.
export const screenItem = createStoredItem({ key: 'screen', parse: parseScreenSize })

export type TopUpDeps = AlignDeps & {
  catalogue: CatalogueClient
  images: ImageClient
  /** Absent in a program that does not offer the picture of the day. */
  days?: ReturnType<typeof createDays>
  /** Absent in the new tab as a web page, which stores no favorites and has no limit for the space of its pictures. */
  stored?: {
    describe: Describe
    readRoom: () => Promise<number>
    /** Deletes pictures if `error` says that the disk is full. Rejects with `error` in any case. */
    makeRoom: (error: unknown) => Promise<never>
  }
  readScreen: () => Promise<ScreenSize | undefined>
  /** Plans the next top-up, even if the browser stops the background meanwhile. `undefined` cancels the plan. */
  wakeAt(at: number | undefined): Promise<void>
  now?: () => number
  random?: () => number
}

/**
 * Returns a function that fills the deck with upcoming wallpapers. Each image is stored in one transaction with
 * its entry in the deck, so the browser may stop the background at any point. The function never throws. A
 * failure is written to the status, and another attempt is planned.
 */
export const createTopUp = (deps: TopUpDeps) => {
  const { deckStore, stored, now = Date.now, random = Math.random } = deps
  const makeRoom = stored?.makeRoom
  const attempt = async (asked: boolean): Promise<number | undefined> => {
    const wanted = await readGoal({ ...deps, readRoom: stored?.readRoom }, asked)
    const status = toCurrentStatus(await fetchStatusItem.read(), wanted.key)
    const progress = startProgress(status)
    const filling = { ...deps, makeRoom, now, random, progress }
    const record = (change: (latest: FetchStatus) => FetchStatus) =>
      fetchStatusItem.update((stored) => {
        const latest = toCurrentStatus(stored, wanted.key)
        return change({ ...latest, failing: [...progress.failing.values()].sort(byGone) })
      })
    try {
      await alignDeck(deps).catch(makeRoom)
      if (wanted.sources.length === 0) return
      // If nothing waits, the next tab will have to show an earlier wallpaper again. Even on a full disk, a top-up may then
      // succeed, because each tab that took a wallpaper freed the space of one picture.
      const isWanted = asked || (await deckStore.read()).upcoming.length === 0
      if (!mayAttempt(status, isWanted, now()))
        return isWanted ? (await record(hasten)).retryAt : status.retryAt
      if (wanted.settings.rotation === 'today') await deps.days?.(filling, wanted)
      await fill(filling, wanted)
      // A tab asked for a wallpaper and got none although the deck has some, because the disk is full and the claim
      // could not be saved. Writing the unchanged deck shows whether a claim can be saved now.
      if (asked && progress.added.size === 0)
        await deckStore.update((deck) => ({ ...deck })).catch(makeRoom)
      await record((latest) => toSuccess(latest, progress, now()))
      return
    } catch (error) {
      const failure = toFetchError(error)
      const { problem } = failure
      // After a stored picture or a request by the person, the back-off starts again from the shortest wait.
      // Failed downloads of pictures are expensive, so a request by the person does not shorten their back-off.
      const startsAgain = progress.added.size > 0 || (asked && problem.kind !== 'no-pictures')
      const { retryAt } = await record((latest) => {
        const since = startsAgain ? { ...latest, failures: 0 } : latest
        return recordFailure(since, failure, { now: now() })
      })
      // Nothing is planned after a bug, because it would only happen again.
      const isBug = problem.kind === 'unexpected' && !isStorageError(failure.cause)
      return isBug ? undefined : retryAt
    }
  }
  // If the status cannot be read or written, no attempt is planned. The next tab requests a top-up again.
  return ({ asked }: { asked: boolean }): Promise<void> =>
    attempt(asked).then(deps.wakeAt).catch(ignoreStorageError)
}

// Tabs name the first source that fails.
const byGone = (a: { problem: Problem }, b: { problem: Problem }) =>
  Number(isListProblem(b.problem)) - Number(isListProblem(a.problem))

const findGone = ({ failing }: FetchStatus) =>
  failing.find(({ problem }) => isListProblem(problem))?.problem ?? null

// Somebody's list may be gone although other sources have wallpapers.
const toSuccess = (latest: FetchStatus, { listProblem }: Progress, now: number): FetchStatus => ({
  ...recordSuccess(latest, now),
  problem: listProblem ?? findGone(latest),
})
