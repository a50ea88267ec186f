import { describe, expect, it } from 'vitest'
import {
  isPinned,
  listInUse,
  openTab,
  showAgain,
  showNext,
  stepsBack,
} from '../../../../extension/features/wallpaper/deck.ts'
import {
  dropWhere,
  filterUpcoming,
  findPrevious,
} from '../../../../extension/features/wallpaper/deck-moves.ts'
import { parseDeck } from '../../../../extension/features/wallpaper/parse-deck.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { bundle, makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const showing = (id: string) =>
  ({ kind: 'catalogue', wallpaper: makeWallpaper({ id }), since: 1 }) as const
const history = ['a', 'b', 'c'].map((id) => makeWallpaper({ id }))

describe('findPrevious', () => {
  it('goes back one by one from what the tab shows, down to the first', () => {
    const deck = makeDeck({ history })
    expect(findPrevious(deck, showing('c'))?.id).toBe('b')
    expect(findPrevious(deck, showing('b'))?.id).toBe('a')
    expect(findPrevious(deck, showing('a'))).toBeUndefined()
  })

  it('goes back to the latest from a built-in wallpaper', () => {
    const shown = { kind: 'bundled', wallpaper: expectDefined(bundle[0]), since: 1 } as const
    expect(findPrevious(makeDeck({ history }), shown)?.id).toBe('c')
  })
})

describe('showAgain', () => {
  it('loses none of the upcoming ones, nor the order of the history', () => {
    const deck = makeDeck({ history, upcoming: [makeUpcoming('d')], current: showing('c') })
    const after = showAgain(deck, expectDefined(history[1]), 5)
    expect(after.current?.wallpaper.id).toBe('b')
    expect([after.history, after.upcoming]).toEqual([deck.history, deck.upcoming])
    expect(showNext(after, 6, bundle).current?.wallpaper.id).toBe('d')
  })

  it('keeps the pictures of the last few for going back without a network', () => {
    const long = Array.from({ length: 20 }, (_, index) => makeWallpaper({ id: `w${index}` }))
    expect(listInUse(makeDeck({ history: long }))).toHaveLength(stepsBack)
    expect(listInUse(makeDeck({ history: long }))).toContain(long[19])
  })
})

describe('a pinned wallpaper', () => {
  const pinned = makeDeck({ upcoming: [makeUpcoming('d')], pinned: showing('a') })

  it('shows the same in every new tab, whatever was shown in between, until it is let go', () => {
    const moved = showNext(openTab(pinned, 2, bundle), 3, bundle)
    expect(moved.current?.wallpaper.id).toBe('d')
    const next = openTab(moved, 4, bundle)
    expect(next.current?.wallpaper.id).toBe('a')
    expect(isPinned(next, showing('a'))).toBe(true)
    const freed = openTab({ ...next, upcoming: [makeUpcoming('e')], pinned: null }, 5, bundle)
    expect(freed.current?.wallpaper.id).toBe('e')
  })

  it('keeps its picture in the store, and is still pinned when it is read again', () => {
    expect(listInUse(pinned).map(({ id }) => id)).toContain('a')
    expect(isPinned(parseDeck(JSON.parse(JSON.stringify(pinned))), showing('a'))).toBe(true)
  })
})

describe('filterUpcoming', () => {
  it('takes out all that waits but these, and leaves alone a deck that has no others', () => {
    const deck = makeDeck({ upcoming: ['a', 'b'].map((id) => makeUpcoming(id)) })
    const keep = (ids: string[]) =>
      filterUpcoming(deck, ({ wallpaper }) => ids.includes(wallpaper.id))
    expect(keep(['b', 'c']).upcoming).toEqual([makeUpcoming('b')])
    expect(keep(['a', 'b'])).toBe(deck)
  })
})

describe('dropWhere', () => {
  const isB = ({ id }: { id: string }) => id === 'b'

  it('takes a wallpaper out of everything: now, next, before and pinned', () => {
    const b = showing('b')
    const deck = makeDeck({
      current: b,
      pinned: b,
      upcoming: [makeUpcoming('a'), makeUpcoming('b')],
      history: ['b', 'c'].map((id) => makeWallpaper({ id })),
    })
    const after = dropWhere(deck, isB)
    expect(after).toMatchObject({ current: null, pinned: null })
    expect(listInUse(after).map(({ id }) => id)).toEqual(['c', 'a'])
  })

  it('leaves a deck alone that has nothing of it', () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('a')] })
    expect(dropWhere(deck, isB)).toBe(deck)
  })
})
