import { describe, expect, it } from 'vitest'
import { createSite } from '../../../../server/http/site.ts'
import { listChoices, readFilters, toHref, toQuery } from '../../../../server/web/home/filters.ts'
import { makeCatalogue, makeIndexRows } from '../../../builders.ts'

const site = createSite('http://wallpapers.test')
const read = (query: Record<string, string>) => readFilters((name) => query[name])

describe('readFilters', () => {
  it('accepts spaces and upper case', () => {
    expect(read({ q: ' Morning fog ', category: 'Nature', color: 'BLUE', type: 'Mobile' })).toEqual(
      {
        q: 'Morning fog',
        category: ['nature'],
        color: ['blue'],
        type: 'mobile',
      },
    )
  })

  it('ignores empty and invalid values', () => {
    expect(toQuery(read({ q: '  ', category: '', type: 'tablet' }))).toBe('')
    expect(read({ q: 'x'.repeat(999) }).q).toHaveLength(200)
  })
})

describe('listChoices', () => {
  it('offers no category that a query would read as two', () => {
    const categories = ['#black, white', '#black', '#white']
    const index = makeIndexRows(3, (at) => ({ category: categories[at] }))
    const { category } = listChoices(makeCatalogue({ index }), {}, site)
    expect(category.map(({ text, count }) => `${text} ${count}`)).toEqual(['Black 1', 'White 1'])
  })
})

describe('toHref', () => {
  it('gives the same URL for the same filters', () => {
    expect(toHref({ color: ['blue'], q: 'a&b' }, site)).toBe('/?q=a%26b&color=blue')
    expect(toHref({ q: 'a&b', color: ['blue'] }, site)).toBe('/?q=a%26b&color=blue')
    expect(toHref({}, site)).toBe('/#wallpapers')
  })
})
