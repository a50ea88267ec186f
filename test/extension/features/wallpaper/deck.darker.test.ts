import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  applyPolicy,
  type Deck,
  findNext,
  openTab,
  showAgain,
  showNext,
  type Upcoming,
  wantsDark,
} from '../../../../extension/features/wallpaper/deck.ts'
import {
  darkBundled,
  bundle as lightBundle,
  makeDeck,
  makeUpcoming,
  makeWallpaper,
} from '../../fakes/make-wallpaper.ts'

const bundle = [...lightBundle, darkBundled]
const evening = '19:00-07:00'
const at = (hours: number, minutes = 0, day = 1) => new Date(2026, 5, day, hours, minutes).getTime()
const noon = at(12)
const night = at(22)

const light = (id: string): Upcoming => makeUpcoming(id)
const dark = (id: string): Upcoming =>
  makeUpcoming(id, { wallpaper: makeWallpaper({ id, luminance: 0.05 }), forDark: true })
const shown = (deck: Deck) => deck.current?.wallpaper.id

const systemIsDark = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

describe('wantsDark', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    [evening, at(18, 59), false],
    [evening, at(19), true],
    [evening, at(23, 59), true],
    [evening, at(0), true],
    [evening, at(6, 59), true],
    [evening, at(7), false],
    ['01:30-05:00', at(1, 29), false],
    ['01:30-05:00', at(1, 30), true],
    ['01:30-05:00', at(5), false],
    ['20:00-20:00', at(20), true],
    ['20:00-20:00', at(3), true],
    ['always', noon, true],
    ['', night, false],
  ])('with %j at %i is %s', (darker, now, expected) =>
    expect(wantsDark(darker, now)).toBe(expected),
  )

  it.each([true, false])('follows the system when it is dark: %s', (isDark) => {
    systemIsDark(isDark)
    expect(wantsDark('system', noon)).toBe(isDark)
  })
})

describe('openTab with darker pictures', () => {
  it('shows dark wallpapers at night, and leaves those for the night by day', () => {
    const deck = makeDeck({ darker: evening, upcoming: [dark('n'), light('a'), light('b')] })
    expect(shown(openTab(deck, noon, bundle))).toBe('a')
    expect(shown(openTab(deck, night, bundle))).toBe('n')
  })

  it('takes the wallpapers for the night by day before a built-in one', () => {
    const deck = makeDeck({ darker: evening, upcoming: [dark('n')] })
    expect(shown(openTab(deck, noon, bundle))).toBe('n')
  })

  it.each(['hour', 'day'] as const)('changes at dusk before the %s is over', (rotation) => {
    const upcoming = [light('a'), light('b'), dark('n'), dark('m')]
    const day = openTab(makeDeck({ darker: evening, rotation, upcoming }), at(18, 59), bundle)
    expect(shown(day)).toBe('a')
    const dusk = openTab(day, at(19), bundle)
    expect(shown(dusk)).toBe('n')
    expect(openTab(dusk, at(19, 1), bundle)).toBe(dusk)
  })

  it('shows a dark built-in wallpaper at dusk if no dark one is stored', () => {
    const deck = makeDeck({ darker: evening, rotation: 'day', upcoming: [light('a'), light('b')] })
    const dusk = openTab(openTab(deck, at(18, 59), bundle), at(19), bundle)
    expect(shown(dusk)).toBe('dark')
    const supplied = { ...dusk, upcoming: [...dusk.upcoming, dark('n')] }
    expect(shown(openTab(supplied, at(19, 1), bundle))).toBe('n')
  })

  it('keeps a wallpaper that changes only by Next, until Next', () => {
    const upcoming = [light('a'), dark('n')]
    const day = openTab(makeDeck({ darker: evening, rotation: 'ask', upcoming }), noon, bundle)
    expect(shown(openTab(day, night, bundle))).toBe('a')
    expect(shown(showNext(day, night, bundle))).toBe('n')
  })

  it('keeps what a person pinned or went back to at night', () => {
    const upcoming = [light('a'), dark('n'), dark('m')]
    const deck = makeDeck({ darker: evening, rotation: 'hour', upcoming })
    const day = openTab(deck, at(18, 59), bundle)
    const dusk = openTab(day, at(19), bundle)
    const back = showAgain(dusk, makeWallpaper({ id: 'a' }), at(19, 1))
    expect(shown(openTab(back, at(19, 2), bundle))).toBe('a')
    const pinned = { ...day, pinned: day.current }
    expect(shown(openTab(pinned, night, bundle))).toBe('a')
  })
})

describe('applyPolicy with darker pictures', () => {
  const policy = { rotation: 'tab', filters: '', fits: () => true } as const
  const upcoming = [light('a'), dark('n')]

  it('keeps only dark wallpapers when they are wanted always', () => {
    const deck = applyPolicy(makeDeck({ upcoming }), { ...policy, darker: 'always' })
    expect(deck.upcoming.map(({ wallpaper }) => wallpaper.id)).toEqual(['n'])
    expect(findNext(deck)?.wallpaper.id).toBe('n')
  })

  it('shows the wallpapers for the night by day once darker pictures are switched off', () => {
    const deck = makeDeck({ darker: evening, upcoming: [dark('n'), light('a')] })
    expect(findNext(applyPolicy(deck, { ...policy, darker: '' }))?.wallpaper.id).toBe('n')
  })
})
