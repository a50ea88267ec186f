import { describe, expect, it } from 'vitest'
import {
  applyOutbox,
  type Change,
  type Favorite,
  isFavorite,
  isNobody,
  listCurrent,
  parseChange,
  parseConfirmed,
  parseOwner,
  serverOf,
  toConfirmed,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'

const favorite = (id: string): Favorite => ({ id, title: id, color: null, preview_url: '' })
const change = (action: Change['action'], id: string, at = 0): Change => ({
  action,
  favorite: favorite(id),
  at,
  owner: '@http://walls.test',
})
const ids = (list: Favorite[]) => list.map(({ id }) => id)

describe('applyOutbox', () => {
  it('shows what is confirmed when nothing waits', () => {
    expect(ids(applyOutbox([favorite('a')], []))).toEqual(['a'])
  })

  it('adds and removes on top of it, in order', () => {
    const outbox = [change('add', 'b'), change('remove', 'a'), change('add', 'c')]
    expect(ids(applyOutbox([favorite('a')], outbox))).toEqual(['b', 'c'])
  })

  it('changes nothing by adding what is there or removing what is not', () => {
    const confirmed = [favorite('a')]
    const outbox = [change('add', 'a'), change('remove', 'b')]
    expect(applyOutbox(confirmed, outbox)).toBe(confirmed)
  })

  it('goes by the time of the clicks, not by the order of storage', () => {
    const outbox = [change('remove', 'b', 2), change('add', 'b', 1)]
    expect(applyOutbox([], outbox)).toEqual([])
  })

  it('is the same when it is applied twice', () => {
    const outbox = [change('add', 'b'), change('remove', 'a')]
    const once = applyOutbox([favorite('a')], outbox)
    expect(applyOutbox(once, outbox)).toEqual(once)
  })
})

describe('listCurrent', () => {
  const keys = (changes: Change[]) =>
    listCurrent(changes.map((entry) => ({ key: `${entry.at}`, entry }))).map(({ key }) => key)

  it('lists the last change of each wallpaper, in the order of the clicks', () => {
    const changes = [change('remove', 'a', 3), change('add', 'b', 2), change('add', 'a', 1)]
    expect(keys(changes)).toEqual(['2', '3'])
  })

  it.each([
    ['eve@here', 'ada@here', ['0', '1']],
    ['ada@here', '@here', ['0', '1']],
    ['@there', 'ada@here', ['0', '1']],
    ['@here', 'ada@here', ['1']],
  ])('compares a change of %s with a later one of %s', (one, other, wanted) => {
    const changes = [one, other].map((owner, at) => ({ ...change('add', 'a', at), owner }))
    expect(keys(changes)).toEqual(wanted)
  })

  it('lists what is settled instead of the same change before', () => {
    const sent = change('add', 'a', 1)
    const settled: Change = { ...sent, isSettled: true }
    const entries = [sent, settled].map((entry, place) => ({ key: `${place}`, entry }))
    expect(listCurrent(entries)).toEqual([{ key: '1', entry: settled }])
  })

  it('keeps the wish to remove what is not known to be there: another device may have added it', () => {
    expect(keys([change('remove', 'a')])).toEqual(['0'])
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
    const bare = favorite('b')
    const known = { ...favorite('b'), preview_url: 'https://walls.test/b' }
    expect(toConfirmed(['b', 'new'], [known, bare])).toEqual([
      known,
      { id: 'new', title: '', color: null, preview_url: '' },
    ])
  })

  it('knows which wallpapers have left the catalogue', () => {
    const gone = { ...favorite('a'), isGone: true }
    expect(toConfirmed(['a'], [gone])).toEqual([gone])
  })
})

describe('parseChange', () => {
  it('reads back what was stored', () => {
    const stored = change('remove', 'a', 5)
    expect(parseChange(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it('takes what it cannot understand for a heart', () => {
    const stored = { ...change('add', 'a'), action: 'toggle' }
    expect(parseChange(stored)).toEqual(change('add', 'a'))
  })

  it.each([undefined, null, 'x', { favorite: {} }])('makes nothing of %j', (stored) =>
    expect(parseChange(stored)).toBeUndefined(),
  )
})

describe('parseConfirmed', () => {
  it('leaves out what has no id', () => {
    expect(parseConfirmed([favorite('a'), {}, 3])).toEqual([favorite('a')])
  })

  it('shortens a title that would take the room of other hearts', () => {
    const [{ title } = favorite('none')] = parseConfirmed([
      { ...favorite('a'), title: 'a'.repeat(1_000_000) },
    ])
    expect(title).toBe('a'.repeat(2_000))
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
