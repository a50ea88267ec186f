import { describe, expect, it } from 'vitest'
import {
  type SelectRequest,
  selectWallpapers,
  selectWallpapersByName,
} from '../../../server/catalogue/select.ts'
import { makeCatalogue, makeIndexRow, makeIndexRows, makeRandom } from '../../builders.ts'
import sampleRows from '../../data/index.rows.json' with { type: 'json' }
import { unfairness } from './unfairness.ts'

const sample = makeCatalogue({ index: sampleRows })
const empty = makeCatalogue({ index: [] })
const ofRows = (count: number) => makeCatalogue({ index: makeIndexRows(count) })

const selectFrom = (catalogue = sample) => {
  const random = makeRandom('select')
  const toIds = ({ rows, ...selection }: ReturnType<typeof selectWallpapers>) => ({
    ...selection,
    ids: rows.map(catalogue.idAt),
  })
  const fill = (request: Partial<SelectRequest>) => ({ count: 10, exclude: [], ...request })
  return {
    select: (request: Partial<SelectRequest>) =>
      toIds(selectWallpapers(catalogue, fill(request), random)),
    selectByName: (request: Partial<SelectRequest>) =>
      toIds(selectWallpapersByName(catalogue, fill(request), random)),
  }
}

const notFound = (message: string) => expect.objectContaining({ code: 'NOT_FOUND', message })

describe('selectWallpapers (spec §4.1)', () => {
  const { select } = selectFrom()

  it('reads `all` for every filter that is not used', () => {
    const selection = select({})
    expect(selection).toMatchObject({ category: 'all', color: 'all', type: 'all' })
    expect(selection.ids).toHaveLength(6)
  })

  it('rule 1: applies category, then color, then type, and selects `count`', () => {
    expect(select({ category: 'anime', color: 'white', type: 'mobile', count: 1 })).toEqual({
      ids: ['snake-girl-duality'],
      category: 'anime',
      color: 'white',
      type: 'mobile',
    })
  })

  it('rule 1: selects every wallpaper equally often', () => {
    const counts = new Map<string, number>()
    const { select } = selectFrom(ofRows(50))
    for (let round = 0; round < 10_000; round++) {
      for (const id of select({ count: 3 }).ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    expect(counts.size).toBe(50)
    expect(unfairness([...counts.values()])).toBeLessThan(4)
  })

  it('rule 2: names a category that no wallpaper has', () => {
    expect(() => select({ category: 'cars', color: 'nope' })).toThrow(
      notFound("Category 'cars' not found"),
    )
    expect(() => selectFrom(empty).select({ category: 'cars' })).toThrow(
      notFound("Category 'cars' not found"),
    )
  })

  it('rule 2: does not take categories from file names', () => {
    expect(() => select({ category: 'space' })).toThrow(notFound("Category 'space' not found"))
  })

  it('rule 3: names a color that no wallpaper has', () => {
    expect(() => select({ color: 'teal' })).toThrow(
      notFound("No wallpapers found with color 'teal'"),
    )
  })

  it('rule 3: names a color that no wallpaper of the category has, whatever the type', () => {
    expect(() => select({ category: 'nature', color: 'red', type: 'desktop' })).toThrow(
      notFound("No wallpapers found with color 'red'"),
    )
  })

  it('rule 4: says so when there are no wallpapers at all', () => {
    expect(() => selectFrom(empty).select({})).toThrow(notFound('No wallpapers available'))
    expect(() => selectFrom(empty).select({ type: 'mobile' })).toThrow(
      notFound('No wallpapers available'),
    )
  })

  it('rule 5: ignores a type that leaves nothing, and keeps the other filters', () => {
    expect(select({ category: 'amoled', color: 'gold', type: 'mobile' })).toEqual({
      ids: ['space-junk-coll'],
      category: 'amoled',
      color: 'gold',
      type: 'all',
    })
  })

  it('returns all that match when fewer do than are asked for', () => {
    expect(select({ category: 'art' }).ids.sort()).toEqual(['anime-neon-art', 'dark-rider-ruin'])
  })
})

describe('selectWallpapersByName (spec §4.2)', () => {
  const { selectByName } = selectFrom()

  it('takes a category from the index or from a word of the file name', () => {
    expect(selectByName({ category: 'anime' }).ids.sort()).toEqual([
      'anime-neon-art',
      'image-48',
      'snake-girl-duality',
    ])
    expect(selectByName({ category: 'space' })).toEqual({
      ids: ['space-junk-coll'],
      category: 'space',
      color: 'all',
      type: 'all',
    })
  })

  it('names a category that nothing has', () => {
    expect(() => selectByName({ category: 'cars', color: 'red', type: 'mobile' })).toThrow(
      notFound("Category 'cars' not found"),
    )
  })

  it('names the filters when nothing matches them all, and ignores none', () => {
    expect(() => selectByName({ category: 'nature', color: 'red', type: 'mobile' })).toThrow(
      notFound("No wallpapers found with category 'nature', color 'red', type 'mobile'"),
    )
    expect(() => selectByName({ category: 'amoled', type: 'mobile' })).toThrow(
      notFound("No wallpapers found with category 'amoled', type 'mobile'"),
    )
    expect(() => selectByName({ color: 'teal' })).toThrow(
      notFound("No wallpapers found with color 'teal'"),
    )
  })

  it('says so when there are no wallpapers at all', () => {
    expect(() => selectFrom(empty).selectByName({})).toThrow(notFound('No wallpapers available'))
  })

  it('selects every wallpaper of a name category equally often', () => {
    const names = ['moon-art', 'art-1', 'art-2', 'b', 'c', 'd', 'e', 'f']
    const index = names.map((file_name, position) =>
      makeIndexRow({ file_name, category: position > 5 ? '#art' : '#cars' }),
    )
    const { selectByName } = selectFrom(makeCatalogue({ index }))
    const counts = new Map<string, number>()
    for (let round = 0; round < 5000; round++) {
      const [id = ''] = selectByName({ category: 'art', count: 1 }).ids
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['art-1', 'art-2', 'e', 'f', 'moon-art'].sort())
    expect(unfairness([...counts.values()])).toBeLessThan(4)
  })
})

describe('exclude', () => {
  it('keeps the named wallpapers out and still fills the count', () => {
    const { select } = selectFrom(ofRows(12))
    const exclude = ['row-3', 'row-4', 'unknown', 'row-3']
    for (let round = 0; round < 200; round++) {
      const { ids } = select({ count: 10, exclude })
      expect(new Set(ids).size).toBe(10)
      expect(ids).not.toContain('row-3')
      expect(ids).not.toContain('row-4')
    }
  })

  it('chooses fairly among the rest', () => {
    const { select } = selectFrom(ofRows(30))
    const exclude = ['row-0', 'row-1', 'row-2', 'row-29']
    const counts = new Map<string, number>()
    for (let round = 0; round < 10_000; round++) {
      for (const id of select({ count: 2, exclude }).ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    expect(counts.size).toBe(26)
    expect(unfairness([...counts.values()])).toBeLessThan(4)
  })

  it('says so when nothing is left', () => {
    const { select } = selectFrom(ofRows(2))
    expect(() => select({ exclude: ['row-0', 'row-1'] })).toThrow(
      notFound('No wallpapers left: every match is excluded'),
    )
  })
})

describe('seed and page', () => {
  const { select, selectByName } = selectFrom(ofRows(25))
  const page = (page: number, exclude: string[] = []) => select({ seed: 'mine', page, exclude }).ids

  it('pages cover everything once, the same at every request', () => {
    const all = [page(1), page(2), page(3)].flat()
    expect(new Set(all).size).toBe(25)
    expect(page(2)).toEqual(all.slice(10, 20))
    expect(selectByName({ seed: 'mine', page: 2 }).ids).toEqual(page(2))
  })

  it('the first page is the default', () => {
    expect(select({ seed: 'mine' }).ids).toEqual(page(1))
  })

  it('a page past the end is empty, and no error', () => {
    expect(page(4)).toEqual([])
    expect(page(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  it('exclude leaves gaps in a page and does not shift the next', () => {
    const [first = '', ...others] = page(1)
    expect(page(1, [first])).toEqual(others)
    expect(page(2, [first])).toEqual(page(2))
  })
})

describe('from', () => {
  const list = (ids: readonly string[]) => ({ from: { username: 'ada', ids } })
  const { select, selectByName } = selectFrom(ofRows(50))

  it('selects every wallpaper of the list equally often, and no other', () => {
    const ids = ['row-40', 'gone', 'row-7', 'row-11', 'row-3', 'row-3']
    const counts = new Map<string, number>()
    for (let round = 0; round < 5000; round++) {
      for (const id of select({ count: 2, ...list(ids) }).ids)
        counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['row-11', 'row-3', 'row-40', 'row-7'])
    expect(unfairness([...counts.values()])).toBeLessThan(4)
  })

  it('says whose list has nothing left, whatever is asked for', () => {
    const nothing = notFound("None of the favorites of '@ada' are in the catalogue")
    for (const one of [select, selectByName]) {
      expect(() => one({ category: 'cars', ...list(['gone']) })).toThrow(nothing)
      expect(() => one(list([]))).toThrow(nothing)
    }
  })

  it('names the filters that leave nothing of the list: the type only where it counts', () => {
    const request = { color: 'teal', type: 'mobile', ...list(['row-1']) } as const
    expect(() => select(request)).toThrow(
      notFound("No favorites of '@ada' found with color 'teal'"),
    )
    expect(() => selectByName(request)).toThrow(
      notFound("No favorites of '@ada' found with color 'teal', type 'mobile'"),
    )
  })
})
