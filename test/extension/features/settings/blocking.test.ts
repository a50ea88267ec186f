import { describe, expect, it } from 'vitest'
import {
  addBlocked,
  isBlocked,
  listBlockedIds,
  removeBlocked,
} from '../../../../extension/features/settings/blocking.ts'
import {
  type Blocked,
  parseBlocked,
} from '../../../../extension/features/settings/setting-values.ts'

const make = (kind: Blocked['kind'], name: string): Blocked => ({ kind, name, title: '' })
const lake = { id: 'lake', category: 'Nature', tags: ['water', 'Calm'] }

describe('isBlocked', () => {
  it('is one wallpaper by its id, or all of a category or tag in any case', () => {
    expect(isBlocked(lake, [make('wallpaper', 'lake')])).toBe(true)
    expect(isBlocked(lake, [make('category', 'nature')])).toBe(true)
    expect(isBlocked(lake, [make('tag', 'calm')])).toBe(true)
  })

  it('is nothing else', () => {
    expect(isBlocked(lake, [])).toBe(false)
    expect(isBlocked(lake, [make('wallpaper', 'Lake'), make('tag', 'nature')])).toBe(false)
  })
})

describe('addBlocked', () => {
  it('has each once, the newest last, and can take it back', () => {
    const list = addBlocked([make('tag', 'a'), make('tag', 'b')], make('tag', 'a'))
    expect(list.map(({ name }) => name)).toEqual(['b', 'a'])
    expect(removeBlocked(list, make('tag', 'a'))).toEqual([make('tag', 'b')])
  })

  it('gives up the oldest when there are very many', () => {
    const many = Array.from({ length: 500 }, (_, index) => make('wallpaper', `w${index}`))
    expect(listBlockedIds(addBlocked(many, make('wallpaper', 'new')))).toEqual([
      ...listBlockedIds(many).slice(1),
      'new',
    ])
  })
})

describe('parseBlocked', () => {
  it('leaves out what names nothing, and takes an unknown kind for a wallpaper', () => {
    const stored = [{ kind: 'tag', name: 'a' }, { kind: 'x', name: 'b', title: 'B' }, {}, 7, null]
    expect(parseBlocked(stored)).toEqual([
      make('tag', 'a'),
      { kind: 'wallpaper', name: 'b', title: 'B' },
    ])
    expect(parseBlocked('none')).toEqual([])
  })
})
