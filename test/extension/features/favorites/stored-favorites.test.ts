import { describe, expect, it } from 'vitest'
import {
  listEvicted,
  parseStoredFavorite,
  type StoredFavorite,
} from '../../../../extension/features/favorites/stored-favorites.ts'
import { type Deck, toKey } from '../../../../extension/features/wallpaper/deck.ts'
import { makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'

const server = 'http://server.test'
const key = (id: string) => `${server} ${id}`
const keep = (id: string): StoredFavorite => {
  const wallpaper = makeWallpaper({ id })
  return { key: toKey(wallpaper), wallpaper, bytes: 10 }
}

const deck: Deck = makeDeck({
  current: { kind: 'catalogue', wallpaper: makeWallpaper({ id: 'now' }), since: 0 },
  upcoming: ['next', 'later', 'last'].map((id) => makeUpcoming(id)),
  history: ['older', 'old', 'now'].map((id) => makeWallpaper({ id })),
})
const favorites = [keep('f1'), keep('f2')]
const ids = ['now', 'next', 'later', 'last', 'older', 'old', 'f1', 'f2']
const sizes = new Map(ids.map((id) => [key(id), 10]))
const evictedFor = (budget: number, part = {}, limits = {}) =>
  listEvicted({ deck, favorites, sizes, ...part }, { budget, ...limits }).map(
    (one) => one.split(' ')[1],
  )

describe('listEvicted', () => {
  it('lists nothing while everything fits', () => {
    expect(evictedFor(80)).toEqual([])
  })

  it('evicts earlier wallpapers first, the oldest first, then upcoming wallpapers behind the next one', () => {
    expect(evictedFor(79)).toEqual(['older'])
    expect(evictedFor(60)).toEqual(['older', 'old'])
    expect(evictedFor(40)).toEqual(['older', 'old', 'last', 'later'])
  })

  it('takes an earlier wallpaper that waits again for an upcoming one', () => {
    const again = { ...deck, history: ['older', 'later', 'now'].map((id) => makeWallpaper({ id })) }
    expect(evictedFor(70, { deck: again })).toEqual(['older'])
    expect(evictedFor(60, { deck: again })).toEqual(['older', 'last'])
  })

  it('evicts favorites last, the oldest first', () => {
    expect(evictedFor(30)).toEqual(['older', 'old', 'last', 'later', 'f1'])
  })

  it('never evicts the current, the pinned or the next wallpaper', () => {
    const wallpaper = makeWallpaper({ id: 'older' })
    const pinned = { kind: 'catalogue', wallpaper, since: 0 } as const
    const evicted = evictedFor(0, { deck: { ...deck, pinned } })
    expect(evicted.filter((id = '') => ['now', 'next', 'older'].includes(id))).toEqual([])
  })

  it('spares favorites when asked to', () => {
    const evicted = evictedFor(0, {}, { sparesFavorites: true })
    expect(evicted).toEqual(['older', 'old', 'last', 'later'])
  })

  it('keeps the picture of an earlier wallpaper that is a favorite', () => {
    expect(evictedFor(60, { favorites: [keep('older')] })).toEqual(['old', 'last'])
  })
})

describe('parseStoredFavorite', () => {
  it('reads a stored favorite, and nothing from a value without an id', () => {
    expect(parseStoredFavorite(JSON.parse(JSON.stringify(favorites[0])))).toEqual(favorites[0])
    expect(parseStoredFavorite({ key: 'a' })).toBeUndefined()
  })
})
