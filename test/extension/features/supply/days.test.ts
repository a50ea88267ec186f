import { describe, expect, it } from 'vitest'
import type { Blocked } from '../../../../extension/features/settings/setting-values.ts'
import {
  defaultSettings,
  type Settings,
  toFiltersKey,
} from '../../../../extension/features/settings/settings.ts'
import type { FindDay } from '../../../../extension/features/sources/source.ts'
import { alignDeck } from '../../../../extension/features/supply/align-deck.ts'
import { type Deck, isOfDay, openTab } from '../../../../extension/features/wallpaper/deck.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'
import { setUpTopUp } from '../../fakes/set-up-top-up.ts'

const settings: Settings = { ...defaultSettings, rotation: 'today' }
const noon = new Date(2026, 5, 1, 12).getTime()
const midnight = new Date(2026, 5, 2).getTime()
const dayMs = 86_400_000

interface Asked {
  tone: string | undefined
  date: string | undefined
}

/** A fake server whose picture of the day is named after the date and the tone. */
const dayServer = (now: () => number) => {
  const asked: Asked[] = []
  const findDay: FindDay = async ({ tone }, date) => {
    asked.push({ tone, date })
    const today = new Date(now()).toLocaleDateString('sv')
    const luminance = tone ? 0.05 : 0.5
    const id = `${tone ?? 'any'}-${date ?? today}`
    const endsAt = date ? null : new Date(new Date(now()).setHours(24, 0, 0, 0)).getTime()
    return { date: date ?? today, endsAt, wallpaper: makeDetail({ id, luminance }) }
  }
  return { asked, findDay }
}

const setUpDays = (part: Parameters<typeof setUpTopUp>[0] = {}) => {
  const clock = { now: noon }
  const server = dayServer(() => clock.now)
  const setUp = setUpTopUp({ settings, now: () => clock.now, findDay: server.findDay, ...part })
  const topUp = async () => {
    await alignDeck(setUp.deps)
    await setUp.topUp({ asked: false })
  }
  /** Opens a tab, and then fills the deck as the background does. Returns the id of what the tab shows. */
  const open = async () => {
    setUp.deckStore.set((deck) => openTab(deck, clock.now, []))
    const { current } = await setUp.deckStore.read()
    clock.now++
    await topUp()
    return current?.wallpaper.id
  }
  return { ...setUp, asked: server.asked, clock, open, topUp }
}

const daysOf = ({ upcoming }: Deck) => upcoming.filter(isOfDay).map(({ wallpaper }) => wallpaper.id)

describe('createTopUp with the picture of the day', () => {
  it('asks for it once a day', async () => {
    const { asked, clock, open, topUp } = setUpDays()
    await topUp()
    for (let tab = 0; tab < 5; tab++) expect(await open()).toBe('any-2026-06-01')
    expect(asked).toHaveLength(2)
    clock.now = midnight
    for (let tab = 0; tab < 5; tab++) expect(await open()).toBe('any-2026-06-02')
    expect(asked).toHaveLength(4)
  })

  it('changes at the end of the day that the server told, and keeps the last one offline', async () => {
    const endsAt = noon + 60_000
    const { clock, open, topUp } = setUpDays({
      findDay: async (_filters, date) => {
        if (clock.now >= endsAt) throw new FetchError({ kind: 'unreachable' })
        const wallpaper = makeDetail({ id: date ? 'tomorrow' : 'today' })
        return { date: '2026-06-01', endsAt: date ? null : endsAt, wallpaper }
      },
    })
    await topUp()
    expect(await open()).toBe('today')
    clock.now = endsAt
    expect(await open()).toBe('tomorrow')
    clock.now += 3 * dayMs
    expect(await open()).toBe('tomorrow')
  })

  it('shows what the server chose meanwhile if the catalogue has changed', async () => {
    const { clock, open, topUp } = setUpDays({
      findDay: async (_filters, date) => ({
        date: '2026-06-01',
        endsAt: date ? null : clock.now < midnight ? midnight : midnight + dayMs,
        wallpaper: makeDetail({ id: clock.now < midnight ? `old-${date ?? 'today'}` : 'new' }),
      }),
    })
    await topUp()
    clock.now = midnight
    expect(await open()).toBe('old-2026-06-02')
    expect(await open()).toBe('new')
  })

  it('replaces a blocked one by another wallpaper for the whole day', async () => {
    const blocked: Blocked[] = [{ kind: 'wallpaper', name: 'any-2026-06-01', title: '' }]
    const { asked, clock, deckStore, open, topUp } = setUpDays({
      settings: { ...settings, blocked },
    })
    await topUp()
    await topUp()
    const substitute = await open()
    expect(substitute).toMatch(/^w/)
    expect(await open()).toBe(substitute)
    const requests = asked.length
    await topUp()
    expect(asked).toHaveLength(requests)
    expect(daysOf(await deckStore.read())).toEqual(['any-2026-06-02'])
    clock.now = midnight
    expect(await open()).toBe('any-2026-06-02')
  })

  it('shows another wallpaper on a day whose picture is blocked, and not that of the day before', async () => {
    const blocked: Blocked[] = [{ kind: 'wallpaper', name: 'any-2026-06-02', title: '' }]
    const { clock, open, topUp } = setUpDays({ settings: { ...settings, blocked } })
    await topUp()
    expect(await open()).toBe('any-2026-06-01')
    clock.now = midnight
    await open()
    const substitute = await open()
    expect(substitute).toMatch(/^w/)
    expect(await open()).toBe(substitute)
    clock.now = midnight + dayMs
    expect(await open()).toBe('any-2026-06-03')
  })

  it('has one wallpaper a day with a server that has no picture of the day', async () => {
    const { clock, open, topUp } = setUpDays({ findDay: async () => undefined })
    await topUp()
    await topUp()
    const first = await open()
    expect(await open()).toBe(first)
    clock.now = midnight
    await open()
    const second = await open()
    expect(second).not.toBe(first)
    expect(await open()).toBe(second)
  })

  it('has a dark one from the second tab after dusk on', async () => {
    const { clock, open, topUp } = setUpDays({ settings: { ...settings, darker: '19:00-07:00' } })
    await topUp()
    expect(await open()).toBe('any-2026-06-01')
    clock.now += 8 * 3_600_000
    await open()
    expect(await open()).toBe('dark-2026-06-01')
  })

  it('reports a server that cannot be reached, and asks again later', async () => {
    const { deckStore, status, topUp } = setUpDays({
      findDay: () => Promise.reject(new FetchError({ kind: 'unreachable' })),
    })
    await topUp()
    expect(await status.read()).toMatchObject({
      filters: toFiltersKey(settings),
      problem: { kind: 'unreachable' },
    })
    expect(daysOf(await deckStore.read())).toEqual([])
  })
})
