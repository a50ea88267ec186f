import { matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { isBlocked } from '../settings/blocking.ts'
import { type Settings, toFiltersKey } from '../settings/settings.ts'
import { applyPolicy, type DeckPolicy, type DeckWallpaper, toKey } from '../wallpaper/deck.ts'
import { dropWhere, filterUpcoming } from '../wallpaper/deck-moves.ts'
import type { DeckStore } from '../wallpaper/deck-store.ts'

export interface AlignDeps {
  deckStore: DeckStore
  readSettings: () => Promise<Settings>
  /** Lists the favorites by their `toKey`. */
  listFavorites: () => Promise<readonly string[]>
}

export const alignDeck = async ({
  deckStore,
  readSettings,
  listFavorites,
}: AlignDeps): Promise<void> => {
  const settings = await readSettings()
  const favorites = settings.list === 'favorites' ? await listFavorites() : []
  const isUnwanted = (wallpaper: DeckWallpaper) => isBlocked(wallpaper, settings.blocked)
  await deckStore.update((deck) => {
    const aligned = applyPolicy(dropWhere(deck, isUnwanted), toPolicy(settings))
    if (favorites.length === 0) return aligned
    return filterUpcoming(aligned, ({ wallpaper }) => favorites.includes(toKey(wallpaper)))
  })
}

const toPolicy = (settings: Settings): DeckPolicy => ({
  rotation: settings.rotation,
  filters: toFiltersKey(settings),
  darker: settings.darker,
  fits: ({ wallpaper }) =>
    settings.sources.includes(wallpaper.catalogue) && fits(wallpaper, settings),
})

// Returns whether an upcoming wallpaper fits changed settings. With the list `favorites`, or the ratio of
// the screen, the answer is always no, because it is not known here.
const fits = (wallpaper: DeckWallpaper, { list, shape, category, color }: Settings): boolean => {
  const filters = { category: category ?? undefined, color: color ?? undefined }
  if (shape !== 'any' && shape !== 'screen' && wallpaper.type !== shape) return false
  return list === 'all' && matchesDetail(wallpaper, filters) === true
}
