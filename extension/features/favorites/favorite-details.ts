import { createStoredItems } from '../../platform/storage/stored-item.ts'
import { toNumber, toRecord } from '../../platform/unknown.ts'
import { inParallel } from '../../remote/limits.ts'
import { type Favorite, isComplete, serverOf } from './favorites.ts'
import type { FavoritesClient } from './favorites-client.ts'
import { confirmedItems, type FavoritesStore } from './favorites-store.ts'
import { readWho, type WhoDeps } from './sync.ts'

const atOnce = 4
// One check looks at this many favorites. The next check continues with the others.
const checkedAtOnce = 100
const freshMs = 1_000

type DetailsDeps = WhoDeps & { client: Pick<FavoritesClient, 'describe'> }

/**
 * Fetches the details of favorites that another device added, the newest first. It also retries the
 * ones that the catalogue did not know, because the catalogue may have been incomplete.
 */
export const createLookUp = (deps: DetailsDeps) => async (): Promise<void> => {
  const { server, owner } = await readWho(deps)
  const confirmed = confirmedItems.of(owner)
  const bare = (await confirmed.read()).filter((favorite) => !isComplete(favorite))
  let isDead = false
  await inParallel(
    bare.toReversed(),
    atOnce,
    async ({ id }) => {
      const found = await deps.client.describe(server, id)
      isDead ||= !found
      if (found) await confirmed.update((list) => replace(list, found))
    },
    () => isDead,
  )
}

// Returns the same array when `found` adds nothing new, so that nothing is written.
const replace = (list: Favorite[], found: Favorite): Favorite[] => {
  const isNews = list.some(({ id, isGone }) => id === found.id && isGone !== found.isGone)
  if (!isNews && !isComplete(found)) return list
  return list.map((favorite) => (favorite.id === found.id ? found : favorite))
}

/** By wallpaper id. `at` is the time of the last look-up in milliseconds since 1970. */
export type Checked = Record<string, { at: number; isGone: boolean }>

const parseChecked = (value: unknown): Checked =>
  Object.fromEntries(
    Object.entries(toRecord(value)).map(([id, stored]) => {
      const { at, isGone } = toRecord(stored)
      return [id, { at: toNumber(at), isGone: isGone === true }]
    }),
  )

export const checkedItems = createStoredItems({ key: 'favorites.checked', parse: parseChecked })

export const listGone = (checked: Checked): ReadonlySet<string> =>
  new Set(Object.keys(checked).filter((id) => checked[id]?.isGone))

interface GoneCheckDeps {
  favorites: Pick<FavoritesStore, 'read'>
  client: Pick<FavoritesClient, 'describe'>
  now?: () => number
}

/**
 * Finds favorites that have left the catalogue. It starts with the ones that were checked longest ago,
 * and stops as soon as the server does not answer.
 */
export const createGoneCheck = (deps: GoneCheckDeps) => async (): Promise<void> => {
  const now = (deps.now ?? Date.now)()
  const { owner, favorites } = await deps.favorites.read()
  const server = serverOf(owner)
  const item = checkedItems.of(server)
  const checked = await item.read()
  const news: Checked = {}
  let isDead = false
  await inParallel(
    listDue(favorites, checked, now),
    atOnce,
    async ({ id }) => {
      const found = await deps.client.describe(server, id)
      isDead ||= !found
      if (found) news[id] = { at: now, isGone: found.isGone === true }
    },
    () => isDead,
  )
  await item.update((latest) => keepOnly({ ...latest, ...news }, favorites))
}

const listDue = (favorites: readonly Favorite[], checked: Checked, now: number): Favorite[] => {
  const lastAt = ({ id }: Favorite) => checked[id]?.at ?? 0
  return favorites
    .filter((favorite) => isComplete(favorite) && now - lastAt(favorite) > freshMs)
    .toReversed()
    .sort((a, b) => lastAt(a) - lastAt(b))
    .slice(0, checkedAtOnce)
}

const keepOnly = (checked: Checked, favorites: readonly Favorite[]): Checked => {
  const ids = new Set(favorites.map(({ id }) => id))
  return Object.fromEntries(Object.entries(checked).filter(([id]) => ids.has(id)))
}
