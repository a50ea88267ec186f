import { inParallel } from '../../../shared/async.ts'
import { isSame } from '../../../shared/unknown.ts'
import { parseScreenSize, type ScreenSize } from '../../platform/browser/screen.ts'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import {
  hasten,
  mayAttempt,
  parseAttempts,
  recordFailure,
  recordSuccess,
} from '../../remote/back-off.ts'
import { FetchError, isListProblem, type ListProblem, type Problem } from '../../remote/problem.ts'
import { isBlocked } from '../blocked/blocking.ts'
import { listAsked, serverIn } from '../settings/catalogues.ts'
import { type Blocked, type DarkTimes, isList } from '../settings/setting-values.ts'
import { type Filters, type Settings, toFilters, toFiltersKey } from '../settings/settings.ts'
import {
  addUpcoming,
  countBytes,
  type Deck,
  historyLength,
  isDark,
  toKey,
  type Upcoming,
} from '../wallpaper/deck.ts'
import { keepUpcoming } from '../wallpaper/deck-moves.ts'
import { emptyDeck } from '../wallpaper/parse-deck.ts'
import { type AlignDeps, alignDeck } from './align-deck.ts'
import type { CatalogueClient, Found } from './catalogue-client.ts'
import type { Days } from './days.ts'
import {
  type Failing,
  type FetchStatus,
  type Reaches,
  reachIn,
  toCurrentStatus,
} from './fetch-status.ts'
import { findAllowed, listExclusions, listSeen, shuffle } from './find-wallpapers.ts'
import { type ImageClient, toDeckWallpaper } from './image-client.ts'
import { toSavingSize } from './saving.ts'

// The background has no screen, so each tab stores the size of its screen for the background.
export const screenItem = createStoredItem({ key: 'screen', parse: parseScreenSize })

export const upcomingTarget = 6
// How many wallpapers are fetched before the first tab, because the size of the screen is still unknown.
const targetWithoutScreen = 2
// How many wallpapers of the other tone are stored, so that the tabs after dusk and after dawn have some at once.
const reserveTarget = 3
const usualScreen: ScreenSize = { width: 1920, height: 1080 }
// How many stored favorites wait in the deck while no new wallpapers can be fetched.
const standIns = 2
const maxUpcomingBytes = 48 * 1024 * 1024
const downloadsAtOnce = 2
// How often one top-up fills the deck, because tabs that open during the top-up take wallpapers out of it.
const maxRounds = 4

export type TopUpDeps = AlignDeps & {
  catalogue: CatalogueClient
  images: ImageClient
  findStored: CatalogueClient['find']
  status: StoredItem<FetchStatus>
  /** Absent in a program that does not offer the picture of the day. */
  days?: Days
  readScreen: () => Promise<ScreenSize | undefined>
  isSaving?: (settings: Settings) => boolean
  readRoom?: () => Promise<number>
  /** Deletes pictures if `error` says that the disk is full. Rejects with `error` in any case. */
  makeRoom?: (error: unknown) => Promise<never>
  /** Plans the next top-up, even if the browser stops the background meanwhile. `undefined` cancels the plan. */
  wakeAt(at: number | undefined): Promise<void>
  now?: () => number
  random?: () => number
}

// How many wallpapers to have of a tone. The tone `undefined` means wallpapers of any tone.
interface Goal {
  tone: Filters['tone']
  target: number
}

interface Task extends Goal {
  settings: Settings
  /** The names of the catalogues to ask. See `listAsked`. */
  catalogues: readonly string[]
  /** What to have for the tabs after the next dusk or dawn. */
  reserve: Goal | undefined
  filters: Filters
  blocked: readonly Blocked[]
  key: string
  /**
   * The `toFiltersKey` of the request. While the chosen list is empty, the whole catalogue is requested
   * instead, so this differs from `key`.
   */
  found: string
  /** The size of the screen, and the size in which to store pictures. Saving data makes the second smaller. */
  shape: ScreenSize
  screen: ScreenSize
  saves: boolean
  room: number
  /** What has happened so far, shared by the parts of a top-up. */
  progress: { hasStored: boolean; hasMetLight: boolean; refusal?: FetchError }
  failing: Map<string, Failing>
  /** Whether a person is waiting, or the network came back. */
  asked: boolean
}

/**
 * Returns a function that fills the deck with upcoming wallpapers. Each image is stored in one transaction with
 * its entry in the deck, so the browser may stop the background at any point. The function never throws. A
 * failure is written to the status, and another attempt is planned.
 */
export const createTopUp = (deps: TopUpDeps) => {
  const now = deps.now ?? Date.now
  const attempt = async (asked: boolean): Promise<number | undefined> => {
    const task = { ...(await readTask(deps)), asked }
    try {
      await alignDeck(deps).catch(deps.makeRoom)
      if (task.catalogues.length === 0) return
      const status = toCurrentStatus(await deps.status.read(), task.key, now())
      for (const entry of status.failing) task.failing.set(entry.catalogue, entry)
      const isWanted = asked || (await isOutOfStock(deps, status))
      if (!mayAttempt(status, isWanted, now())) {
        await addStandIns(deps, task, status.problem)
        return isWanted ? (await record(deps, task, hasten)).retryAt : status.retryAt
      }
      if (task.settings.rotation === 'today' && deps.days) {
        const tasks = [task, forReserve(task)].filter((each) => each !== undefined)
        const storeDay = (of: Task, wallpaper: Found, showFrom: number) =>
          store(deps, of, wallpaper, showFrom)
        await deps.days.fill({ ...deps, ...deps.days, now }, tasks, storeDay)
      }
      const filled = await fillAll(deps, task, status)
      // A tab asked for a wallpaper and got none although the deck has some, because the disk is full and the claim
      // could not be saved. Writing the unchanged deck shows whether a claim can be saved now.
      if (asked && !task.progress.hasStored)
        await deps.deckStore.update((deck) => ({ ...deck })).catch(deps.makeRoom)
      await record(deps, task, (latest) => toSuccess(latest, filled, now()))
      return
    } catch (error) {
      const reason = toProblem(error)
      // After a stored picture or a request by the person, the back-off starts again from the shortest wait.
      // Failed downloads of pictures are expensive, so a request by the person does not shorten their back-off.
      const startsAgain =
        task.progress.hasStored || (asked && reason.problem.kind !== 'no-pictures')
      const since = (latest: FetchStatus) => (startsAgain ? { ...latest, failures: 0 } : latest)
      const failed = (latest: FetchStatus) => recordFailure(since(latest), reason, now())
      const { retryAt } = await record(deps, task, failed)
      await addStandIns(deps, task, reason.problem)
      return retryAt
    }
  }
  return async ({ asked }: { asked: boolean }): Promise<void> => {
    // If the status cannot be read or written, no attempt is planned. The next tab requests a top-up again.
    await attempt(asked)
      .then(deps.wakeAt)
      .catch(() => undefined)
  }
}

const readTask = async ({
  deckStore,
  readSettings,
  readScreen,
  isSaving = () => false,
  readRoom = async () => maxUpcomingBytes,
}: TopUpDeps): Promise<Omit<Task, 'asked'>> => {
  const [settings, known, room, { wasDark }] = await Promise.all([
    readSettings(),
    readScreen(),
    readRoom(),
    deckStore.read().catch(() => emptyDeck),
  ])
  const screen = known ?? usualScreen
  const saves = isSaving(settings)
  const key = toFiltersKey(settings)
  const usual = known ? upcomingTarget : targetWithoutScreen
  const [goal, reserve] = listGoals(settings.darker, wasDark, saves ? 1 : usual)
  return {
    ...goal,
    reserve,
    // Only a server has pictures of the day. All other wallpapers are requested from each catalogue in turn.
    filters: { ...toFilters(settings, screen, serverIn(settings) ?? ''), tone: goal.tone },
    blocked: settings.blocked,
    key,
    found: key,
    settings,
    catalogues: listAsked(settings),
    shape: screen,
    screen: saves ? toSavingSize(screen) : screen,
    saves,
    room: Math.min(room, maxUpcomingBytes),
    progress: { hasStored: false, hasMetLight: false },
    failing: new Map(),
  }
}

const listGoals = (darker: DarkTimes, wasDark: boolean, target: number): [Goal, Goal?] => {
  const dark: Goal = { tone: 'dark', target }
  if (darker === 'always') return [dark]
  const any: Goal = { tone: undefined, target }
  if (!darker) return [any]
  const reserve = Math.min(target, reserveTarget)
  return wasDark ? [dark, { ...any, target: reserve }] : [any, { ...dark, target: reserve }]
}

const record = (
  { status, now = Date.now }: TopUpDeps,
  { key, failing }: Task,
  change: (status: FetchStatus) => FetchStatus,
) =>
  status.update((stored) =>
    change({ ...toCurrentStatus(stored, key, now()), failing: [...failing.values()] }),
  )

const toSuccess = (latest: FetchStatus, filled: FilledAll, now: number): FetchStatus => {
  const { reach, darkReach } = filled
  const { problem = isListProblem(latest.problem) ? latest.problem : null } = filled
  const status = { ...recordSuccess(latest, now), problem }
  const isOther = !isSame([reach, darkReach], [status.reach, status.darkReach])
  return isOther ? { ...status, reach, darkReach, reachedAt: now } : status
}

// True when the disk is full and the deck is empty. A top-up may still succeed, because each tab that took a
// wallpaper freed the space of one picture.
const isOutOfStock = async ({ deckStore }: TopUpDeps, { problem }: FetchStatus) =>
  problem?.kind === 'storage-full' && (await deckStore.read()).upcoming.length === 0

type FilledAll = Pick<FetchStatus, 'reach' | 'darkReach'> & Pick<Filled, 'problem'>

const fillAll = async (deps: TopUpDeps, task: Task, status: FetchStatus): Promise<FilledAll> => {
  const { reach, darkReach } = status
  const fillReserve = async (): Promise<Partial<FilledAll> | undefined> => {
    const reserve = forReserve(task)
    if (!reserve) return
    try {
      const filled = await fillAnyway(deps, reserve, reachesOf(reserve, status))
      return toReach(reserve, filled.reaches)
    } catch (error) {
      if (!isMissing(error)) throw error
      // A catalogue without dark wallpapers is not asked for them in advance again for a day.
      const lacking = [...reserve.failing].filter(([, { problem }]) =>
        problem.kind.startsWith('no-dark'),
      )
      const marks = Object.fromEntries(lacking.map(([name]) => [name, -1]))
      return { darkReach: { ...darkReach, ...marks } }
    }
  }
  const { reaches, ...rest } = await fillAnyway(
    deps,
    task,
    fromZero(reachesOf(task, status)),
  ).catch(async (error) => {
    if (isMissing(error)) await fillReserve().catch(() => undefined)
    throw error
  })
  return { reach, darkReach, ...rest, ...(await fillReserve()), ...toReach(task, reaches) }
}

const forReserve = (task: Task): Task | undefined => {
  const { reserve } = task
  if (!reserve) return
  const filters = { ...task.filters, tone: reserve.tone }
  // A catalogue may have wallpapers of one tone only. What fails for the tabs of later is not recorded.
  const failing = [...task.failing].filter(([, { problem }]) => problem.kind !== 'no-dark')
  return { ...task, ...reserve, filters, failing: new Map(failing) }
}

const reachesOf = ({ tone }: Goal, { reach, darkReach }: FetchStatus) => (tone ? darkReach : reach)

const toReach = ({ tone }: Goal, reaches: Reaches) =>
  tone ? { darkReach: reaches } : { reach: reaches }

const fromZero = (reaches: Reaches): Reaches =>
  Object.fromEntries(
    Object.keys(reaches).map((name) => [name, Math.max(0, reachIn(reaches, name))]),
  )

const isMissing = (error: unknown): error is FetchError =>
  error instanceof FetchError && /^(no|empty)-/.test(error.code)

interface Filled {
  reaches: Reaches
  problem?: ListProblem | null
}

// If the chosen list has no wallpapers, the deck is filled from the whole catalogue instead.
const fillAnyway = async (deps: TopUpDeps, task: Task, reaches: Reaches): Promise<Filled> => {
  try {
    return await fill(deps, task, reaches)
  } catch (error) {
    if (!(error instanceof FetchError) || !isListProblem(error.problem)) throw error
    const settings: Settings = { ...task.settings, source: 'all' }
    const all = { settings, catalogues: listAsked(settings), found: toFiltersKey(settings) }
    await fill(deps, { ...task, ...all }, {})
    return { reaches, problem: error.problem }
  }
}

// Asks one catalogue after another in random order, so that over time all give equal shares. If one fails, its share
// falls to the next, and it is not asked again until its wait is over. Throws if all fail.
const fill = async (deps: TopUpDeps, task: Task, reaches: Reaches): Promise<Filled> => {
  const { catalogues, failing } = task
  const { now = Date.now, random = Math.random } = deps
  const isReady = (name: string) => {
    const attempts = parseAttempts(failing.get(name))
    // A person who asks ends the wait after other problems. After failed downloads, which cost much traffic, the wait goes on.
    return mayAttempt(attempts, task.asked && attempts.problem?.kind !== 'no-pictures', now())
  }
  const ready = catalogues.filter(isReady)
  const names = shuffle(ready.length > 0 ? ready : catalogues, random)
  const filled: Filled = { reaches: { ...reaches } }
  let left = names.length
  let failures = 0
  for (const catalogue of names) {
    const have = count(task, await readDeck(deps, task))
    const target = have + Math.ceil((task.target - have) / left--)
    const filters = { ...toFilters(task.settings, task.shape, catalogue), tone: task.tone }
    try {
      const part = { ...task, filters, target }
      const { reach, ...rest } = await fillFrom(deps, part, reachIn(reaches, catalogue))
      filled.reaches[catalogue] = reach
      Object.assign(filled, rest)
      if ('problem' in rest) failing.delete(catalogue)
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      const { problem } = error
      const before = { ...parseAttempts(failing.get(catalogue)), catalogue, problem }
      if (!isListProblem(problem)) failing.set(catalogue, recordFailure(before, error, now()))
      if (++failures === names.length) throw error
    }
  }
  return filled
}

// Adds stored favorites to an almost empty deck while the catalogue cannot be reached. The first wallpaper that is
// fetched later replaces them, because their `filters` differ from those of the settings.
const addStandIns = async (deps: TopUpDeps, task: Task, problem: Problem | null): Promise<void> => {
  // With these problems, the catalogue answered, or the disk is full.
  if (!problem || /match|dark|full|list|favorites/.test(problem.kind)) return
  if (task.filters.source === 'favorites') return
  const found = toFiltersKey({ ...task.settings, source: 'favorites' })
  const target = Math.min(standIns, task.target)
  const catalogue = { find: deps.findStored }
  await fillFrom({ ...deps, catalogue }, { ...task, found, target }, historyLength).catch(
    () => undefined,
  )
}

const fillFrom = async (
  deps: TopUpDeps,
  task: Task,
  reach: number,
): Promise<{ reach: number; problem?: null }> => {
  const filled: { reach: number; problem?: null } = { reach }
  for (let round = 0; round < maxRounds; round++) {
    const deck = await readDeck(deps, task)
    if (isDone(deck, task)) return filled
    const found = await find(deps, task, deck, filled.reach)
    Object.assign(filled, { reach: found.reach, problem: null })
    if (found.wallpapers.length === 0) return filled
    await storeAll(deps, task, found.wallpapers)
  }
  return filled
}

const readDeck = async ({ deckStore }: TopUpDeps, task: Task): Promise<Deck> =>
  ownOf(task, await deckStore.read())

const ownOf = ({ key, found, tone }: Task, deck: Deck): Deck =>
  key === found ? keepUpcoming(deck, (entry) => entry.filters === key || !isFor(tone, entry)) : deck

const isFor = (tone: Goal['tone'], { forDark, showFrom }: Upcoming) =>
  forDark === (tone === 'dark') && !showFrom

const count = ({ tone }: Goal, { upcoming }: Deck): number =>
  upcoming.filter((entry) => isFor(tone, entry)).length

const countFrom = (task: Task, { upcoming }: Deck): number =>
  upcoming.filter((entry) => isFor(task.tone, entry) && isFrom(task.filters, entry)).length

const isFrom = ({ catalogue }: Filters, { wallpaper }: Upcoming) =>
  !catalogue || wallpaper.catalogue === catalogue

// A top-up ends when the deck is full, or when the settings have changed and another top-up follows.
const isDone = (deck: Deck, task: Task) =>
  count(task, deck) >= task.target || deck.filters !== task.key || !hasRoom(deck, task)

// Tells whether one more picture of average size fits beside the pictures that are being downloaded. If the
// deck has none for the next tab of the tone, one picture is always downloaded.
const hasRoom = (deck: Deck, { tone, room }: Task, underway = 0): boolean => {
  const { upcoming } = deck
  // After dusk, tabs also take dark wallpapers that were not requested for them.
  const hasNext = upcoming.some(
    (entry) => isFor(tone, entry) || (tone && !entry.showFrom && isDark(entry.wallpaper)),
  )
  if (!hasNext) return underway === 0 || room === maxUpcomingBytes
  return (countBytes(deck) * (upcoming.length + underway + 1)) / upcoming.length <= room
}

const find = async ({ catalogue }: TopUpDeps, task: Task, deck: Deck, reach: number) => {
  for (const exclusion of listExclusions(deck, reach, task.filters.catalogue)) {
    const wallpapers = await findAllowed(catalogue, task, exclusion.ids)
    const isWhole = exclusion.reach === listSeen(deck.history, task.filters.catalogue).length
    if (wallpapers.length > 0) return { wallpapers, reach: isWhole ? reach : exclusion.reach }
  }
  // Either the deck already has every matching wallpaper, or the catalogue has none.
  if (countFrom(task, deck) === 0) throw new FetchError(toNothing(task))
  return { wallpapers: [], reach: 0 }
}

const toNothing = ({ tone, filters: { source } }: Task): Problem => {
  if (isList(source)) return { kind: 'empty-list', list: source }
  if (tone) return { kind: source === 'favorites' ? 'no-dark-favorites' : 'no-dark' }
  return { kind: source === 'favorites' ? 'no-favorites' : 'no-match' }
}

const storeAll = async (deps: TopUpDeps, task: Task, wallpapers: Found[]) => {
  const { progress } = task
  delete progress.refusal
  let deck = await readDeck(deps, task)
  let stored = 0
  let underway = 0
  const storeOne = async (wallpaper: Found) => {
    underway++
    if (await store(deps, task, wallpaper)) stored++
    underway--
    deck = await readDeck(deps, task)
  }
  const isEnough = () =>
    isDone(deck, task) ||
    count(task, deck) + underway >= task.target ||
    !hasRoom(deck, task, underway)
  await inParallel(wallpapers, downloadsAtOnce, storeOne, isEnough)
  if (stored > 0 || isDone(deck, task)) return
  const problem: Problem = progress.hasMetLight ? toNothing(task) : { kind: 'no-pictures' }
  throw progress.refusal ?? new FetchError(problem)
}

const store = async (
  { images, deckStore, readSettings, makeRoom, days, now = Date.now }: TopUpDeps,
  task: Task,
  wallpaper: Found,
  showFrom = 0,
) => {
  const { catalogue } = task.filters
  const { url, ...smaller } = { catalogue, ...wallpaper }
  const wanted = task.saves ? smaller : { ...smaller, url }
  const image = await images.load(wanted, task.screen).catch((error) => {
    if (error instanceof FetchError && error.retryAfterMs !== undefined)
      task.progress.refusal = error
  })
  if (!image) return false
  const added = {
    wallpaper: toDeckWallpaper(wallpaper, image, catalogue),
    filters: task.found,
    bytes: image.blob.size,
    forDark: task.tone === 'dark',
    showFrom,
  }
  if (added.forDark && !isDark(added.wallpaper)) {
    task.progress.hasMetLight = true
    return false
  }
  // The person may have blocked it since the top-up began.
  if (isBlocked(added.wallpaper, (await readSettings()).blocked)) return false
  let isOfUse = false
  const add = (deck: Deck) => {
    const own = ownOf(task, deck)
    const after =
      days && showFrom > 0 ? days.add(own, added, now()) : addUpcoming(own, added, task.key)
    isOfUse = after !== own
    return isOfUse ? after : deck
  }
  const picture = { key: toKey(added.wallpaper), blob: image.blob }
  const save = async () => {
    await deckStore.update(add, picture)
    task.progress.hasStored ||= isOfUse
  }
  // After room is made, the wallpaper is stored again. The error stays even if that succeeds, so that the person learns
  // that the disk is full.
  const saved = save()
  await saved.catch(makeRoom).catch(save)
  await saved
  return isOfUse
}

const toProblem = (error: unknown): Pick<FetchError, 'problem' | 'retryAfterMs'> => {
  if (error instanceof FetchError) return error
  // All other errors come from the database, which is full or switched off.
  return { problem: { kind: 'storage-full' }, retryAfterMs: undefined }
}
