import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../../extension/features/settings/settings.ts'
import type { CatalogueClient } from '../../../../extension/features/sources/source.ts'
import { upcomingTarget } from '../../../../extension/features/supply/goals.ts'
import { type Deck, isDark } from '../../../../extension/features/wallpaper/deck.ts'
import { makeDeck, makeDetail } from '../../fakes/make-wallpaper.ts'
import { image, setUpTopUp } from '../../fakes/set-up-top-up.ts'

const evening: Settings = { ...defaultSettings, darker: '19:00-07:00' }
const night = makeDeck({ wasDark: true })

interface Asked {
  tone: string | undefined
  list: string
}

/** A fake catalogue in which every `every`-th wallpaper is dark. It may not know the tone of its wallpapers. */
const catalogueWith = (
  every: number,
  asked: Asked[] = [],
  knows: 'tones' | 'nothing' = 'tones',
) => {
  const find: CatalogueClient['find'] = async ({ tone, list }, exclude) => {
    asked.push({ tone, list })
    return Array.from({ length: 200 }, (_, index) =>
      makeDetail({ id: `w${index}`, luminance: index % every === 1 ? 0.05 : 0.5 }),
    )
      .filter(
        ({ luminance }) => knows === 'nothing' || tone === undefined || (luminance ?? 1) < 0.18,
      )
      .filter(({ id }) => !exclude.includes(id))
      .slice(0, 10)
      .map((detail) => (knows === 'tones' ? detail : { ...detail, luminance: null }))
  }
  return { find }
}

const measured = (every: number) => ({
  load: async ({ id }: { id: string }) => ({
    ...image,
    luminance: Number(id.slice(1)) % every === 1 ? 0.05 : 0.5,
  }),
})

const split = ({ upcoming }: Deck) => ({
  any: upcoming.filter(({ forDark }) => !forDark).length,
  dark: upcoming.filter(({ forDark }) => forDark).length,
})

describe('createTopUp with darker pictures', () => {
  it('measures the pictures of a server that knows no tones', async () => {
    const { topUp, deckStore } = setUpTopUp({
      settings: { ...defaultSettings, darker: 'always' },
      catalogue: catalogueWith(3, [], 'nothing'),
      images: measured(3),
    })
    await topUp({ asked: false })
    await topUp({ asked: true })
    const { upcoming } = await deckStore.read()
    expect(upcoming.length).toBeGreaterThan(0)
    expect(upcoming.every(({ wallpaper }) => isDark(wallpaper))).toBe(true)
  })

  it('skips wallpapers that a server without the filter calls light', async () => {
    const { find } = catalogueWith(4)
    const catalogue: CatalogueClient = {
      find: (filters, exclude) => find({ ...filters, tone: undefined }, exclude),
    }
    const { fill } = setUpTopUp({ settings: evening, deck: night, catalogue })
    expect(split(await fill())).toEqual({ any: 0, dark: upcomingTarget })
  })

  it('asks for dark wallpapers at night, and says that none matches', async () => {
    const asked: Asked[] = []
    const catalogue = catalogueWith(1, asked)
    const { fill, deckStore, status } = setUpTopUp({ settings: evening, catalogue })
    expect(split(await fill())).toEqual({ any: upcomingTarget, dark: 0 })
    expect(asked.some(({ tone }) => tone === 'dark')).toBe(false)
    deckStore.set((deck) => ({ ...deck, wasDark: true }))
    expect(split(await fill())).toEqual({ any: upcomingTarget, dark: 0 })
    expect((await status.read()).problem).toEqual({ kind: 'no-dark' })
  })

  it('shows dark wallpapers of the whole catalogue when no favorite is dark, and says so', async () => {
    const catalogue: CatalogueClient = {
      find: (filters, exclude) =>
        catalogueWith(filters.list === 'favorites' ? 1 : 2).find(filters, exclude),
    }
    const { fill, status } = setUpTopUp({
      settings: { ...defaultSettings, list: 'favorites', darker: 'always' },
      catalogue,
    })
    expect(split(await fill())).toEqual({ any: 0, dark: upcomingTarget })
    expect((await status.read()).problem).toEqual({ kind: 'no-dark-favorites' })
  })

  it('stores the next dark wallpaper even if there is no room', async () => {
    const stored = { readRoom: async () => -1 }
    const catalogue = catalogueWith(2)
    const { fill } = setUpTopUp({ settings: evening, deck: night, catalogue, stored })
    expect(split(await fill())).toEqual({ any: 0, dark: 1 })
  })
})
