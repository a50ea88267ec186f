import { describe, expect, it } from 'vitest'
import type { Favorite } from '../../../../extension/features/favorites/favorites.ts'
import { createFinder } from '../../../../extension/features/favorites/favorites-finder.ts'
import type { Describe } from '../../../../extension/features/sources/source.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDetail, makeFavorite, makeFilters } from '../../fakes/make-wallpaper.ts'

const server = 'http://server.test'
const filters = makeFilters({
  catalogue: '',
  type: 'desktop',
  category: 'tech',
  color: 'red',
  list: 'favorites',
})

const inCatalogue: Describe = async (_server, id) => makeDetail({ id })

const catalogue = {
  find: async () => [makeDetail({ id: 'of-the-catalogue' })],
  findDay: async (_filters: unknown, date = 'today') => ({
    date,
    endsAt: 7,
    wallpaper: makeDetail({ id: 'of-the-server' }),
  }),
}

const finderOf = (hearted: (string | Favorite)[], describeOne = inCatalogue, now = Date.now) =>
  createFinder({
    catalogue,
    favorites: {
      read: async () => ({
        owner: `ada@${server}`,
        favorites: hearted.map((one) => (typeof one === 'string' ? makeFavorite(one) : one)),
      }),
    },
    describe: describeOne,
    random: () => 0,
    now,
  })

const idsOf = async (finder: ReturnType<typeof finderOf>, exclude: string[] = []) =>
  (await finder.find(filters, exclude)).map(({ id }) => id)

describe('createFinder', () => {
  it('asks the catalogue, unless only favorites are wanted', async () => {
    const [found] = await finderOf(['a']).find({ ...filters, list: 'all' }, [])
    expect(found?.id).toBe('of-the-catalogue')
  })

  it('finds favorites of any category and color, without those that are left out', async () => {
    expect(await idsOf(finderOf(['a', 'b', 'c']), ['b'])).toEqual(['a', 'c'])
  })

  it('has those first that fit the screen', async () => {
    const describeOne: Describe = async (_server, id) =>
      makeDetail({ id, type: id === 'wide' ? 'desktop' : 'mobile' })
    expect((await idsOf(finderOf(['tall', 'wide', 'high'], describeOne)))[0]).toBe('wide')
    expect((await idsOf(finderOf(['high', 'tall', 'wide'], describeOne)))[0]).toBe('wide')
  })

  it('asks about ten favorites at a time, and looks on where they have left the catalogue', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `f${index}`)
    expect(await idsOf(finderOf(ids))).toHaveLength(10)
    const last: Describe = async (_, id) => (id === 'f24' ? makeDetail({ id }) : undefined)
    expect(await idsOf(finderOf(ids, last))).toEqual(['f24'])
  })

  it.each([
    [new FetchError({ kind: 'unreachable' }), 'unreachable'],
    [new FetchError({ kind: 'not-a-catalogue' }), 'not-a-catalogue'],
    [new StorageError(new DOMException('', 'QuotaExceededError')), 'storage-full'],
  ])('says why it finds none: %s', async (error, code) => {
    const describeOne: Describe = () => Promise.reject(error)
    await expect(idsOf(finderOf(['a'], describeOne))).rejects.toMatchObject({ code })
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
    const builtIn = makeFavorite('dawn', { catalogue: 'built-in' })
    const describeOne: Describe = async (catalogue, id) => makeDetail({ id, title: catalogue })
    const found = await finderOf(['a', builtIn], describeOne).find(filters, [])
    expect(found.map(({ id, title, catalogue }) => [id, title, catalogue]).toSorted()).toEqual([
      ['a', server, server],
      ['dawn', 'built-in', 'built-in'],
    ])
  })
})

describe('createFinder of the day', () => {
  const dayFinderOf = (...finder: Parameters<typeof finderOf>) => finderOf(...finder).findDay

  it('asks the server, unless only favorites are wanted', async () => {
    const day = await dayFinderOf(['a'])({ ...filters, list: 'all' })
    expect(day).toMatchObject({ date: 'today', wallpaper: { id: 'of-the-server' } })
  })

  it('finds the same favorite on each device, and each of them on following days', async () => {
    const dates = ['2026-11-22', '2026-11-23', '2026-11-24']
    const idsOn = async (ids: string[]) =>
      Promise.all(dates.map(async (date) => (await dayFinderOf(ids)(filters, date))?.wallpaper.id))
    expect(await idsOn(['b', 'a', 'c'])).toEqual(['b', 'c', 'a'])
    expect(await idsOn(['c', 'b', 'a'])).toEqual(['b', 'c', 'a'])
  })

  it('finds none without favorites, among dark ones, and if the favorite has left the catalogue', async () => {
    const gone: Describe = async () => undefined
    expect(await dayFinderOf([])(filters)).toBeUndefined()
    expect(await dayFinderOf(['a'])({ ...filters, tone: 'dark' })).toBeUndefined()
    expect(await dayFinderOf(['a'], gone)(filters)).toBeUndefined()
  })

  it('goes by the date on the clock of this device', async () => {
    const lateInTheEvening = new Date(2026, 10, 22, 23, 30).getTime()
    const day = await dayFinderOf(['a'], inCatalogue, () => lateInTheEvening)(filters)
    expect(day).toMatchObject({ date: '2026-11-22', endsAt: null, wallpaper: { id: 'a' } })
  })
})
