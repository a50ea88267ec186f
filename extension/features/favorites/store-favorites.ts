import * as z from 'zod/mini'
import { dayMs } from '../../../shared/days.ts'
import { toRecord } from '../../../shared/unknown.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { isInMemory } from '../../platform/storage/memory-database.ts'
import { ignoreStorageError, isStorageError } from '../../platform/storage/storage-error.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toWait } from '../../remote/back-off.ts'
import { toFetchError } from '../../remote/problem.ts'
import { type Settings, settingsItem } from '../settings/settings.ts'
import { type Sources, sourceOf } from '../sources/all.ts'
import { toDeckWallpaper } from '../supply/deck-wallpaper.ts'
import { isSaving } from '../supply/saving.ts'
import { screenItem } from '../supply/top-up.ts'
import { listInUse, toKey } from '../wallpaper/deck.ts'
import { catalogueOf, type Favorite, isComplete, type Owner } from './favorites.ts'
import type { FavoritesStore } from './favorites-store.ts'
import { type StoredFavorites, type StoredPictures, sumOf } from './stored-favorites.ts'

const count = z.catch(z.number(), 0)
const counts = z.catch(z.record(z.string(), count), {})
const flag = z.catch(z.boolean(), false)

const reportSchema = z.object({
  /** The size of all stored pictures, including the ones that are not favorites. */
  bytes: count,
  favoriteBytes: count,
  count: count,
  missing: count,
  /** True when the budget has no room for the favorites that are not stored yet. */
  isFull: flag,
  isDiskFull: flag,
  /** When the download of a favorite's picture last failed (milliseconds since 1970), by the favorite's `toKey`. */
  failed: counts,
})

export type StorageReport = z.infer<typeof reportSchema>

export const storageReportItem = createStoredItem({
  key: 'storage',
  parse: (stored) => reportSchema.parse(toRecord(stored)),
})

export const mb = 1024 * 1024
/** In bytes. A deck in memory (`isInMemory`) is soon lost, so only its next picture is downloaded. */
export const toBudget = ({ budget }: Settings): number => (isInMemory() ? 0 : budget * mb)
const usualBytes = mb
// The share of the storage budget that favorites never use, so that they do not evict upcoming wallpapers.
const shareOfOthers = 1 / 8
const retryMs = dayMs
// After this many failed downloads in a row, no more favorites are downloaded until the next run.
const maxFailures = 2

export type DescribeAndLoad = Pick<Sources, 'describe' | 'load'>

export interface StoreDeps {
  stored: StoredFavorites
  favorites: Pick<FavoritesStore, 'read'>
  catalogue: DescribeAndLoad
  costly?: () => boolean
  now?: () => number
}

/**
 * Returns a function that stores the pictures of favorites, the latest first, and evicts pictures that exceed
 * the budget. The function never throws. If the browser stops the background halfway, the next run continues.
 */
export const createStoreFavorites = (deps: StoreDeps) => async (): Promise<void> => {
  try {
    const { owner, favorites: all } = await deps.favorites.read()
    const storable = listStorable(all, owner)
    const settings = await settingsItem.read()
    // After a person removes a catalogue without accounts, nothing is requested from it.
    const favorites = storable.filter(
      ({ catalogue }) => sourceOf(catalogue).hasAccounts || settings.sources.includes(catalogue),
    )
    const budget = toBudget(settings)
    await deps.stored.arrange(storable.map(toKey))
    await deps.stored.evict({ budget })
    const task = { settings, budget, favorites }
    const outcome = await storeAll(deps, task)
    await deps.stored.evict({ budget })
    await report(deps, task, outcome)
  } catch (error) {
    // The person gets no message, because the next tab tries again to store the favorites.
    ignoreStorageError(error)
  }
}

interface Task {
  settings: Settings
  budget: number
  favorites: Storable[]
}

type Storable = Favorite & { catalogue: string }

// The built-in pictures and the person's own are stored anyway.
const listStorable = (favorites: readonly Favorite[], owner: Owner): Storable[] =>
  favorites
    .map((favorite) => ({ ...favorite, catalogue: catalogueOf(favorite, owner) }))
    .filter(({ catalogue }) => !sourceOf(catalogue).isInBrowser)

type Outcome = Pick<StorageReport, 'failed' | 'isDiskFull'>

const storeAll = async (deps: StoreDeps, task: Task): Promise<Outcome> => {
  const now = deps.now ?? Date.now
  const { failed } = await storageReportItem.read()
  const isDue = (key: string) => toWait((failed[key] ?? 0) + retryMs, now(), retryMs) === 0
  const news = Object.fromEntries(Object.entries(failed).filter(([key]) => !isDue(key)))
  let failures = 0
  const refusing = new Set<string>()
  for (const favorite of task.favorites.toReversed()) {
    const key = toKey(favorite)
    if (refusing.has(favorite.catalogue)) continue
    if (failures === maxFailures || !isComplete(favorite) || !isDue(key)) continue
    const stored = await deps.stored.read()
    if (stored.favorites.some((one) => one.key === key)) continue
    if (!hasRoom(stored, task.budget)) break
    const outcome = await storeOne(deps, task, { favorite, stored }).catch(toFull)
    if (outcome === 'full') return { failed: news, isDiskFull: true }
    if (outcome === 'refused') refusing.add(favorite.catalogue)
    if (outcome === 'failed') {
      failures++
      news[key] = now()
    }
  }
  return { failed: news, isDiskFull: false }
}

const toFull = (error: unknown) => {
  if (!isStorageError(error)) throw error
  return 'full' as const
}

// Returns whether another picture fits if it is as large as the largest stored one. Without this check, every tab
// would download a picture only to evict it again.
const hasRoom = ({ deck, favorites, sizes }: StoredPictures, budget: number): boolean => {
  const most = Math.max(usualBytes, ...sizes.values())
  // The budget must also have room for the current, the pinned and the next wallpaper.
  const beside = Math.max((deck.pinned ? 3 : 2) * most, budget * shareOfOthers)
  return sumOf(favorites.map(({ bytes }) => bytes)) + beside + most <= budget
}

const storeOne = async (
  deps: StoreDeps,
  { settings }: Task,
  { favorite, stored }: { favorite: Storable; stored: StoredPictures },
): Promise<'stored' | 'failed' | 'refused' | 'later' | 'full'> => {
  const known = listInUse(stored.deck).find((one) => toKey(one) === toKey(favorite))
  if (known && (await deps.stored.store(known))) return 'stored'
  const screen = await screenItem.read()
  if (!screen || isSaving(settings, deps.costly)) return 'later'
  const loaded = await load(deps.catalogue, favorite, screen).catch(toOutcome)
  if (typeof loaded === 'string') return loaded
  await deps.stored.store(loaded.wallpaper, loaded.blob)
  return 'stored'
}

const toOutcome = (error: unknown) => {
  const { code, retryAfterMs } = toFetchError(error)
  if (code === 'storage-full') return 'full'
  // Other favorites of the same catalogue would fail for the same reason.
  return code === 'unreachable' || retryAfterMs !== undefined ? 'refused' : 'failed'
}

const load = async (
  { describe, load: loadImage }: DescribeAndLoad,
  { catalogue, id }: Storable,
  screen: ScreenSize,
) => {
  const described = await describe(catalogue, id)
  if (!described) return 'failed'
  const detail = { ...described, catalogue }
  const image = await loadImage(detail, screen)
  return { wallpaper: await toDeckWallpaper(detail, image), blob: image.blob }
}

const report = async (
  { stored }: StoreDeps,
  { budget, favorites }: Task,
  outcome: Outcome,
): Promise<void> => {
  const all = await stored.read()
  const missing = favorites.filter(
    (favorite) => isComplete(favorite) && !all.favorites.some(({ key }) => key === toKey(favorite)),
  )
  await storageReportItem.update(() => ({
    bytes: sumOf(all.sizes.values()),
    favoriteBytes: sumOf(all.favorites.map(({ bytes }) => bytes)),
    count: all.favorites.length,
    missing: missing.length,
    isFull: missing.length > 0 && !hasRoom(all, budget),
    ...outcome,
  }))
}
