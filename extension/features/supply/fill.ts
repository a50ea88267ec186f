import { inParallel } from '../../../shared/async.ts'
import { mayAttempt, parseAttempts, recordFailure } from '../../remote/back-off.ts'
import {
  FetchError,
  isListProblem,
  type Problem,
  type ProblemKind,
  toFetchError,
} from '../../remote/problem.ts'
import { isBlocked } from '../settings/blocking.ts'
import { defaultSettings, type Filters, type Settings, toFiltersKey } from '../settings/settings.ts'
import { siteOf } from '../settings/source-names.ts'
import { listBundled } from '../sources/all.ts'
import { listAsked } from '../sources/chosen.ts'
import type { ImageClient } from '../sources/image-client.ts'
import { type CatalogueClient, type Found, shuffle } from '../sources/source.ts'
import { addUpcoming, type Deck, isDark, type Stored, toKey } from '../wallpaper/deck.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'
import { toDeckWallpaper } from './deck-wallpaper.ts'
import type { FetchStatus } from './fetch-status.ts'
import { findAllowed, listExclusions, mayMatch, toLarger } from './find-wallpapers.ts'
import { count, type Goal, isDone, type Request, toRequest, withoutStandIns } from './goals.ts'
import { toSavingSize } from './saving.ts'
import type { Load } from './whole.ts'

const downloadsAtOnce = 2
// The most rounds of downloads from a catalogue. Tabs that open meanwhile take wallpapers out of the deck.
const maxRounds = 4

export const startProgress = ({ failing, problem }: FetchStatus) => ({
  added: new Set<string>(),
  failing: new Map(failing.map((entry) => [entry.catalogue, entry])),
  listProblem: isListProblem(problem) ? problem : null,
})

/** The findings of a top-up so far. They become part of the next `FetchStatus`. */
export type Progress = ReturnType<typeof startProgress>

export interface Filling {
  catalogue: CatalogueClient
  images: ImageClient
  deckStore: DeckStore
  readSettings: () => Promise<Settings>
  makeRoom: ((error: unknown) => Promise<never>) | undefined
  now: () => number
  random: () => number
  progress: Progress
}

/**
 * Adds wallpapers until the goal is reached. If the person has no favorites, the wallpapers are of all sources instead. If
 * somebody's list is gone, and no other source has any, they are the built-in ones. The web page shows those of the whole server.
 */
export const fill = async (filling: Filling, wanted: Goal): Promise<void> => {
  try {
    await fillFromEach(filling, wanted)
  } catch (error) {
    if (!(error instanceof FetchError) || !isListProblem(error.problem)) throw error
    const others = wanted.settings.list === 'all' ? toWhole(wanted) : toAll(wanted)
    await fillFromEach(filling, others)
    filling.progress.listProblem = error.problem
  }
}

const toAll = (wanted: Goal): Goal => {
  const settings: Settings = { ...wanted.settings, list: 'all' }
  return { ...wanted, settings, sources: listAsked(settings) }
}

const toWhole = (wanted: Goal): Goal => {
  const sources = import.meta.env.WXT_WEB ? wanted.sources.map(siteOf) : listBundled()
  const shape = import.meta.env.WXT_WEB ? 'screen' : 'any'
  return { ...wanted, settings: { ...defaultSettings, sources, shape }, sources }
}

// Asks one catalogue after another in random order, so that over time all give equal shares. If one fails, its share
// falls to the next, and it is not asked again until its wait is over. Throws if all fail.
const fillFromEach = async (filling: Filling, wanted: Goal): Promise<void> => {
  const { deckStore, now, random, progress } = filling
  const { sources } = wanted
  const isReady = (name: string) => {
    const attempts = parseAttempts(progress.failing.get(name))
    // A person who asks ends the wait after other problems. After failed downloads, which cost much traffic, the wait goes on.
    return mayAttempt(attempts, wanted.asked && attempts.problem?.kind !== 'no-pictures', now())
  }
  const ready = sources.filter(isReady)
  const names = shuffle(ready.length > 0 ? ready : sources, random)
  let left = names.length
  let failures = 0
  for (const catalogue of names) {
    const have = count(wanted, withoutStandIns(wanted, await deckStore.read()))
    const target = have + Math.ceil((wanted.target - have) / left--)
    try {
      await fillFrom(filling, { ...toRequest(wanted, catalogue), target })
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      const { problem } = error
      const before = { ...parseAttempts(progress.failing.get(catalogue)), catalogue, problem }
      if (!isListProblem(problem) || wanted.settings.list === 'all')
        progress.failing.set(catalogue, recordFailure(before, error, { now: now() }))
      if (++failures === names.length) throw error
    }
  }
}

const fillFrom = async (filling: Filling, request: Request): Promise<void> => {
  const { deckStore, progress } = filling
  const { catalogue } = request.filters
  for (let round = 0; round < maxRounds; round++) {
    const deck = withoutStandIns(request, await deckStore.read())
    if (isDone(deck, request)) return
    const { wallpapers, smaller } = await find(filling, request, deck)
    progress.listProblem = null
    if (wallpapers.length > 0)
      await storeAll(filling, request, wallpapers).catch((error) => {
        // None of `wallpapers` can be shown, so the smaller ones are tried.
        if (!smaller || toFetchError(error).code !== 'no-pictures') throw error
        return storeAll(filling, request, smaller)
      })
    progress.failing.delete(catalogue)
    if (wallpapers.length === 0) return
  }
}

interface FoundAll {
  wallpapers: Found[]
  /** The wallpapers to store if none of `wallpapers` can be used. */
  smaller?: Found[]
}

const find = async ({ catalogue }: Filling, request: Request, deck: Deck): Promise<FoundAll> => {
  const { filters, screen, settings } = request
  const { blocked } = settings
  const exclusions = listExclusions(deck, filters.catalogue)
  const search = async (asked: Filters, tries = exclusions) => {
    for (const exclude of tries) {
      const found = await findAllowed(catalogue, { filters: asked, blocked }, exclude)
      if (found.length > 0) return found
    }
    return []
  }
  const found = await search(filters)
  // Either the deck already has every matching wallpaper, or the catalogue has none.
  if (found.length === 0 && count(request, deck, filters.catalogue) === 0)
    throw new FetchError(toNothing(request))
  const larger = request.whole ? undefined : toLarger(filters, screen)
  const wallpapers = found.filter((one) => !larger || mayMatch(one, larger))
  if (!larger || found.length === 0 || wallpapers.length > 0) return { wallpapers }
  // Small pictures wait until the deck has all others.
  const hasLarger = (await search(larger, exclusions.slice(-1))).length > 0
  const large = hasLarger ? await search(larger) : []
  return large.length > 0 ? { wallpapers: large, smaller: found } : { wallpapers: found }
}

const toNothing = ({ tone, filters: { list } }: Request): Problem => {
  if (tone) return { kind: list === 'favorites' ? 'no-dark-favorites' : 'no-dark' }
  return { kind: list === 'favorites' ? 'no-favorites' : 'no-match' }
}

const storeAll = async (filling: Filling, request: Request, found: Found[]): Promise<void> => {
  const whole = request.whole && (await import('./whole.ts'))
  const paired = whole ? whole.toPairs(found, request.screen) : found
  const wallpapers = import.meta.env.WXT_WEB
    ? paired
    : paired.toSorted((a, b) => Number(b.isNew === true) - Number(a.isNew === true))
  const { deckStore } = filling
  const outcomes: Outcome[] = []
  let deck = withoutStandIns(request, await deckStore.read())
  let underway = 0
  const storeOne = async (wallpaper: Found) => {
    underway++
    outcomes.push(await store(filling, request, wallpaper))
    underway--
    deck = withoutStandIns(request, await deckStore.read())
  }
  await inParallel(wallpapers, storeOne, {
    width: downloadsAtOnce,
    isEnough: () => isDone(deck, request, underway),
  })
  if (outcomes.includes('added') || isDone(deck, request)) return
  const refusal = outcomes.find((outcome) => outcome instanceof FetchError)
  const isTooLight = outcomes.includes('too light')
  throw refusal ?? new FetchError(isTooLight ? toNothing(request) : { kind: 'no-pictures' })
}

/** The result for one wallpaper. A `FetchError` would also happen with all other pictures. */
type Outcome = 'added' | 'too light' | 'of no use' | FetchError

const aboutAll: ReadonlySet<ProblemKind> = new Set(['storage-full', 'unexpected'])

const toOutcome = (error: unknown) => {
  const failure = toFetchError(error)
  const isAboutAll = failure.retryAfterMs !== undefined || aboutAll.has(failure.code)
  return isAboutAll ? failure : 'of no use'
}

const lastFirst = (deck: Deck): Deck => ({
  ...deck,
  upcoming: [...deck.upcoming.slice(-1), ...deck.upcoming.slice(0, -1)],
})

/** Downloads a picture and adds it to the deck. `add` returns the same deck if the wallpaper is not needed. */
export const store = async (
  { images, deckStore, readSettings, makeRoom, progress }: Filling,
  request: Request,
  found: Found,
  add = (deck: Deck, stored: Stored) => {
    const after = addUpcoming(deck, { ...stored, showFrom: null }, request.key)
    return import.meta.env.WXT_WEB || !found.isNew || after === deck ? after : lastFirst(after)
  },
): Promise<Outcome> => {
  const { filters, saves, screen } = request
  const detail = { catalogue: filters.catalogue, ...found }
  const load: Load = ({ url, ...smaller }, box) =>
    saves ? images.load(smaller, toSavingSize(box)) : images.load({ ...smaller, url }, box)
  const whole = request.whole && (await import('./whole.ts'))
  const loading = whole ? whole.loadWhole(load, detail, screen) : load(detail, screen)
  const image = await loading.catch(toOutcome)
  if (image === 'of no use' || image instanceof FetchError) return image
  const wallpaper = await toDeckWallpaper(detail, image)
  const forDark = request.tone === 'dark'
  if (forDark && !isDark(wallpaper)) return 'too light'
  // The person may have blocked it since the top-up began.
  if (isBlocked(wallpaper, (await readSettings()).blocked)) return 'of no use'
  const chosen = toFiltersKey(request.settings)
  const stored = { wallpaper, filters: chosen, bytes: image.blob.size, forDark }
  const key = toKey(wallpaper)
  let isAdded = false
  const save = async () => {
    await deckStore.update(
      (deck) => {
        const own = withoutStandIns(request, deck)
        const after = add(own, stored)
        isAdded = after !== own
        return isAdded ? after : deck
      },
      { key, blob: image.blob },
    )
    if (isAdded) progress.added.add(key)
  }
  // A full disk ends the top-up even if this wallpaper has room now, because room for the next one would be made by deleting
  // this one.
  await save().catch(async (error: unknown) => {
    await makeRoom?.(error).catch(save)
    throw error
  })
  return isAdded ? 'added' : 'of no use'
}
