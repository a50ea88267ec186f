import { describe, expect, it } from 'vitest'
import type { Favorite } from '../../../../extension/features/favorites/favorites.ts'
import {
  createDayFinder,
  createFinder,
} from '../../../../extension/features/favorites/favorites-finder.ts'
import type { Filters } from '../../../../extension/features/settings/settings.ts'
import type { Describe } from '../../../../extension/features/wallpaper/catalogue-client.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

const server = 'http://server.test'
const filters: Filters = {
  catalogue: '',
  type: 'desktop',
  category: 'tech',
  color: 'red',
  source: 'favorites',
  ratio: null,
  atleast: null,
  tone: null,
}

const toFavorite = (id: string): Favorite => ({ id, title: id, color: null, preview_url: 'x' })
const inCatalogue: Describe = async (_server, id) => makeDetail({ id })

const finderOf = (ids: string[], describeOne = inCatalogue) =>
  createFinder({
    catalogue: { find: async () => [makeDetail({ id: 'of-the-catalogue' })] },
    favorites: { read: async () => ({ owner: `ada@${server}`, favorites: ids.map(toFavorite) }) },
    describe: describeOne,
    random: () => 0,
  })

const idsOf = async (finder: ReturnType<typeof finderOf>, exclude: string[] = []) =>
  (await finder.find(filters, exclude)).map(({ id }) => id)

describe('createFinder', () => {
  it('asks the catalogue, unless only favorites are wanted', async () => {
    const [found] = await finderOf(['a']).find({ ...filters, source: 'all' }, [])
    expect(found?.id).toBe('of-the-catalogue')
  })

  it('finds favorites of any category and color, without those that are left out', async () => {
    expect(await idsOf(finderOf(['a', 'b', 'c']), ['b'])).toEqual(['a', 'c'])
  })

  it('has those first that fit the screen', async () => {
    const describeOne: Describe = async (_server, id) =>
      makeDetail({ id, type: id === 'wide' ? 'desktop' : 'mobile' })
    expect(await idsOf(finderOf(['tall', 'wide'], describeOne))).toEqual(['wide', 'tall'])
  })

  it('looks on where favorites have left the catalogue', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `f${index}`)
    const describeOne: Describe = async (_server, id) => {
      if (id !== 'f24') throw new FetchError({ kind: 'not-a-catalogue' })
      return makeDetail({ id })
    }
    expect(await idsOf(finderOf(ids, describeOne))).toEqual(['f24'])
  })

  it('says that the server cannot be reached', async () => {
    const describeOne: Describe = () => Promise.reject(new FetchError({ kind: 'unreachable' }))
    await expect(idsOf(finderOf(['a'], describeOne))).rejects.toThrow('unreachable')
  })

  it('finds what is known without a network', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => `f${index}`)
    const describeOne: Describe = async (_server, id) => {
      if (id !== 'f8') throw new FetchError({ kind: 'unreachable' })
      return makeDetail({ id })
    }
    expect(await idsOf(finderOf(ids, describeOne))).toEqual(['f8'])
  })

  it('asks each catalogue for its own favorites', async () => {
    const finder = createFinder({
      catalogue: { find: async () => [] },
      favorites: {
        read: async () => ({
          owner: `ada@${server}`,
          favorites: [toFavorite('a'), { ...toFavorite('dawn'), catalogue: 'built-in' }],
        }),
      },
      describe: async (catalogue, id) => makeDetail({ id, title: catalogue }),
    })
    const found = await finder.find(filters, [])
    expect(found.map(({ id, title, catalogue }) => [id, title, catalogue]).toSorted()).toEqual([
      ['a', server, server],
      ['dawn', 'built-in', 'built-in'],
    ])
  })
})

describe('createDayFinder', () => {
  const dayFinderOf = (ids: string[], describeOne = inCatalogue) =>
    createDayFinder({
      findDay: async (_filters, date = 'today') => ({
        date,
        endsAt: 7,
        wallpaper: makeDetail({ id: 'of-the-server' }),
      }),
      favorites: { read: async () => ({ owner: `ada@${server}`, favorites: ids.map(toFavorite) }) },
      describe: describeOne,
    })

  it('asks the server, unless only favorites are wanted', async () => {
    const day = await dayFinderOf(['a'])({ ...filters, source: 'all' })
    expect(day).toMatchObject({ date: 'today', wallpaper: { id: 'of-the-server' } })
  })

  it('finds the same favorite on each device, and each of them on following days', async () => {
    const dates = ['2026-11-22', '2026-11-23', '2026-11-24']
    const idsOn = async (ids: string[]) =>
      Promise.all(dates.map(async (date) => (await dayFinderOf(ids)(filters, date))?.wallpaper.id))
    expect((await idsOn(['b', 'a', 'c'])).toSorted()).toEqual(['a', 'b', 'c'])
    expect(await idsOn(['c', 'b', 'a'])).toEqual(await idsOn(['a', 'b', 'c']))
  })

  it('finds none without favorites, among dark ones, and if the favorite has left the catalogue', async () => {
    const gone: Describe = () => Promise.reject(new FetchError({ kind: 'not-a-catalogue' }))
    expect(await dayFinderOf([])(filters)).toBeUndefined()
    expect(await dayFinderOf(['a'])({ ...filters, tone: 'dark' })).toBeUndefined()
    expect(await dayFinderOf(['a'], gone)(filters)).toBeUndefined()
  })
})
