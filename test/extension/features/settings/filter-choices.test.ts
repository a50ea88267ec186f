import { describe, expect, it } from 'vitest'
import {
  fetchChoices,
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
