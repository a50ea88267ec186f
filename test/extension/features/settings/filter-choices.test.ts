import { describe, expect, it } from 'vitest'
import {
  fetchChoices,
  joinChoices,
  usualChoices,
} from '../../../../extension/features/settings/filter-choices.ts'

const fetchFrom = (lists: { categories: unknown; colors: unknown }) => async (url: unknown) =>
  Response.json(String(url).endsWith('/categories') ? lists.categories : lists.colors)

describe('fetchChoices', () => {
  it('has the categories of the server, the largest first, and its known colors in usual order', async () => {
    const categories = [
      { name: 'art', count: 2 },
      { name: 'nature', count: 9 },
    ]
    const colors = [
      { name: 'red', hex: '#FF0000' },
      { name: 'black', hex: '#000000' },
      { name: 'very-odd', hex: '#000000' },
    ]
    const choices = await fetchChoices('http://server.test', fetchFrom({ categories, colors }))
    expect(choices.categories.map(({ name }) => name)).toEqual(['nature', 'art'])
    expect(choices.colors).toEqual(['black', 'red'])
  })

  it.each([
    ['is down', () => Promise.reject(new TypeError())],
    ['answers nonsense', async () => new Response('<h1>')],
    ['has nothing', async () => Response.json([])],
  ])('has the usual names when the server %s', async (_what, fetch) => {
    expect(await fetchChoices('http://server.test', fetch)).toEqual(usualChoices)
  })
})

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
