import { describe, expect, it } from 'vitest'
import { toListPage } from '../../../server/web/wall.ts'

const hundred = Array.from({ length: 100 }, (_, at) => at)

describe('toListPage', () => {
  it('cuts a list into pages that lack nothing', () => {
    const pages = ['1', '2', '3'].map((asked) => toListPage(hundred, asked, 40))
    expect(pages.map(({ number, last, start }) => [number, last, start])).toEqual([
      [1, 3, 0],
      [2, 3, 40],
      [3, 3, 80],
    ])
    expect(pages.flatMap(({ items }) => items)).toEqual(hundred)
  })

  it('shows the nearest page there is', () => {
    const numberOf = (asked?: string) => toListPage(hundred, asked, 40).number
    expect(['99', '0', '-1', 'abc', '1e9', '', undefined].map(numberOf)).toEqual([
      3, 1, 1, 1, 1, 1, 1,
    ])
  })

  it('has one page for an empty list', () => {
    expect(toListPage([], '7')).toEqual({ items: [], number: 1, last: 1, start: 0 })
  })
})
