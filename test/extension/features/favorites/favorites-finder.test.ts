import { describe, expect, it } from 'vitest'
import type { Favorite } from '../../../../extension/features/favorites/favorites.ts'
import { createFinder } from '../../../../extension/features/favorites/favorites-finder.ts'
import type { Filters } from '../../../../extension/features/settings/settings.ts'
import type { Describe } from '../../../../extension/features/wallpaper/catalogue-client.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'

const server = 'http://server.test'
const filters: Filters = {
  server,
  type: 'desktop',
  category: 'tech',
  color: 'red',
  source: 'favorites',
  ratio: null,
  tone: null,
}

const toFavorite = (id: string): Favorite => ({ id, title: id, color: null, preview_url: 'x' })
const inCatalogue: Describe = async (_server, id) => makeDetail({ id })

const finderOf = (ids: string[], describeOne = inCatalogue, owner = `ada@${server}`) =>
  createFinder({
    catalogue: { find: async () => [makeDetail({ id: 'of-the-catalogue' })] },
    favorites: { read: async () => ({ owner, favorites: ids.map(toFavorite) }) },
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

  it('has nothing of the favorites at another server', async () => {
    expect(await idsOf(finderOf(['a'], inCatalogue, 'ada@http://other.test'))).toEqual([])
  })
})
