import { describe, expect, it } from 'vitest'
import {
  type SelectRequest,
  selectWallpapers,
  selectWallpapersByName,
} from '../../../shared/catalogue/select.ts'
import { toBoxShape } from '../../../shared/filter-rules.ts'
import { writeFilters } from '../../../shared/filters.ts'
import { makeCatalogue, makeIndexRow, makeIndexRows, makeRandom } from '../../builders.ts'
import sampleRows from '../../data/index.rows.json' with { type: 'json' }

const sample = makeCatalogue({ index: sampleRows })
const empty = makeCatalogue({ index: [] })
const ofRows = (count: number) => makeCatalogue({ index: makeIndexRows(count) })

type Asked = Omit<Partial<SelectRequest>, 'category' | 'color'> & {
  category?: string
  color?: string
}

const selectFrom = (catalogue = sample) => {
  const random = makeRandom('select')
  const toIds = ({ rows, applied, total }: ReturnType<typeof selectWallpapers>) => ({
    ids: rows.map(catalogue.idAt),
    applied: writeFilters(applied),
    total,
  })
  const fill = ({ category, color, ...request }: Asked) => ({
    count: 10,
    exclude: [],
    category: category?.split(','),
    color: color?.split(','),
    ...request,
  })
  return {
    select: (request: Asked) => toIds(selectWallpapers(catalogue, fill(request), random)),
    selectByName: (request: Asked) =>
      toIds(selectWallpapersByName(catalogue, fill(request), random)),
  }
}

const notFound = (message: string) => expect.objectContaining({ code: 'NOT_FOUND', message })

describe('selectWallpapers', () => {
  const { select } = selectFrom()

  it('takes the nearest days of earlier years if no picture was taken on the day', () => {
    const days = ['2019-12-30', '2020-01-03', '2024-06-01', '2025-12-31']
    const dated = makeCatalogue({
      index: days.map((day) => makeIndexRow({ file_name: day, taken_at: day })),
    })
    const { select: find, selectByName } = selectFrom(dated)
    expect(find({ on: '12-30' })).toMatchObject({ ids: ['2019-12-30'], applied: { on: '12-30' } })
    const nearest = { ids: ['2020-01-03'], applied: { on: '2026-01-04~1' } }
    expect(find({ on: '2026-01-04' })).toMatchObject(nearest)
    expect(selectByName({ on: '2026-01-04' })).toMatchObject(nearest)
    expect(find({ on: '2026-12-20' }).ids).not.toContain('2024-06-01')
    expect(() => select({ on: '01-01' })).toThrow('No wallpapers found')
  })

  it('rule 1: applies category, then color, then type, and selects `count`', () => {
    expect(select({ category: 'anime', color: 'white', type: 'mobile', count: 1 })).toEqual({
      ids: ['snake-girl-duality'],
      applied: { category: 'anime', color: 'white', type: 'mobile' },
      total: 1,
    })
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
      applied: { category: 'amoled', color: 'gold' },
      total: 1,
    })
  })
})

describe('selectWallpapersByName', () => {
  const { selectByName } = selectFrom()

  it('takes a category from the index or from a word of the file name', () => {
    expect(selectByName({ category: 'anime' }).ids.sort()).toEqual([
      'anime-neon-art',
      'image-48',
      'snake-girl-duality',
    ])
    expect(selectByName({ category: 'space' })).toEqual({
      ids: ['space-junk-coll'],
      applied: { category: 'space' },
      total: 1,
    })
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

describe('filters by what the pictures are', () => {
  const rows = makeIndexRows(200, (at) => ({
    category: ['#nature', '#art', '#cars'][at % 3],
    orientation: '',
    width: at % 10 === 0 ? null : [3840, 2560, 1080][at % 3],
    height: [2160, 1080, 2160][at % 3],
    timestamp: `2026-01-${String(1 + (at % 28)).padStart(2, '0')}T00:00:00Z`,
    data: {
      luminance: at % 7 === 0 ? undefined : (at % 20) / 20,
      palette: at % 5 === 0 ? [] : [['#336699', '#AA2222', '#101010'][at % 3]],
      primary_colors: [['blue', 'red', 'black'][at % 3]],
    },
  }))
  const catalogue = makeCatalogue({ index: rows })
  const { select, selectByName } = selectFrom(catalogue)
  const asked: Asked[] = [
    { tone: 'dark' },
    { tone: 'light', category: 'nature,cars' },
    { ratio: ['16x9', 'portrait'] },
    { atleast: { width: 1920, height: 1080 } },
    { color: '#336699' },
    { color: '#336699,red,black' },
    { category: 'nature,art' },
    { category: 'art', tone: 'dark', ratio: ['21x9'], color: '#b03030', type: 'desktop' },
  ]

  it('never ignores them, but still ignores a type that leaves nothing', () => {
    expect(select({ ratio: ['portrait'], type: 'desktop' }).applied).toEqual({ ratio: 'portrait' })
    expect(() => selectByName({ ratio: ['portrait'], type: 'desktop' })).toThrow(
      notFound("No wallpapers found with type 'desktop', ratio 'portrait'"),
    )
  })

  it('names all categories when none of them exists', () => {
    expect(() => select({ category: 'nowhere,absent', tone: 'dark' })).toThrow(
      notFound("Category 'nowhere,absent' not found"),
    )
    expect(select({ category: 'nowhere,art' }).applied).toEqual({ category: 'nowhere,art' })
  })

  it('lists the newest first with sort=latest, page by page', () => {
    const dayOf = (id: string) => Number(id.slice(4)) % 28
    for (const request of [...asked, {}]) {
      const { total } = select(request)
      const pages = [0, 10, 20, 30].flatMap(
        (offset) => select({ ...request, sort: 'latest', offset }).ids,
      )
      expect(pages.length).toBe(Math.min(40, total))
      expect(new Set(pages).size).toBe(pages.length)
      const days = pages.map(dayOf)
      expect(days).toEqual([...days].sort((one, other) => other - one))
    }
    expect(select({ sort: 'latest', offset: 999 }).ids).toEqual([])
    expect(select({ sort: 'latest', count: 2, exclude: ['row-27'] }).ids).toEqual(['row-55'])
  })
})

describe('selectWallpapers for a box', () => {
  const index = [
    ...makeIndexRows(4, (n) => ({ file_name: `wide-${n}`, width: 1920, height: 1080 })),
    ...makeIndexRows(30, (n) => ({ file_name: `tall-${n}`, width: 1080, height: 1920 })),
  ]
  const { select } = selectFrom(makeCatalogue({ index }))
  const [wide, tiny] = [
    { boxShape: toBoxShape({ width: 16, height: 9 }) },
    { boxShape: toBoxShape({ width: 1, height: 99 }) },
  ]
  const wides = ['wide-0', 'wide-1', 'wide-2', 'wide-3']

  it('prefers wallpapers of which the crop shows at least half', () => {
    for (let time = 0; time < 20; time++) {
      const { ids, total } = select({ count: 3, preferences: [wide] })
      expect(wides).toEqual(expect.arrayContaining(ids))
      expect(total).toBe(4)
    }
  })

  it('adds others when too few fit, and takes others when none does', () => {
    const { ids } = select({ count: 34, preferences: [wide] })
    expect(new Set(ids).size).toBe(34)
    expect(ids.slice(0, 4).toSorted()).toEqual(wides)
    expect(select({ count: 10, preferences: [tiny] }).ids).toHaveLength(10)
    expect(select({ count: 1, preferences: [wide], exclude: wides }).ids).toHaveLength(1)
  })

  it('prefers wallpapers of unknown size to those that do not fit', () => {
    const unknown = makeIndexRow({ file_name: 'unknown', width: null })
    const some = selectFrom(makeCatalogue({ index: [...index.slice(4), unknown] }))
    expect(some.select({ count: 1, preferences: [wide] }).ids).toEqual(['unknown'])
  })
})
