import { defaultSettings, type Settings } from '../../../extension/features/settings/settings.ts'
import type { CatalogueClient, FindDay } from '../../../extension/features/sources/source.ts'
import { createDays } from '../../../extension/features/supply/days.ts'
import { fetchStatusItem } from '../../../extension/features/supply/fetch-status.ts'
import { createTopUp, type TopUpDeps } from '../../../extension/features/supply/top-up.ts'
import type { Deck } from '../../../extension/features/wallpaper/deck.ts'
import { makeDetail } from './make-wallpaper.ts'
import { createMemoryDeckStore } from './memory-deck-store.ts'

export const image = {
  blob: new Blob(['jpeg']),
  color: '#010203',
  light: '0o'.repeat(48),
  luminance: 0.3,
}
export const now = 1_800_000_000_000

/** A fake catalogue with `size` wallpapers. Each request returns the next ten in a fixed order. */
export const catalogueOf = (size: number, asked: string[][] = []): CatalogueClient => ({
  find: async (_filters, exclude) => {
    asked.push([...exclude])
    return Array.from({ length: size }, (_, index) => makeDetail({ id: `w${index}` }))
      .filter(({ id }) => !exclude.includes(id))
      .slice(0, 10)
  },
})

type SetUp = Partial<Omit<TopUpDeps, 'listFavorites' | 'days' | 'stored'>> & {
  stored?: Partial<TopUpDeps['stored']>
  settings?: Settings
  deck?: Deck
  findDay?: FindDay
}

/** Without `part`, the catalogue has a hundred wallpapers, and the deck is empty. */
export const setUpTopUp = (part: SetUp = {}) => {
  const deckStore = createMemoryDeckStore(part.deck)
  const deps = {
    deckStore,
    catalogue: catalogueOf(100),
    images: { load: async () => image },
    days: createDays(part.findDay ?? (async () => undefined)),
    readSettings: async () => part.settings ?? defaultSettings,
    listFavorites: async () => [],
    readScreen: async () => ({ width: 1920, height: 1080 }),
    now: () => now,
    wakeAt: async () => {},
    ...part,
    stored: {
      describe: async () => undefined,
      readRoom: async () => Number.MAX_SAFE_INTEGER,
      makeRoom: (error: unknown) => Promise.reject(error),
      ...part.stored,
    },
  }
  const topUp = createTopUp(deps)
  const fill = async () => {
    await topUp({ asked: false })
    return deckStore.read()
  }
  return { deps, deckStore, status: fetchStatusItem, topUp, fill }
}
