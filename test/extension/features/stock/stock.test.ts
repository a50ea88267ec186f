import { describe, expect, it } from 'vitest'
import { evict, type Kept, parseKept } from '../../../../extension/features/stock/stock.ts'
import { type Deck, toKey } from '../../../../extension/features/wallpaper/deck.ts'
import { makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const server = 'http://server.test'
const key = (id: string) => `${server} ${id}`
const keep = (id: string, from = server): Kept => {
  const wallpaper = makeWallpaper({ id, server: from })
  return { key: toKey(wallpaper), wallpaper, bytes: 10 }
}

/**
 * A deck that shows the wallpaper `now`. Upcoming are `next` and `later`, earlier ones are `old`
 * and `older`, and the favorites are `f1` and `f2`.
 */
const deck: Deck = makeDeck({
  current: { source: 'catalogue', wallpaper: makeWallpaper({ id: 'now' }), since: 0 },
  upcoming: ['next', 'later', 'last'].map((id) => makeUpcoming(id)),
  history: ['older', 'old', 'now'].map((id) => makeWallpaper({ id })),
})
const kept = [keep('f1'), keep('f2')]
const ids = ['now', 'next', 'later', 'last', 'older', 'old', 'f1', 'f2']
const sizes = new Map(ids.map((id) => [key(id), 10]))
const removedFor = (budget: number, part = {}) =>
  evict({ deck, kept, sizes, ...part }, { budget, server }).removed.map((one) => one.split(' ')[1])

describe('evict', () => {
  it('changes nothing while everything fits', () => {
    const eviction = evict({ deck, kept, sizes }, { budget: 80, server })
    expect(eviction).toEqual({ deck, kept, removed: [] })
    expect(eviction.deck).toBe(deck)
  })

  it('lets go first of what was shown, the oldest first, then of what waits behind the next', () => {
    expect(removedFor(79)).toEqual(['older'])
    expect(removedFor(60)).toEqual(['older', 'old'])
    expect(removedFor(40)).toEqual(['older', 'old', 'last', 'later'])
  })

  it('takes what goes out of the deck, but leaves the history', () => {
    const after = evict({ deck, kept, sizes }, { budget: 40, server }).deck
    expect(after.upcoming.map(({ wallpaper }) => wallpaper.id)).toEqual(['next'])
    expect(after.history).toEqual(deck.history)
  })

  it('lets go of a favorite only when nothing else is left, the oldest first', () => {
    expect(removedFor(30)).toEqual(['older', 'old', 'last', 'later', 'f1'])
    expect(evict({ deck, kept, sizes }, { budget: 30, server }).kept).toEqual([kept[1]])
  })

  it('never takes what is shown, pinned or next, so that no tab is bare', () => {
    const pinned = {
      source: 'catalogue',
      wallpaper: makeWallpaper({ id: 'older' }),
      since: 0,
    } as const
    const removed = removedFor(0, { deck: { ...deck, pinned } })
    expect(removed).not.toContain('now')
    expect(removed).not.toContain('next')
    expect(removed).not.toContain('older')
  })

  it('spares the favorites where they are not to pay for the others', () => {
    const limits = { budget: 0, server, sparesFavorites: true }
    expect(evict({ deck, kept, sizes }, limits).kept).toEqual(kept)
  })

  it('keeps a picture that is a favorite and was shown before', () => {
    expect(removedFor(60, { kept: [keep('older')] })).toEqual(['old', 'last'])
  })

  it('lets go of favorites of another server before those of this one', () => {
    const foreign = keep('there', 'http://other.test')
    const all = new Map([...sizes, [foreign.key, 10]])
    const removed = removedFor(40, { kept: [foreign, ...kept], sizes: all })
    expect(removed.slice(-2)).toEqual(['later', 'there'])
  })
})

describe('parseKept', () => {
  it('reads what was stored, and nothing from what has no id', () => {
    expect(parseKept(JSON.parse(JSON.stringify(kept[0])))).toEqual(kept[0])
    expect(parseKept({ key: 'a' })).toBeUndefined()
  })
})
