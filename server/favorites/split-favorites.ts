import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Wallpaper } from '../catalogue/wallpaper.ts'

interface SplitFavorites {
  present: readonly Wallpaper[]
  /** Ids of wallpapers that the catalogue no longer has. */
  gone: readonly string[]
}

/** A list of favorites as it is shown: newest heart first. */
export const splitFavorites = (
  ids: readonly string[],
  catalogue: Pick<Catalogue, 'find'>,
): SplitFavorites => {
  const newestFirst = ids.toReversed()
  return {
    present: newestFirst.map((id) => catalogue.find(id)).filter((found) => found !== undefined),
    gone: newestFirst.filter((id) => catalogue.find(id) === undefined),
  }
}
