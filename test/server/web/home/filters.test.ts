import { describe, expect, it } from 'vitest'
import { readFilters, toHref, toQuery } from '../../../../server/web/home/filters.ts'

const read = (query: Record<string, string>) => readFilters((name) => query[name])

describe('readFilters', () => {
  it('takes words as people write them', () => {
    expect(read({ q: ' Morning fog ', category: 'Nature', color: 'BLUE', type: 'Mobile' })).toEqual(
      {
        q: 'Morning fog',
        category: 'nature',
        color: 'blue',
        type: 'mobile',
      },
    )
  })

  it('leaves out what is empty or cannot be', () => {
    expect(toQuery(read({ q: '  ', category: '', type: 'tablet' }))).toBe('')
    expect(read({ q: 'x'.repeat(999) }).q).toHaveLength(200)
  })
})

describe('toHref', () => {
  it('is the same address for the same filters', () => {
    expect(toHref({ color: 'blue', q: 'a&b' })).toBe('/?q=a%26b&color=blue')
    expect(toHref({ q: 'a&b', color: 'blue' })).toBe('/?q=a%26b&color=blue')
    expect(toHref({})).toBe('/#wallpapers')
  })
})
