import { describe, expect, it } from 'vitest'
import {
  applyWaiting,
  type Favorite,
  type Heart,
  isFavorite,
  isNobody,
  parseConfirmed,
  parseHeart,
  parseOwner,
  serverOf,
  toConfirmed,
  toFavorite,
  toOwner,
  withAnswer,
} from '../../../../extension/features/favorites/favorites.ts'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'

const favorite = (id: string) => makeFavorite(id)
const heart = (wanted: boolean, id: string, at = 0): Heart => ({
  wanted,
  favorite: favorite(id),
  at,
  owner: '@http://walls.test',
})
const ids = (list: Favorite[]) => list.map(({ id }) => id)

describe('applyWaiting', () => {
  it('adds and removes on top of it, in order', () => {
    const hearts = [heart(true, 'b'), heart(false, 'a'), heart(true, 'c')]
    expect(ids(applyWaiting([favorite('a')], hearts))).toEqual(['b', 'c'])
  })

  it('changes nothing by adding what is there or removing what is not', () => {
    const confirmed = [favorite('a')]
    const hearts = [heart(true, 'a'), heart(false, 'b')]
    expect(applyWaiting(confirmed, hearts)).toBe(confirmed)
  })

  it('goes by the time of the clicks, not by the order of storage', () => {
    const hearts = [heart(false, 'b', 2), heart(true, 'b', 1)]
    expect(applyWaiting([], hearts)).toEqual([])
  })

  it('leaves out what the server has answered', () => {
    const click = heart(true, 'a', 2)
    expect(applyWaiting([], [withAnswer(click, { at: 2 })])).toEqual([])
    expect(ids(applyWaiting([], [withAnswer(click, { at: 1 })]))).toEqual(['a'])
  })
})

describe('isFavorite', () => {
  it('goes by the catalogue and the id', () => {
    const named = { id: 'a', catalogue: 'built-in' }
    expect(isFavorite([favorite('a')], named)).toBe(false)
    expect(isFavorite([{ ...favorite('a'), catalogue: 'built-in' }], named)).toBe(true)
    expect(isFavorite([favorite('a')], { id: 'a' })).toBe(true)
    expect(isFavorite([favorite('a')], { id: 'b' })).toBe(false)
  })
})

describe('toConfirmed', () => {
  it('keeps the order of the account, with all that is known of each wallpaper', () => {
    const known = makeFavorite('b', { preview_url: 'https://walls.test/b' })
    const credited = makeFavorite('a', { credits: 'Ada' })
    const confirmed = toConfirmed(['b', 'new', 'a'], [known, favorite('b'), credited])
    expect(confirmed).toEqual([known, makeFavorite('new', { title: '' }), credited])
  })
})

describe('parseHeart', () => {
  it('reads back what was stored', () => {
    const stored: Heart = { ...heart(false, 'a', 5), isAdopted: true }
    expect(parseHeart(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it('takes what it cannot understand for a heart', () => {
    const stored = { ...heart(true, 'a'), wanted: 'maybe' }
    expect(parseHeart(stored)).toEqual(heart(true, 'a'))
  })

  it.each([undefined, null, 'x', { favorite: {} }])('makes nothing of %j', (stored) =>
    expect(parseHeart(stored)).toBeUndefined(),
  )
})

describe('parseConfirmed', () => {
  it('leaves out what has no id', () => {
    expect(parseConfirmed([favorite('a'), {}, 3])).toEqual([favorite('a')])
  })

  it('shortens a title that would take the room of other hearts', () => {
    const [read] = parseConfirmed([makeFavorite('a', { title: 'a'.repeat(1_000_000) })])
    expect(read?.title).toBe('a'.repeat(2_000))
  })
})

describe('toFavorite', () => {
  it('names the author and the license, also after it was stored', () => {
    const shown = { ...favorite('a'), credit: 'Ada', license: 'CC BY 4.0', catalogue: 'http://a' }
    const hearted = toFavorite(shown, 'http://a')
    expect(hearted).toEqual({ ...favorite('a'), credits: 'Ada · CC BY 4.0' })
    expect(parseConfirmed([hearted])).toEqual([hearted])
  })
})

describe('toOwner', () => {
  it('tells people, nobody and servers apart', () => {
    const owners = [toOwner('http://a'), toOwner('http://a', 'x'), toOwner('http://b', 'x')]
    expect(new Set(owners).size).toBe(3)
    expect(owners.map(isNobody)).toEqual([true, false, false])
    expect(owners.map(serverOf)).toEqual(['http://a', 'http://a', 'http://b'])
  })

  it('is nobody at the default server until it is stored', () => {
    expect(parseOwner(undefined)).toBe('@http://127.0.0.1:8787')
  })
})
