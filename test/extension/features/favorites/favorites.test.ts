import { describe, expect, it } from 'vitest'
import {
  applyOutbox,
  type Change,
  type Favorite,
  isFavorite,
  parseConfirmed,
  parseOutbox,
  recordChange,
} from '../../../../extension/features/favorites/favorites.ts'

const favorite = (id: string): Favorite => ({ id, title: id, color: null, preview_url: '' })
const change = (action: Change['action'], id: string, at = 0): Change => ({
  action,
  favorite: favorite(id),
  at,
})
const ids = (list: Favorite[]) => list.map(({ id }) => id)

describe('applyOutbox', () => {
  it('shows what is confirmed when nothing waits', () => {
    expect(ids(applyOutbox({ confirmed: [favorite('a')], outbox: [] }))).toEqual(['a'])
  })

  it('adds and removes on top of it, in order', () => {
    const outbox = [change('add', 'b'), change('remove', 'a'), change('add', 'c')]
    expect(ids(applyOutbox({ confirmed: [favorite('a')], outbox }))).toEqual(['b', 'c'])
  })

  it('changes nothing by adding what is there or removing what is not', () => {
    const confirmed = [favorite('a')]
    const outbox = [change('add', 'a'), change('remove', 'b')]
    expect(applyOutbox({ confirmed, outbox })).toBe(confirmed)
  })

  it('is the same when it is applied twice', () => {
    const outbox = [change('add', 'b'), change('remove', 'a')]
    const once = applyOutbox({ confirmed: [favorite('a')], outbox })
    expect(applyOutbox({ confirmed: once, outbox })).toEqual(once)
  })
})

describe('recordChange', () => {
  it('keeps only the last wish about a wallpaper', () => {
    const outbox = [change('add', 'a', 1), change('add', 'b', 2)]
    const after = recordChange(outbox, change('remove', 'a', 3))
    expect(after).toEqual([change('add', 'b', 2), change('remove', 'a', 3)])
  })

  it('keeps the wish to remove what is not known to be there: another device may have added it', () => {
    expect(recordChange([], change('remove', 'a'))).toHaveLength(1)
  })
})

describe('isFavorite', () => {
  it('goes by the id', () => {
    expect(isFavorite([favorite('a')], 'a')).toBe(true)
    expect(isFavorite([favorite('a')], 'b')).toBe(false)
  })
})

describe('parseOutbox', () => {
  it('reads back what was stored', () => {
    const outbox = [change('remove', 'a', 5)]
    expect(parseOutbox(JSON.parse(JSON.stringify(outbox)))).toEqual(outbox)
  })

  it.each([undefined, null, 'x', [null, { favorite: {} }]])('makes an empty list of %j', (stored) =>
    expect(parseOutbox(stored)).toEqual([]),
  )
})

describe('parseConfirmed', () => {
  it('leaves out what has no id', () => {
    expect(parseConfirmed([favorite('a'), {}, 3])).toEqual([favorite('a')])
  })
})
