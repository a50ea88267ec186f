import { describe, expect, it } from 'vitest'
import { evict, type Kept, parseKept } from '../../../../extension/features/stock/stock.ts'
import { type Deck, toKey } from '../../../../extension/features/wallpaper/deck.ts'
import { makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const server = 'http://server.test'
const key = (id: string) => `${server} ${id}`
const keep = (id: string, from = server): Kept => {
  const wallpaper = makeWallpaper({ id, catalogue: from })
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

  it('evicts earlier wallpapers first, the oldest first, then upcoming wallpapers behind the next one', () => {
    expect(removedFor(79)).toEqual(['older'])
    expect(removedFor(60)).toEqual(['older', 'old'])
    expect(removedFor(40)).toEqual(['older', 'old', 'last', 'later'])
  })

  it('takes an earlier wallpaper that waits again for an upcoming one', () => {
    const again = { ...deck, history: ['older', 'later', 'now'].map((id) => makeWallpaper({ id })) }
    expect(removedFor(70, { deck: again })).toEqual(['older'])
    expect(removedFor(60, { deck: again })).toEqual(['older', 'last'])
  })

  it('removes evicted wallpapers from the upcoming ones, but not from the history', () => {
    const after = evict({ deck, kept, sizes }, { budget: 40, server }).deck
    expect(after.upcoming.map(({ wallpaper }) => wallpaper.id)).toEqual(['next'])
    expect(after.history).toEqual(deck.history)
  })

  it('evicts favorites last, the oldest first', () => {
    expect(removedFor(30)).toEqual(['older', 'old', 'last', 'later', 'f1'])
    expect(evict({ deck, kept, sizes }, { budget: 30, server }).kept).toEqual([kept[1]])
  })

  it('never evicts the current, the pinned or the next wallpaper', () => {
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

  it('spares favorites when asked to', () => {
    const limits = { budget: 0, server, sparesFavorites: true }
    expect(evict({ deck, kept, sizes }, limits).kept).toEqual(kept)
  })

  it('keeps the picture of an earlier wallpaper that is a favorite', () => {
    expect(removedFor(60, { kept: [keep('older')] })).toEqual(['old', 'last'])
  })

  it('evicts favorites of another server before those of this server', () => {
    const foreign = keep('there', 'http://other.test')
    const all = new Map([...sizes, [foreign.key, 10]])
    const removed = removedFor(40, { kept: [foreign, ...kept], sizes: all })
    expect(removed.slice(-2)).toEqual(['later', 'there'])
  })
})

describe('parseKept', () => {
  it('reads a stored favorite, and nothing from a value without an id', () => {
    expect(parseKept(JSON.parse(JSON.stringify(kept[0])))).toEqual(kept[0])
    expect(parseKept({ key: 'a' })).toBeUndefined()
  })
})
