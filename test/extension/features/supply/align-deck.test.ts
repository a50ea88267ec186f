import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  type Settings,
  toFiltersKey,
} from '../../../../extension/features/settings/settings.ts'
import { firstServer } from '../../../../extension/features/settings/source-names.ts'
import { alignDeck } from '../../../../extension/features/supply/align-deck.ts'
import { makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

describe('alignDeck', () => {
  const align = async (part: Partial<Settings>, favorites: string[] = []) => {
    const wallpaper = makeWallpaper({ id: 'a', catalogue: firstServer })
    const upcoming = [makeUpcoming('a', { wallpaper, filters: 'old' })]
    const settings = { ...defaultSettings, ...part }
    const deckStore = createMemoryDeckStore(makeDeck({ filters: 'old', upcoming }))
    const readSettings = async () => settings
    await alignDeck({ deckStore, readSettings, listFavorites: async () => favorites })
    return (await deckStore.read()).upcoming.map((entry) => entry.wallpaper.id)
  }

  it.each([
    { category: 'nature', color: 'blue' },
    { category: 'tech,nature', color: 'red,blue' },
  ] as const)('keeps the upcoming wallpapers that fit %j', async (part) =>
    expect(await align(part)).toEqual(['a']),
  )

  it.each([
    { category: 'tech' },
    { category: 'tech,art' },
    { color: 'red' },
    { shape: 'mobile' },
    { shape: 'fit' },
  ] as const)('drops those that do not fit %j, or may not', async (part) =>
    expect(await align(part)).toEqual([]),
  )

  it('drops what the person has blocked', async () => {
    const blocked = [{ kind: 'wallpaper' as const, name: 'a', title: 'A' }]
    expect(await align({ blocked })).toEqual([])
  })

  it('keeps nothing when the list becomes the favorites', async () =>
    expect(await align({ list: 'favorites' }, ['a'])).toEqual([]))

  it('keeps only what is still a favorite, or all while there is none', async () => {
    const settings: Settings = { ...defaultSettings, list: 'favorites' }
    const filters = toFiltersKey(settings)
    const upcoming = ['a', 'b'].map((id) => makeUpcoming(id, { filters }))
    const deckStore = createMemoryDeckStore(makeDeck({ filters, upcoming }))
    const alignTo = async (favorites: string[]) => {
      const readSettings = async () => settings
      await alignDeck({ deckStore, readSettings, listFavorites: async () => favorites })
      return (await deckStore.read()).upcoming.map((entry) => entry.wallpaper.id)
    }
    expect(await alignTo([])).toEqual(['a', 'b'])
    expect(await alignTo(['http://server.test b'])).toEqual(['b'])
  })

  it('drops those of another catalogue, and keeps those of one of several', async () => {
    expect(await align({ sources: ['built-in', firstServer] })).toEqual(['a'])
    expect(await align({ sources: ['http://other.test'] })).toEqual([])
  })
})
