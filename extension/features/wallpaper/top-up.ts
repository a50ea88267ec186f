import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { parseScreenSize, type ScreenSize } from '../../platform/browser/screen.ts'
import { createStoredItem, type StoredItem } from '../../platform/storage/stored-item.ts'
import { hasten, mayAttempt, recordFailure, recordSuccess } from '../../remote/back-off.ts'
import { inParallel } from '../../remote/limits.ts'
import {
  FetchProblem,
  isListProblem,
  type ListProblem,
  type Problem,
} from '../../remote/problem.ts'
import { type Blocked, isList, type Source } from '../settings/setting-values.ts'
import { type Filters, type Settings, toFilters, toFiltersKey } from '../settings/settings.ts'
import { type AlignDeps, alignDeck } from './align-deck.ts'
import type { CatalogueClient } from './catalogue-client.ts'
import {
  addUpcoming,
  countBytes,
  type Deck,
  historyLength,
  toKey,
  withoutStandIns,
} from './deck.ts'
import { type FetchStatus, toCurrentStatus } from './fetch-status.ts'
import { findAllowed, listExclusions } from './find-wallpapers.ts'
import { type ImageClient, toDeckWallpaper } from './image-client.ts'
import { toSavingSize } from './saving.ts'

/** The screen of the last tab, `undefined` before the first: the background has none of its own. */
export const screenItem = createStoredItem({ key: 'screen', parse: parseScreenSize })

/** How many wallpapers wait, bytes and all, for the next tabs. */
export const upcomingTarget = 6
/** … before the first tab has told the size of the screen: just enough for that tab not to be bare. */
const targetWithoutScreen = 2
const usualScreen: ScreenSize = { width: 1920, height: 1080 }
/** … unless they are this large together: then fewer. */
const upcomingBytes = 48 * 1024 * 1024
const downloadsAtOnce = 2
/** Tabs opened during a top-up leave gaps; this often they are filled in the same go. */
const maxRounds = 4

export type TopUpDeps = AlignDeps & {
  catalogue: CatalogueClient
  images: ImageClient
  status: StoredItem<FetchStatus>
  /** `undefined` until a tab has told. */
  readScreen: () => Promise<ScreenSize | undefined>
  /** Whether to fetch as little as possible now. */
  isSaving?: (settings: Settings) => boolean
  /** Bytes that the waiting pictures may have together. */
  readRoom?: () => Promise<number>
  /** Removes pictures that are not needed, when the disk is full. */
  makeRoom?: () => Promise<void>
  /** Has this run again at that time, also if the background ends meanwhile; `undefined`: not at all. */
  wakeAt(at: number | undefined): Promise<void>
  now?: () => number
}

/** `asked`: a person is waiting for it, so a planned wait after a failure may be cut short. */
export type TopUp = (options: { asked: boolean }) => Promise<void>

interface Task {
  settings: Settings
  filters: Filters
  blocked: readonly Blocked[]
  /** `filtersKey` of the settings. */
  key: string
  /** … of the request: another one where others stand in for a list that has nothing. */
  found: string
  screen: ScreenSize
  target: number
  /** Bytes. */
  room: number
  /** Whether a picture was stored for it by now. */
  hasStored: boolean
}

/**
 * Fills the deck with wallpapers and their images. Each image is stored together with its place in
 * the deck, so it can be stopped anywhere and goes on from there. After a failure it runs again by
 * itself, so that an open tab need not be closed. It never throws: what went wrong is in the status.
 */
export const createTopUp = (deps: TopUpDeps): TopUp => {
  const now = deps.now ?? Date.now
  const attempt = async (asked: boolean): Promise<number | undefined> => {
    const task = await readTask(deps)
    try {
      await alignDeck(deps)
      const status = toCurrentStatus(await deps.status.read(), task.key, now())
      const isWanted = asked || (await isOutOfStock(deps, status))
      if (!mayAttempt(status, isWanted, now())) {
        return isWanted ? (await record(deps, task, hasten)).retryAt : status.retryAt
      }
      const filled = await fillAnyway(deps, task, status.reach)
      if (asked && !task.hasStored) await requireRoom(deps)
      await record(deps, task, (latest) => toSuccess(latest, filled, now()))
      return
    } catch (error) {
      const reason = toProblem(error)
      // Where something was stored before it failed, or somebody waits and a try is but a request,
      // the waits begin anew.
      const isAnew = task.hasStored || (asked && reason.problem.kind !== 'no-pictures')
      const since = (latest: FetchStatus) => (isAnew ? { ...latest, failures: 0 } : latest)
      const failed = (latest: FetchStatus) => recordFailure(since(latest), reason, now())
      return (await record(deps, task, failed)).retryAt
    }
  }
  return async ({ asked }) => {
    // Where even the status cannot be read or written, the next tab asks again.
    await attempt(asked)
      .then(deps.wakeAt)
      .catch(() => undefined)
  }
}

const readTask = async ({
  readSettings,
  readScreen,
  isSaving = () => false,
  readRoom = async () => upcomingBytes,
}: TopUpDeps): Promise<Task> => {
  const [settings, known, room] = await Promise.all([readSettings(), readScreen(), readRoom()])
  const screen = known ?? usualScreen
  const saves = isSaving(settings)
  const key = toFiltersKey(settings)
  const usual = known ? upcomingTarget : targetWithoutScreen
  return {
    filters: toFilters(settings, screen),
    blocked: settings.blocked,
    key,
    found: key,
    settings,
    screen: saves ? toSavingSize(screen) : screen,
    target: saves ? 1 : usual,
    room: Math.min(room, upcomingBytes),
    hasStored: false,
  }
}

const record = (
  { status, now = Date.now }: TopUpDeps,
  { key }: Task,
  change: (status: FetchStatus) => FetchStatus,
) => status.update((stored) => change(toCurrentStatus(stored, key, now())))

const toSuccess = (latest: FetchStatus, filled: Filled, now: number): FetchStatus => {
  const { reach, problem = isListProblem(latest.problem) ? latest.problem : null } = filled
  const status = { ...recordSuccess(latest, now), problem }
  return reach < status.reach ? { ...status, reach, reachedAt: now } : status
}

/** Who waits although wallpapers do could not take one: on a full disk that cannot be written either. */
const requireRoom = ({ deckStore, makeRoom }: TopUpDeps) =>
  deckStore
    .update((deck) => ({ ...deck }))
    .catch(async (error) => {
      await makeRoom?.()
      throw error
    })

/** Where the disk is full each tab that took a picture left room for one: the next is not to be without. */
const isOutOfStock = async ({ deckStore }: TopUpDeps, { problem }: FetchStatus) =>
  problem?.kind === 'storage-full' && (await deckStore.read()).upcoming.length === 0

interface Filled {
  /** How many of the latest wallpapers could be left out. */
  reach: number
  /** Why the chosen list has nothing; `undefined` when nothing was asked for. */
  problem?: ListProblem | null
}

/** Where the chosen list has nothing, everything else serves until it has. */
const fillAnyway = async (deps: TopUpDeps, task: Task, reach: number): Promise<Filled> => {
  try {
    return await fill(deps, task, reach)
  } catch (error) {
    if (!(error instanceof FetchProblem) || !isListProblem(error.problem)) throw error
    const filters: Filters = { ...task.filters, source: 'all' }
    const found = toFiltersKey({ ...task.settings, source: 'all' })
    await fill(deps, { ...task, filters, found }, historyLength)
    return { reach, problem: error.problem }
  }
}

const fill = async (deps: TopUpDeps, task: Task, reach: number): Promise<Filled> => {
  const filled: Filled = { reach }
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

/** The deck as far as it counts: what stands in for a list waits only until the list has something. */
const readDeck = async ({ deckStore }: TopUpDeps, task: Task): Promise<Deck> =>
  ownOf(task, await deckStore.read())

const ownOf = ({ key, found }: Task, deck: Deck): Deck =>
  key === found ? withoutStandIns(deck, key) : deck

/** Full, or the settings changed meanwhile: what follows is another top-up's work. */
const isDone = (deck: Deck, { target, key, room }: Task) =>
  deck.upcoming.length >= target || deck.filters !== key || !hasRoom(deck, room)

/** For one more like those that wait, beside those underway. The next tab's is always fetched. */
const hasRoom = (deck: Deck, room: number, underway = 0): boolean => {
  const count = deck.upcoming.length
  if (count === 0) return underway === 0 || room === upcomingBytes
  return (countBytes(deck) * (count + underway + 1)) / count <= room
}

const find = async ({ catalogue }: TopUpDeps, task: Task, deck: Deck, reach: number) => {
  for (const exclusion of listExclusions(deck, reach)) {
    const wallpapers = await findAllowed(catalogue, task, exclusion.ids)
    const isWhole = exclusion.reach === deck.history.length
    if (wallpapers.length > 0) return { wallpapers, reach: isWhole ? reach : exclusion.reach }
  }
  // Everything there is waits already, or there is nothing at all.
  if (deck.upcoming.length === 0) throw new FetchProblem(toNothing(task.filters.source))
  return { wallpapers: [], reach: 0 }
}

const toNothing = (source: Source): Problem => {
  if (isList(source)) return { kind: 'empty-list', list: source }
  return { kind: source === 'favorites' ? 'no-favorites' : 'no-match' }
}

const storeAll = async (deps: TopUpDeps, task: Task, wallpapers: WallpaperDetail[]) => {
  let deck = await readDeck(deps, task)
  let stored = 0
  let underway = 0
  const storeOne = async (wallpaper: WallpaperDetail) => {
    underway++
    if (await store(deps, task, wallpaper)) stored++
    underway--
    deck = await readDeck(deps, task)
  }
  const isEnough = () =>
    isDone(deck, task) ||
    deck.upcoming.length + underway >= task.target ||
    !hasRoom(deck, task.room, underway)
  await inParallel(wallpapers, downloadsAtOnce, storeOne, isEnough)
  if (stored === 0 && !isDone(deck, task)) throw new FetchProblem({ kind: 'no-pictures' })
}

/** False when the picture cannot be loaded, or is of no use any more. */
const store = async (
  { images, deckStore, makeRoom }: TopUpDeps,
  task: Task,
  wallpaper: WallpaperDetail,
) => {
  const image = await images.load(wallpaper, task.screen).catch(() => undefined)
  if (!image) return false
  const added = {
    wallpaper: toDeckWallpaper(wallpaper, image, task.filters.server),
    filters: task.found,
    bytes: image.blob.size,
  }
  let isOfUse = false
  const add = (deck: Deck) => {
    const own = ownOf(task, deck)
    const after = addUpcoming(own, added, task.key)
    isOfUse = after !== own
    return isOfUse ? after : deck
  }
  const picture = { key: toKey(added.wallpaper), blob: image.blob }
  await deckStore.update(add, picture).catch(async (error) => {
    // Once more, with what can be spared gone; even then the disk is full, and the person hears of it.
    await makeRoom?.()
    await deckStore.update(add, picture)
    if (isOfUse) task.hasStored = true
    throw error
  })
  if (isOfUse) task.hasStored = true
  return isOfUse
}

const toProblem = (error: unknown): Pick<FetchProblem, 'problem' | 'retryAfterMs'> => {
  if (error instanceof FetchProblem) return error
  // All that is left is the store: full, or switched off.
  return { problem: { kind: 'storage-full' }, retryAfterMs: undefined }
}
