import { matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { toLeastSide } from '../../../shared/filter-rules.ts'
import { mostValues } from '../../../shared/filter-values.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { isBlocked, listBlockedIds } from '../settings/blocking.ts'
import type { Blocked } from '../settings/setting-values.ts'
import type { Filters } from '../settings/settings.ts'
import { siteOf } from '../settings/source-names.ts'
import { sourceOf } from '../sources/all.ts'
import type { CatalogueClient, Found } from '../sources/source.ts'
import { type Deck, type DeckWallpaper, historyLength } from '../wallpaper/deck.ts'

const shares = [1, 0.75, 0.5, 0.25, 0.1, 0.02, 0]

/**
 * Returns lists of ids to exclude from a request, to be tried in this order. All lists contain the upcoming wallpapers.
 * A catalogue may be smaller than the history, so each list contains fewer earlier wallpapers than the one before.
 * `catalogue` is empty for a request of favorites.
 */
export const listExclusions = (deck: Deck, catalogue: string): string[][] => {
  const upcoming = deck.upcoming.map(({ wallpaper }) => wallpaper)
  const waiting = listSeen(upcoming, catalogue)
  const seen = listSeen(deck.history, catalogue)
  const counts = shares.map((share) => Math.min(Math.ceil(historyLength * share), seen.length))
  return [...new Set(counts)].map((latest) => [
    ...new Set([...waiting, ...seen.slice(seen.length - latest)]),
  ])
}

const listSeen = (wallpapers: readonly DeckWallpaper[], catalogue: string): string[] =>
  wallpapers
    .filter((one) => !catalogue || one.catalogue === siteOf(catalogue))
    .flatMap(({ id, beside }) => (beside ? [id, beside] : [id]))

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
  const asked = leaveOut(blocked, filters)
  for (let tries = 0; tries < maxTries; tries++) {
    const ids = new Set([...exclude, ...rejected, ...listBlockedIds(blocked).toReversed()])
    const found = await catalogue.find(asked, [...ids].slice(0, maxExcluded))
    const allowed = found.filter(
      (wallpaper) => !isBlocked(wallpaper, blocked) && mayMatch(wallpaper, filters),
    )
    if (allowed.length > 0 || found.length === 0) return allowed
    rejected.push(...found.map(({ id }) => id))
  }
  return []
}

// Some proxies refuse addresses of more than 8 kB.
const longestValue = 1_500

/** Lets a server leave out blocked categories and tags, as far as they fit into a query, the newest ones first. */
const leaveOut = (blocked: readonly Blocked[], filters: Filters): Filters => {
  if (!sourceOf(filters.catalogue).hasAccounts) return filters
  const narrowed = { ...filters }
  for (const { kind, name } of blocked.toReversed()) {
    if (kind === 'wallpaper' || name.includes(',') || name.trim() === '') continue
    const values = [...(narrowed[kind]?.split(',') ?? []), `-${name}`]
    if (values.length <= mostValues && encodeURIComponent(values.join()).length <= longestValue)
      narrowed[kind] = values.join()
  }
  return narrowed
}

/** Some servers ignore these filters. A picture of unknown luminance is measured once it is downloaded. */
export const mayMatch = (wallpaper: WallpaperDetail, { tone, ratio, atleast }: Filters): boolean =>
  matchesDetail(wallpaper, { tone, ratio, atleast }) !== false

/** Adds that pictures must be sharp enough for the screen. Returns nothing for pictures that a person chose one by one. */
export const toLarger = (filters: Filters, screen: ScreenSize): Filters | undefined => {
  const { catalogue, list, type, atleast } = filters
  if (atleast || list === 'favorites' || sourceOf(catalogue).isPersonal) return undefined
  const side = toLeastSide(screen)
  return { ...filters, atleast: type === 'mobile' ? `1x${side}` : `${side}x1` }
}
