import { describe, expect, it } from 'vitest'
import { joinChoices } from '../../../../extension/features/sources/choices.ts'
import { usualChoices } from '../../../../extension/features/sources/server-catalogue.ts'

describe('joinChoices', () => {
  it('has the choices of all catalogues, with their numbers added up', () => {
    const joined = joinChoices([
      { categories: [{ name: 'art', count: 2 }, { name: 'space' }], colors: ['red'] },
      {
        categories: [
          { name: 'nature', count: 4 },
          { name: 'art', count: 3 },
        ],
        colors: ['black'],
      },
    ])
    expect(joined).toEqual({
      categories: [{ name: 'art', count: 5 }, { name: 'nature', count: 4 }, { name: 'space' }],
      colors: ['black', 'red'],
    })
  })

  it('has the usual names if no catalogue says which it has', () => {
    expect(joinChoices([])).toEqual(usualChoices)
  })
})
