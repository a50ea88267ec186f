import { describe, expect, it } from 'vitest'
import {
  addUpcoming,
  applyPolicy,
  type Deck,
  dropWallpaper,
  historyLength,
  isOfDay,
  openTab,
  showNext,
  toKey,
} from '../../../../extension/features/wallpaper/deck.ts'
import { dropWhere } from '../../../../extension/features/wallpaper/deck-moves.ts'
import { bundle, makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const noon = new Date(2026, 5, 1, 12).getTime()
const minutes = (count: number) => count * 60_000
const shown = (deck: Deck) => deck.current?.wallpaper.id

const showing = (id: string, since = noon): Partial<Deck> => ({
  current: { kind: 'catalogue', wallpaper: makeWallpaper({ id }), since },
})

describe('openTab', () => {
  it('shows the first of the upcoming wallpapers and remembers it', () => {
    const upcoming = [makeUpcoming('a'), makeUpcoming('b')]
    const deck = openTab(makeDeck({ upcoming }), noon, bundle)
    expect(shown(deck)).toBe('a')
    expect(deck.upcoming.map(({ wallpaper }) => wallpaper.id)).toEqual(['b'])
    expect(deck.history.map(({ id }) => id)).toEqual(['a'])
  })

  it('keeps the last 50 in the history', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `w${index}`)
    let deck = makeDeck()
    for (const id of ids) deck = openTab({ ...deck, upcoming: [makeUpcoming(id)] }, noon, bundle)
    expect(deck.history.map(({ id }) => id)).toEqual(ids.slice(-historyLength))
  })

  it('shows built-in wallpapers in turn when nothing else is there', () => {
    const seen: (string | undefined)[] = []
    for (let deck = makeDeck(), tab = 0; tab < 4; tab++) {
      deck = openTab(deck, noon, bundle)
      seen.push(shown(deck))
    }
    expect(seen).toEqual(['one', 'two', 'three', 'one'])
  })

  it('shows no built-in wallpaper twice in a row when one is unpinned before its turn', () => {
    const { current } = openTab(makeDeck(), noon, bundle.slice(1))
    const deck = makeDeck({ lastBundledId: 'one', current })
    expect(shown(deck)).toBe('two')
    expect(shown(openTab(deck, noon, bundle))).toBe('three')
  })

  it('shows all stored wallpapers, earlier ones last, when more tabs open than wallpapers wait', () => {
    const [ids, before] = [[...'abcdef'], [...'uvwxyz']]
    const upcoming = ids.map((id) => makeUpcoming(id))
    const earlier = before.map((id) => makeWallpaper({ id }))
    const history = [makeWallpaper({ id: 'of other filters' }), ...earlier]
    let deck = makeDeck({ upcoming, earlier, history })
    const seen: unknown[] = []
    for (let tab = 0; tab < 30; tab++) {
      deck = openTab(deck, noon, bundle)
      seen.push(shown(deck))
    }
    expect(seen).toEqual([...ids, ...before, ...ids, ...before, ...ids])
  })

  it('shows no earlier wallpaper that the settings no longer allow, or that has no picture', () => {
    const dark = makeWallpaper({ id: 'dark', luminance: 0.01 })
    const light = makeWallpaper({ id: 'light' })
    const deck = makeDeck({ history: [dark, light], earlier: [dark, light] })
    expect(shown(openTab(deck, noon, bundle))).toBe('dark')
    expect(shown(openTab(dropWallpaper(deck, toKey(dark)), noon, bundle))).toBe('light')
    const blocked = dropWhere(deck, ({ id }) => id === 'dark')
    expect(shown(openTab(blocked, noon, bundle))).toBe('light')
    const evening = makeDeck({ earlier: [light], darker: 'always' })
    expect(shown(openTab(evening, noon, []))).toBeUndefined()
    const policy = { rotation: 'tab', filters: 'new', darker: '', fits: () => false } as const
    expect(shown(openTab(applyPolicy(deck, policy), noon, bundle))).toBe('one')
  })

  it('takes a wallpaper of the catalogue as soon as one is there, whatever the rotation', () => {
    const first = openTab(makeDeck({ rotation: 'day' }), noon, bundle)
    expect(openTab(first, noon + 1, bundle)).toBe(first)
    const supplied = { ...first, upcoming: [makeUpcoming('a')] }
    expect(shown(openTab(supplied, noon + 2, bundle))).toBe('a')
  })

  const upcoming = [makeUpcoming('next')]

  it.each([
    ['hour', minutes(59), 'now'],
    ['hour', minutes(60), 'next'],
    ['day', minutes(11 * 60), 'now'],
    ['day', minutes(12 * 60), 'next'],
    ['ask', minutes(60 * 24 * 30), 'now'],
    ['tab', 0, 'next'],
  ] as const)(
    'with rotation "%s", %i ms later, shows the one of %s',
    (rotation, later, expected) => {
      const deck = makeDeck({ rotation, ...showing('now'), upcoming })
      expect(shown(openTab(deck, noon + later, bundle))).toBe(expected)
    },
  )

  it('goes on when the clock was set back', () => {
    const deck = makeDeck({ rotation: 'hour', ...showing('now', noon + minutes(9999)), upcoming })
    expect(shown(openTab(deck, noon, bundle))).toBe('next')
  })

  it('prefers a wallpaper that is overdue to a built-in one', () => {
    const deck = makeDeck({ rotation: 'hour', ...showing('now') })
    expect(openTab(deck, noon + minutes(600), bundle)).toBe(deck)
  })
})

describe('openTab with the picture of the day', () => {
  const midnight = new Date(2026, 5, 2).getTime()
  const evening = '19:00-07:00'
  const day = (id: string, showFrom: number, forDark = false) =>
    makeUpcoming(id, {
      showFrom,
      forDark,
      wallpaper: makeWallpaper({ id, luminance: forDark ? 0.05 : 0.5 }),
    })
  const both = [makeUpcoming('a'), makeUpcoming('b'), day('one', noon), day('two', midnight)]
  const deckOf = (part: Partial<Deck> = {}) =>
    makeDeck({ rotation: 'today', upcoming: both, ...part })

  it('shows it in each tab until the day ends, and then the next one, without a request', () => {
    const first = openTab(deckOf(), noon, bundle)
    expect(shown(first)).toBe('one')
    expect(openTab(first, midnight - 1, bundle)).toBe(first)
    const next = openTab(first, midnight, bundle)
    expect(shown(next)).toBe('two')
    expect(openTab(next, midnight + minutes(9_000), bundle)).toBe(next)
    expect(next.history.map(({ id }) => id)).toEqual(['one', 'two'])
  })

  it('shows what the person chose with Next for the rest of the day', () => {
    const next = showNext(openTab(deckOf(), noon, bundle), noon + 1, bundle)
    expect(shown(next)).toBe('a')
    expect(openTab(next, noon + 2, bundle)).toBe(next)
    expect(shown(openTab(next, midnight, bundle))).toBe('two')
  })

  it('shows the dark one of the same day each time after dusk, and the other one after dawn', () => {
    const hour = (of: number) => new Date(2026, 5, 2, of).getTime()
    const upcoming = [...both, day('dark two', midnight, true)]
    const seen = [0, 6, 7, 18, 19, 23].reduce<{ deck: Deck; ids: unknown[] }>(
      ({ deck, ids }, of) => {
        const opened = openTab(deck, hour(of), bundle)
        return { deck: opened, ids: [...ids, shown(opened)] }
      },
      { deck: deckOf({ upcoming, darker: evening }), ids: [] },
    )
    expect(seen.ids).toEqual(['dark two', 'dark two', 'two', 'two', 'dark two', 'dark two'])
  })

  it('shows another wallpaper if the picture cannot be read', () => {
    const first = openTab(deckOf(), noon, bundle)
    const key = first.current ? toKey(first.current.wallpaper) : ''
    expect(shown(openTab(dropWallpaper(first, key), noon, bundle))).toBe('a')
  })

  it.each([{ rotation: 'day' }, { filters: 'other' }, { darker: 'always' }] as const)(
    'gives up the pictures of the days with %j',
    (part) => {
      const policy = { rotation: 'today', filters: '', darker: '', fits: () => true } as const
      const { upcoming } = applyPolicy(deckOf(), { ...policy, ...part })
      expect(upcoming.filter(isOfDay)).toEqual([])
    },
  )
})

describe('showNext', () => {
  it('shows another wallpaper although none is due', () => {
    const deck = makeDeck({ rotation: 'ask', ...showing('now'), upcoming: [makeUpcoming('next')] })
    expect(shown(showNext(deck, noon, bundle))).toBe('next')
  })

  it('shows another wallpaper than the one that a person went back to, although that one waits first', () => {
    const upcoming = [makeUpcoming('now'), makeUpcoming('next')]
    const deck = makeDeck({ rotation: 'ask', ...showing('now'), upcoming })
    expect(shown(showNext(deck, noon, bundle))).toBe('next')
  })

  it('shows the same wallpaper again if no other one waits', () => {
    const deck = makeDeck({ rotation: 'ask', ...showing('now'), upcoming: [makeUpcoming('now')] })
    expect(shown(showNext(deck, noon, bundle))).toBe('now')
  })
})

describe('addUpcoming', () => {
  it('adds at the end what does not wait already', () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('a')] })
    expect(addUpcoming(deck, makeUpcoming('b')).upcoming).toHaveLength(2)
    expect(addUpcoming(deck, makeUpcoming('a'))).toBe(deck)
  })

  it('refuses what was found with filters that were changed meanwhile', () => {
    const deck = makeDeck({ filters: 'new' })
    expect(addUpcoming(deck, makeUpcoming('a', { filters: 'old' }))).toBe(deck)
  })
})

describe('applyPolicy', () => {
  const policy = { rotation: 'tab', filters: 'new', darker: '', fits: () => false } as const

  it('changes nothing when nothing changed', () => {
    const deck = makeDeck({ filters: 'new' })
    expect(applyPolicy(deck, policy)).toBe(deck)
  })

  it('drops what does not fit the new filters, and keeps what does', () => {
    const [upcoming, history] = [[makeUpcoming('a'), makeUpcoming('b')], [makeWallpaper()]]
    const deck = makeDeck({ filters: 'old', upcoming, history })
    const fits = ({ wallpaper }: { wallpaper: { id: string } }) => wallpaper.id === 'b'
    const after = applyPolicy(deck, { ...policy, fits })
    expect(after.upcoming).toMatchObject([{ wallpaper: { id: 'b' }, filters: 'new' }])
    expect(after.history).toEqual(history)
  })

  it('lets the next tab change at once when the filters changed', () => {
    const before = makeDeck({ rotation: 'day', filters: 'old', ...showing('now') })
    const deck = applyPolicy(before, { ...policy, rotation: 'day' })
    const supplied = { ...deck, upcoming: [makeUpcoming('next', { filters: 'new' })] }
    expect(shown(openTab(supplied, noon, bundle))).toBe('next')
  })
})

describe('toKey', () => {
  it('tells wallpapers of two servers apart that have the same id', () => {
    const here = makeWallpaper({ id: 'a' })
    const there = makeWallpaper({ id: 'a', catalogue: 'http://other.test' })
    expect(toKey(here)).not.toBe(toKey(there))
    const deck = makeDeck({ history: [here], upcoming: [makeUpcoming('b', { wallpaper: there })] })
    expect(showNext(deck, noon, bundle).history).toEqual([here, there])
    expect(dropWallpaper(deck, toKey(here)).upcoming).toHaveLength(1)
    expect(dropWallpaper(deck, toKey(there)).upcoming).toEqual([])
  })
})
