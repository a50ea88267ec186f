import { hasRatio } from '../../../shared/filter-rules.ts'
import { mostValues } from '../../../shared/filters.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { isBlocked, listBlockedIds } from '../blocked/blocking.ts'
import { kindOf } from '../settings/catalogues.ts'
import type { Blocked } from '../settings/setting-values.ts'
import type { Filters } from '../settings/settings.ts'
import { type Deck, type DeckWallpaper, historyLength, isDark } from '../wallpaper/deck.ts'
import type { CatalogueClient, Found } from './catalogue-client.ts'

const shares = [1, 0.75, 0.5, 0.25, 0.1, 0.02, 0]

/**
 * Returns lists of ids to exclude from a request, to be tried in this order. All lists contain the upcoming wallpapers.
 * A catalogue may be smaller than the history, so each list contains fewer earlier wallpapers than the one before.
 * `catalogue` is empty for a request of favorites.
 */
export const listExclusions = (
  deck: Deck,
  reach: number,
  catalogue: string,
): { reach: number; ids: string[] }[] => {
  const waiting = listSeen(
    deck.upcoming.map(({ wallpaper }) => wallpaper),
    catalogue,
  )
  const seen = listSeen(deck.history, catalogue)
  const reaches = shares
    .map((share) => Math.ceil(historyLength * share))
    .filter((wanted) => wanted <= reach)
    .map((wanted) => Math.min(wanted, seen.length))
  return [...new Set(reaches)].map((wanted) => ({
    reach: wanted,
    ids: [...new Set([...waiting, ...seen.slice(seen.length - wanted)])],
  }))
}

/** Lists the ids of the wallpapers that come from the catalogue. */
export const listSeen = (wallpapers: readonly DeckWallpaper[], catalogue: string): string[] =>
  wallpapers.filter((one) => !catalogue || one.catalogue === catalogue).map(({ id }) => id)

// The largest number of ids to exclude that the server accepts in a request.
const maxExcluded = 200
// The number of requests before giving up, if the server sends only blocked wallpapers, or ignores a filter.
const maxTries = 5

export const findAllowed = async (
  catalogue: CatalogueClient,
  { filters, blocked }: { filters: Filters; blocked: readonly Blocked[] },
  exclude: readonly string[],
): Promise<Found[]> => {
  const rejected: string[] = []
  const narrowed = leaveOut(blocked, filters)
  const find = async (ids: readonly string[]) => {
    const found = narrowed ? await catalogue.find(narrowed, ids) : []
    // A server that cannot leave out a category looks for one with this name, and finds nothing.
    return found.length > 0 ? found : catalogue.find(filters, ids)
  }
  for (let tries = 0; tries < maxTries; tries++) {
    const ids = new Set([...exclude, ...rejected, ...listBlockedIds(blocked).toReversed()])
    const found = await find([...ids].slice(0, maxExcluded))
    const allowed = found.filter(
      (wallpaper) => !isBlocked(wallpaper, blocked) && mayMatch(wallpaper, filters),
    )
    if (allowed.length > 0 || found.length === 0) return allowed
    rejected.push(...found.map(({ id }) => id))
  }
  return []
}

/** Returns filters that leave out blocked categories and tags, or `undefined` if the catalogue has no such filters. */
const leaveOut = (blocked: readonly Blocked[], filters: Filters): Filters | undefined => {
  const add = (kind: 'category' | 'tag') => {
    const names = blocked.filter((one) => one.kind === kind && !one.name.includes(','))
    const newestFirst = names.toReversed().map(({ name }) => `-${name}`)
    const asked = filters[kind]?.split(',') ?? []
    return [...asked, ...newestFirst].slice(0, mostValues).join() || undefined
  }
  const narrowed = { ...filters, category: add('category'), tag: add('tag') }
  const isNarrower = narrowed.category !== filters.category || narrowed.tag !== filters.tag
  return isNarrower && kindOf(filters.catalogue) === 'server' ? narrowed : undefined
}

// Some servers ignore these filters. A picture of unknown luminance is measured once it is downloaded.
const mayMatch = (wallpaper: WallpaperDetail, { tone, ratio }: Filters) => {
  const { width, height, luminance } = wallpaper
  const isLight = tone !== undefined && luminance !== null && !isDark(wallpaper)
  return !isLight && (!ratio || !width || !height || hasRatio({ width, height }, ratio))
}

export const shuffle = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
