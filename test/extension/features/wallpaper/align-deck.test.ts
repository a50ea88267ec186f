import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../../extension/features/settings/settings.ts'
import { alignDeck } from '../../../../extension/features/wallpaper/align-deck.ts'
import { makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

describe('alignDeck', () => {
  const align = async (part: Partial<Settings>, favorites: string[] = []) => {
    const wallpaper = makeWallpaper({ id: 'a', server: defaultSettings.server })
    const upcoming = [makeUpcoming('a', { wallpaper, filters: 'old' })]
    const settings = { ...defaultSettings, ...part }
    const deckStore = createMemoryDeckStore(makeDeck({ filters: 'old', upcoming }))
    const readSettings = async () => settings
    await alignDeck({ deckStore, readSettings, listFavorites: async () => favorites })
    return (await deckStore.read()).upcoming.map((entry) => entry.wallpaper.id)
  }

  it('keeps the upcoming wallpapers that the new filters let through', async () => {
    expect(await align({ category: 'nature', color: 'blue' })).toEqual(['a'])
  })

  it.each([{ category: 'tech' }, { color: 'red' }, { device: 'mobile' }] as const)(
    'drops those that do not fit %j',
    async (part) => expect(await align(part)).toEqual([]),
  )

  it('keeps nothing for a list that nobody here knows, and only favorites for favorites', async () => {
    expect(await align({ source: '@ada' })).toEqual([])
    expect(await align({ source: 'favorites' }, ['b'])).toEqual([])
    expect(await align({ source: 'favorites' }, ['a'])).toEqual(['a'])
    expect(await align({ source: 'favorites' }, [])).toEqual(['a'])
  })

  it('drops those of another server', async () => {
    expect(await align({ server: 'http://other.test' })).toEqual([])
  })
})
