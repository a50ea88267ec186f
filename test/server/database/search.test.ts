import { afterEach, describe, expect, it } from 'vitest'
import type { SearchIndex } from '../../../server/catalogue/search-index.ts'
import { createSqliteSearch } from '../../../server/database/search.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { WallpaperFilters } from '../../../shared/filters.ts'
import type { SearchQuery } from '../../../shared/search-api.ts'
import { listWallpapers, makeCatalogue, makeRandom, makeWallpaper } from '../../builders.ts'
import { isMatch } from '../../contracts/answered-catalogue.ts'
import sampleRows from '../../data/index.rows.json' with { type: 'json' }
import { expectDefined } from '../../expect-defined.ts'

const open: SearchIndex[] = []
afterEach(() => {
  for (const index of open.splice(0)) index.close()
})

const catalogueOf = (wallpapers: readonly Wallpaper[]) => ({
  size: wallpapers.length,
  at: (row: number) => expectDefined(wallpapers[row]),
  idAt: (row: number) => expectDefined(wallpapers[row]).id,
  rowOf: (id: string) => {
    const row = wallpapers.findIndex((each) => each.id === id)
    return row < 0 ? undefined : row
  },
  newestAt: (place: number) => place,
  pool: (filters: WallpaperFilters) => ({
    size: 0,
    rowAt: (position: number) => position,
    has: (row: number) => {
      return isMatch(expectDefined(wallpapers[row]), filters)
    },
  }),
})

const searchIn = async (wallpapers: readonly Wallpaper[], request: Partial<SearchQuery>) => {
  const index = await createSqliteSearch(catalogueOf(wallpapers))
  open.push(index)
  return index.search({ q: '', limit: 20, offset: 0, ...request })
}

const idsIn = async (wallpapers: readonly Wallpaper[], request: Partial<SearchQuery>) =>
  (await searchIn(wallpapers, request)).hits.map(({ id }) => id)

const wallpaper = (id: string, fields: Partial<Wallpaper> = {}) =>
  makeWallpaper({ id, title: id, tags: [], category: 'art', description: '', ...fields })

const sample = listWallpapers(makeCatalogue({ index: sampleRows }))

describe('createSqliteSearch', () => {
  it.each([
    ['a name', 'snake', 'snake-girl-duality'],
    ['a tag', 'knight', 'dark-rider-ruin'],
    ['a category', 'amoled', 'space-junk-coll'],
    ['a description', 'grumpy expression', 'pixel-cat-moody'],
    ['capitals and accents', 'SNÀKE', 'snake-girl-duality'],
    ['a typo', 'snkae', 'snake-girl-duality'],
    ['two typos in a long word', 'collabe', 'space-junk-coll'],
    ['the beginning of the last word', 'pixel gru', 'pixel-cat-moody'],
    ['words from different fields', 'amoled surreal junk', 'space-junk-coll'],
  ])('finds by %s: %s', async (_, q, id) => {
    expect((await idsIn(sample, { q }))[0]).toBe(id)
  })

  it('prefers a name to a tag, a tag to a category, and a category to a description', async () => {
    const wallpapers = [
      wallpaper('d', { description: 'forest' }),
      wallpaper('c', { category: 'forest' }),
      wallpaper('b', { tags: ['forest'] }),
      wallpaper('forest'),
    ]
    expect(await idsIn(wallpapers, { q: 'forest' })).toEqual(['forest', 'b', 'c', 'd'])
  })

  it('wants all words, and takes any of them only when nothing has all', async () => {
    const wallpapers = [wallpaper('red-moon'), wallpaper('red-sea'), wallpaper('green-lake')]
    expect(await idsIn(wallpapers, { q: 'red sea' })).toEqual(['red-sea'])
    expect((await idsIn(wallpapers, { q: 'green moon' })).sort()).toEqual([
      'green-lake',
      'red-moon',
    ])
  })

  it('looks for typos only in words that the catalogue does not know', async () => {
    const wallpapers = [wallpaper('lake'), wallpaper('lane'), wallpaper('late')]
    expect(await idsIn(wallpapers, { q: 'lake' })).toEqual(['lake'])
    expect((await idsIn(wallpapers, { q: 'laxe' })).sort()).toEqual(['lake', 'lane', 'late'])
  })

  it.each(['湖', '𠀀', 'Ｚｏ', 'zo'])(
    'finds the word that begins with %s in any script',
    async (q) => {
      const ids = ['湖水', '𠀀山', 'Ｚｏｏ', 'zoo']
      expect(
        await idsIn(
          ids.map((id) => wallpaper(id)),
          { q },
        ),
      ).toEqual(ids.filter((id) => id.toLowerCase().startsWith(q.toLowerCase())))
    },
  )

  it('puts the whole word before words that only begin so', async () => {
    const wallpapers = [wallpaper('a', { title: 'Moonlight' }), wallpaper('b', { title: 'Moon' })]
    expect(await idsIn(wallpapers, { q: 'moon' })).toEqual(['b', 'a'])
  })

  it('applies every other filter to the count and to the page', async () => {
    const wallpapers = Array.from({ length: 20 }, (_, at) =>
      wallpaper(`lake-${at + 10}`, { luminance: at / 20, width: 100 * at, height: 100 }),
    )
    const found = await searchIn(wallpapers, { q: 'lake', tone: 'dark', limit: 2 })
    expect(found.total).toBe(4)
    expect(found.hits.map(({ id }) => id)).toEqual(['lake-10', 'lake-11'])
    const atleast = { width: 1700, height: 50 }
    expect(await idsIn(wallpapers, { q: 'lake', atleast, ratio: ['17x1', '18x1'] })).toEqual([
      'lake-27',
      'lake-28',
    ])
  })

  it('lists the newest first, or in a random order, and still says how relevant they are', async () => {
    const wallpapers = ['b', 'c', 'a', 'd'].map((id) => wallpaper(id, { description: 'lake' }))
    const latest = await searchIn(wallpapers, { q: 'lake', sort: 'latest', limit: 3, offset: 1 })
    expect(latest.total).toBe(4)
    expect(latest.hits.map(({ id }) => id)).toEqual(['c', 'a', 'd'])
    const { hits } = await searchIn(wallpapers, { q: 'lake' })
    expect(latest.hits[0]?.relevance).toBe(hits[0]?.relevance)
    const firsts = new Set<string | undefined>()
    const index = await createSqliteSearch(catalogueOf(wallpapers))
    open.push(index)
    for (let round = 0; round < 200; round++) {
      const random = await index.search({ q: 'lake', sort: 'random', limit: 9, offset: 0 })
      expect(random.hits.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd'])
      firsts.add(random.hits[0]?.id)
    }
    expect(firsts.size).toBe(4)
  })

  it('ends a search that takes too long, and answers others as before', async () => {
    const wallpapers = Array.from({ length: 1_000 }, (_, at) => wallpaper(`lake-${at}`))
    const index = await createSqliteSearch(catalogueOf(wallpapers), { mostMs: -1 })
    open.push(index)
    const request = { q: 'lake', limit: 1, offset: 0 }
    await expect(index.search({ ...request, sort: 'random' })).rejects.toMatchObject({
      code: 'BUSY',
      message: 'The search took too long: try rarer words',
    })
    expect((await index.search({ ...request, q: 'lake 7' })).total).toBe(111)
  })

  it('counts all matches, and pages through them in one order', async () => {
    const wallpapers = Array.from({ length: 25 }, (_, at) =>
      wallpaper(`lake-${at}`, { title: 'Lake' }),
    )
    const index = await createSqliteSearch(catalogueOf(wallpapers.toReversed()))
    open.push(index)
    const page = (offset: number) => index.search({ q: 'lake', limit: 10, offset })
    const pages = await Promise.all([page(0), page(10), page(20), page(30)])
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25])
    const ids = pages.flatMap(({ hits }) => hits.map(({ id }) => id))
    expect(ids).toHaveLength(25)
    expect(ids.slice(0, 3)).toEqual(['lake-0', 'lake-1', 'lake-10'])
    expect(new Set(ids).size).toBe(25)
    expect((await page(Number.MAX_SAFE_INTEGER)).hits).toEqual([])
  })

  it('ranks a part of what is nearly everywhere, and still pages through all of it', async () => {
    const wallpapers = Array.from({ length: 30 }, (_, at) =>
      wallpaper(`w-${at + 10}`, at === 7 ? { title: 'Lake' } : { description: 'a lake' }),
    )
    const index = await createSqliteSearch(catalogueOf(wallpapers), { mostRanked: 12 })
    open.push(index)
    const page = (offset: number) => index.search({ q: 'lake', limit: 8, offset })
    const pages = await Promise.all([page(0), page(8), page(16), page(24)])
    const hits = pages.flatMap((each) => each.hits)
    expect(pages.map(({ total }) => total)).toEqual([30, 30, 30, 30])
    expect(hits[0]?.id).toBe('w-17')
    expect(new Set(hits.map(({ id }) => id)).size).toBe(30)
    expect(hits.findIndex(({ relevance }) => relevance === 0)).toBe(12)
    expect(hits.slice(12).every(({ relevance }) => relevance === 0)).toBe(true)
  })

  it('looks for the rarest words where any of many common ones would do', async () => {
    const wallpapers = [
      ...Array.from({ length: 6 }, (_, at) => wallpaper(`lake-${at + 10}`)),
      wallpaper('storm-one'),
      wallpaper('storm-two'),
    ]
    const totalOf = async (mostMerged: number) => {
      const index = await createSqliteSearch(catalogueOf(wallpapers), { mostMerged })
      open.push(index)
      return (await index.search({ q: 'lake storm lighthouse', limit: 9, offset: 0 })).total
    }
    expect(await totalOf(2)).toBe(2)
    expect(await totalOf(3)).toBe(8)
  })

  it('takes the beginning of many words for some of them', async () => {
    const wallpapers = Array.from({ length: 60 }, (_, at) => wallpaper(`mountain${at + 10}`))
    expect((await idsIn(wallpapers, { q: 'moun' })).length).toBeGreaterThan(0)
    expect(await idsIn([...wallpapers, wallpaper('mountain')], { q: 'mountain' })).toEqual([
      'mountain',
    ])
  })

  it.each(['', '😀', '***', '\0', '-- ;'])('finds nothing by %j', async (q) => {
    expect(await searchIn(sample, { q })).toEqual({ total: 0, hits: [] })
  })

  it.each([
    '"cat',
    'cat*',
    '-cat',
    '{name}:cat',
    'NEAR(cat, 2)',
    'NOT cat',
    'cat\0',
    "cat'; DROP TABLE words",
  ])('takes %j for its words', async (q) => {
    expect(await idsIn(sample, { q })).toContain('pixel-cat-moody')
  })

  it('survives any 200 characters', async () => {
    const index = await createSqliteSearch(catalogueOf(sample))
    open.push(index)
    const random = makeRandom('junk')
    const alphabet = '"\'*()^:{}+-\0 \n\\%_ANDORNOTabcé😀𝒳夜ǆ٣\u0301\ufffe\ud800'
    for (let round = 0; round < 500; round++) {
      const q = Array.from({ length: 200 }, () => alphabet.charAt(random() * alphabet.length))
      const { total } = await index.search({ q: q.join(''), limit: 1, offset: 0 })
      expect(total).toBeGreaterThanOrEqual(0)
    }
  })
})
