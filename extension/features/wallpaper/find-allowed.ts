import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { isBlocked, listBlockedIds } from '../blocked/blocking.ts'
import type { Blocked } from '../settings/setting-values.ts'
import type { Filters } from '../settings/settings.ts'
import type { CatalogueClient } from './catalogue-client.ts'

/** More ids than this are refused by the server. */
const maxExcluded = 200
/** A person may have blocked nearly all there is: then a request is repeated, but not for ever. */
const maxTries = 5

/** Wallpapers without those of `exclude` and without what is blocked; none when nothing is left. */
export const findAllowed = async (
  catalogue: CatalogueClient,
  { filters, blocked }: { filters: Filters; blocked: readonly Blocked[] },
  exclude: readonly string[],
): Promise<WallpaperDetail[]> => {
  const rejected: string[] = []
  for (let tries = 0; tries < maxTries; tries++) {
    const ids = new Set([...exclude, ...rejected, ...listBlockedIds(blocked).toReversed()])
    const found = await catalogue.find(filters, [...ids].slice(0, maxExcluded))
    const allowed = found.filter((wallpaper) => !isBlocked(wallpaper, blocked))
    if (allowed.length > 0 || found.length === 0) return allowed
    rejected.push(...found.map(({ id }) => id))
  }
  return []
}
