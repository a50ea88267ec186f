import { describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import type { Catalogue, SizeFilter } from '../../../../server/catalogue/catalogue.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import type { Pool } from '../../../../shared/catalogue/select.ts'
import { toDeviceType } from '../../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../../shared/catalogue/wallpaper.ts'
import type { ColorRecord } from '../../../../shared/catalogue-api.ts'
import {
  createComparison,
  type PoolFilters,
  toTags,
  type WallpaperFilters,
} from '../../../../shared/filters.ts'
import {
  listWallpapers,
  makeCatalogue,
  makeDocument,
  makeIndexRow,
  makeIndexRows,
  makeRandom,
  readAnswer,
} from '../../../builders.ts'
import sampleRows from '../../../data/index.rows.json' with { type: 'json' }
import { expectDefined } from '../../../expect-defined.ts'

const idsIn = (catalogue: Catalogue, pool: Pool) =>
  Array.from({ length: pool.size }, (_, position) => catalogue.idAt(pool.rowAt(position))).sort()

const countSkipped = (index: readonly unknown[]) =>
  createCatalogue(makeDocument({ index }), prepareAnswer).findings.skipped

const colorNamesOf = (catalogue: Catalogue) =>
  (readAnswer(catalogue, 'colors') as ColorRecord[]).map(({ name }) => name)

describe('createCatalogue', () => {
  it('leaves the dead row of a real index out and counts it', () => {
    const index = sampleRows
    const catalogue = makeCatalogue({ index })
    expect(listWallpapers(catalogue).map(({ id }) => id)).toEqual([
      'pixel-cat-moody',
      'anime-neon-art',
      'dark-rider-ruin',
      'space-junk-coll',
      'image-48',
      'snake-girl-duality',
    ])
    expect(countSkipped(index)).toBe(1)
    expect(catalogue.find('wallpapers_mc7okhmbnrmyzuojr2mb')).toBeUndefined()
    expect(readAnswer(catalogue, 'index')).toEqual(
      sampleRows.filter(({ file_main_name }) => file_main_name !== ''),
    )
  })

  it('keeps the first of two rows with the same id', () => {
    const index = [makeIndexRow({ category: '#art' }), makeIndexRow({ category: '#cars' })]
    const catalogue = makeCatalogue({ index })
    expect(catalogue.find('lake-view')?.category).toBe('art')
    expect(countSkipped(index)).toBe(1)
    expect(readAnswer(catalogue, 'index')).toEqual([index[0]])
  })

  it('finds no wallpaper under the name of an object property', () => {
    expect(makeCatalogue().find('constructor')).toBeUndefined()
    expect(makeCatalogue().pool({ category: ['constructor'] }).size).toBe(0)
  })

  it('lists its categories, largest first and then by name', () => {
    const names = ['#tech', '#Cars', '#art', '#cars', '']
    const index = makeIndexRows(5, (position) => ({ category: names[position] }))
    expect(readAnswer(makeCatalogue({ index }), 'categories')).toEqual([
      { name: 'cars', count: 2 },
      { name: 'art', count: 1 },
      { name: 'tech', count: 1 },
    ])
  })

  it('lists its tags in lower case, the commonest first and then by name', () => {
    const index = [['Sea', 'lake'], ['lake', 'Lake'], ['Übung', 'sea', 'lake'], []].map(
      (tags, at) => makeIndexRow({ file_name: `row-${at}`, data: { tags } }),
    )
    const catalogue = makeCatalogue({ index })
    expect(readAnswer(catalogue, 'tags')).toEqual([
      { name: 'lake', count: 3 },
      { name: 'sea', count: 2 },
      { name: 'übung', count: 1 },
    ])
    expect(catalogue.listCommonTags()).toEqual(['lake', 'sea', 'übung'])
  })

  it('collects the distinct colors of tags.json in its order (spec §4.5)', () => {
    const tags = [
      { colors: ['red', ' Blue ', 7, ''] },
      { colors: 'green' },
      null,
      7,
      { colours: ['gold'] },
      { colors: ['blue', 'dark-green', 'red'] },
    ]
    expect(colorNamesOf(makeCatalogue({ tags }))).toEqual(['red', 'blue', 'dark-green'])
  })

  it('takes the colors of the index when tags.json has none', () => {
    const index = [makeIndexRow({ data: { primary_colors: ['red'], secondary_colors: ['tan'] } })]
    expect(colorNamesOf(makeCatalogue({ index, tags: [{ colors: [] }] }))).toEqual(['red', 'tan'])
  })

  it.each([
    ['is not valid JSON', '[{'],
    ['is not a JSON array', '{}'],
    ['is not UTF-8 text', Buffer.from('["f\xfcr"]', 'latin1')],
    ['has too many lists inside lists', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['has too many lists inside lists', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
  ])('takes the colors of the index when tags.json %s (%#)', (problem, text) => {
    const index = [makeIndexRow({ data: { primary_colors: ['red'] } })]
    const document = { ...makeDocument({ index }), tags: [Buffer.from(text)] }
    const { catalogue, findings } = createCatalogue(document, prepareAnswer)
    expect(findings.tagsProblem).toBe(problem)
    expect(colorNamesOf(catalogue)).toEqual(['red'])
  })

  it('finds no position outside of a pool', () => {
    expect(() => makeCatalogue().pool({}).rowAt(1)).toThrow(RangeError)
  })

  it('takes categories from file names as whole words, in any case (spec §4.2)', () => {
    const names = ['Old-CARS', 'cars_night', 'racecars', 'my-car', 'lake', 'fast_cars-cars']
    const index = makeIndexRows(names.length, (position) => ({ file_name: names[position] }))
    const catalogue = makeCatalogue({ index })
    expect(idsIn(catalogue, catalogue.poolByName({ category: ['cars'] }))).toEqual([
      'Old-CARS',
      'cars_night',
      'fast_cars-cars',
    ])
    expect(catalogue.pool({ category: ['cars'] }).size).toBe(0)
  })
})

describe('the pools of a catalogue', () => {
  const words = ['art', 'cars', 'moon', 'space', 'sea', '12']
  const categories = ['#art', '#cars', '#Space', '', '#-odd']
  const colors = ['red', 'green', 'blue', 'dark-green', 'black']
  const types = ['Desktop', 'Mobile', 'Square']
  const sides = [1080, 1440, 1920, 2160, 2560, 3840]
  const tags = ['Lake', 'lake', 'people', 'forest', 'night sky']
  const licenses = ['CC BY 4.0', 'CC BY-NC 4.0', '']
  const luminances = [0.05, 0.179, 0.18, 0.3, 0.42, 0.43, 0.9, undefined]

  const makeRandomCatalogue = (seed: string, size: number): Catalogue => {
    const random = makeRandom(seed)
    const pick = <T>(values: readonly T[]): T =>
      expectDefined(values[Math.floor(random() * values.length)])
    const toHex = () =>
      `#${Math.floor(random() * 2 ** 24)
        .toString(16)
        .padStart(6, '0')}`
    const index = makeIndexRows(size, (position) => ({
      file_name: `${pick(words)}-${pick(words)}_${position}`,
      category: pick(categories),
      orientation: pick(types),
      width: random() < 0.3 ? null : pick(sides),
      height: random() < 0.3 ? null : pick(sides),
      data: {
        primary_colors: [pick(colors), pick(colors)],
        secondary_colors: pick(colors),
        palette: Array.from({ length: Math.floor(random() * 7) }, toHex),
        luminance: luminances[Math.floor(random() * luminances.length)],
        tags: [pick(tags), pick(tags)],
        license: pick(licenses),
      },
    }))
    return makeCatalogue({ index })
  }

  const isMatch = (wallpaper: Wallpaper, filters: PoolFilters) =>
    createComparison(filters)({
      ...wallpaper,
      type: toDeviceType(wallpaper.orientation),
      categories: [wallpaper.category],
      tags: toTags(wallpaper.tags),
      isFree: wallpaper.license?.isFree,
      colors: [...wallpaper.primaryColors, ...wallpaper.secondaryColors],
    })

  const carries = ({ id, category }: Wallpaper, word: string) =>
    category === word || id.split(/[-_]/).includes(word)

  const someCategories = [
    undefined,
    ...['art', 'cars', 'space', 'nature', 'moon', 'sea', '12', 'absent', '7'].map((word) => [word]),
    ['art', 'nature'],
    ['moon', 'cars', 'absent'],
    ['-art'],
    ['art', 'moon', '-cars', '-absent'],
    ['--odd', 'cars'],
  ]
  const someColors = [
    undefined,
    ...[...colors, 'absent'].map((word) => [word]),
    ['red', 'blue'],
    ['#336699'],
    ['#cc4444', 'black', '#00ff00'],
    ['red', '-blue', '-#336699'],
  ]
  const someMeasures: PoolFilters[] = [
    {},
    { type: 'desktop' },
    { type: 'mobile' },
    { tone: 'dark' },
    { tone: 'light', type: 'desktop' },
    { ratio: ['16x9', 'portrait'] },
    { atleast: { width: 1920, height: 1080 } },
    { preference: { boxShape: 56 } },
    { tag: ['lake'], license: 'free' },
    { tag: ['forest', 'absent', '-people'] },
    { tag: ['-people', '-absent'], ratio: ['-16x9'] },
    { preference: { boxShape: -56, leastSide: 1280 }, type: 'mobile', tone: 'dark' },
    { tone: 'dark', ratio: ['landscape'], atleast: { width: 1440, height: 1440 } },
  ]
  const filters = someCategories.flatMap((category) =>
    someColors.flatMap((color) => someMeasures.map((rest) => ({ category, color, ...rest }))),
  )

  it.each([0, 1, 2, 10, 300])('agree with a plain filter over %i random rows', (size) => {
    const catalogue = makeRandomCatalogue(`pools-${size}`, size)
    const all = listWallpapers(catalogue)
    for (const filter of filters) {
      const { category, ...rest } = filter
      const matching = all.filter((wallpaper) => isMatch(wallpaper, rest))
      const expected = matching.filter((each) => isMatch(each, { category }))
      const some = category?.filter((word) => !word.startsWith('-')) ?? []
      const none = category?.filter((word) => word.startsWith('-')) ?? []
      const expectedByName = matching.filter(
        (each) =>
          (some.length === 0 || some.some((word) => carries(each, word))) &&
          !none.some((word) => carries(each, word.slice(1))),
      )
      expect(idsIn(catalogue, catalogue.pool(filter))).toEqual(expected.map(({ id }) => id).sort())
      expect(idsIn(catalogue, catalogue.poolByName(filter))).toEqual(
        expectedByName.map(({ id }) => id).sort(),
      )
    }
  })

  it.each([0, 1, 300])('are the same among %i listed wallpapers, as far as they exist', (size) => {
    const catalogue = makeRandomCatalogue(`among-${size}`, 300)
    const listed = listWallpapers(catalogue)
      .slice(0, size)
      .map(({ id }) => id)
    const among = catalogue.among(['gone', ...listed, ...listed.slice(0, 1)])
    const only = (ids: string[]) => ids.filter((id) => listed.includes(id))
    for (const filter of filters) {
      const all = only(idsIn(catalogue, catalogue.pool(filter)))
      expect(idsIn(catalogue, among.pool(filter))).toEqual(all)
      const byName = only(idsIn(catalogue, catalogue.poolByName(filter)))
      expect(idsIn(catalogue, among.poolByName(filter))).toEqual(byName)
    }
  })

  it('say of every row whether it is in them', () => {
    const catalogue = makeRandomCatalogue('has', 100)
    for (const filter of filters) {
      for (const pool of [
        catalogue.pool(filter),
        catalogue.poolByName(filter),
        catalogue.among(['absent', catalogue.idAt(3), catalogue.idAt(4)]).pool(filter),
      ]) {
        const listed = Array.from({ length: pool.size }, (_, at) => pool.rowAt(at))
        const having = Array.from({ length: 100 }, (_, row) => row).filter(pool.has)
        expect(having).toEqual(listed.sort((one, other) => one - other))
      }
    }
  })

  it('with a size leave out the rows whose size is not known', () => {
    const catalogue = makeRandomCatalogue('sizes', 300)
    const all = listWallpapers(catalogue).filter(({ width, height }) => width && height)
    const find = (filter: SizeFilter) => idsIn(catalogue, catalogue.poolBySize(filter))
    const idsOf = (filter: WallpaperFilters) =>
      all
        .filter((wallpaper) => isMatch(wallpaper, filter))
        .map(({ id }) => id)
        .sort()
    expect(find({})).toEqual(idsOf({}))
    expect(find({ tag: 'mobile', tone: 'dark' })).toEqual(
      idsOf({ ratio: ['portrait'], tone: 'dark' }),
    )
    expect(find({ resolution: '1440p', category: ['art'] })).toEqual(
      idsOf({ atleast: { width: 2560, height: 1440 }, category: ['art'] }),
    )
  })

  it('count the rows that a filter leaves out because a measure is not known', () => {
    const index = [
      makeIndexRow({ file_name: 'a', data: { luminance: 0.1, palette: ['#336699'] } }),
      makeIndexRow({ file_name: 'b', width: null, data: { luminance: 0.1 } }),
      makeIndexRow({ file_name: 'c', category: '#art', data: { palette: ['#336699'] } }),
      makeIndexRow({ file_name: 'd', category: '#art', height: 'x', data: { luminance: 0.3 } }),
    ]
    const catalogue = makeCatalogue({ index })
    expect(catalogue.unmeasured).toEqual({ size: 2, luminance: 1, palette: 2 })
    const count = catalogue.countUnmeasured
    expect(count({})).toBe(0)
    expect(count({ tone: 'light' })).toBe(1)
    expect(count({ tone: 'light', ratio: ['16x9'] })).toBe(3)
    expect(count({ tone: 'light', category: ['nature'] })).toBe(0)
    expect(count({ atleast: { width: 1, height: 1 }, category: ['nature'] })).toBe(1)
    expect(count({ color: ['#000000', 'blue'] })).toBe(2)
    expect(count({ color: ['blue'] })).toBe(0)
    expect(count({ license: 'free', category: ['art'] })).toBe(2)
  })

  it('list the newest rows first, and rows without a date last', () => {
    const dates = ['2026-01-02', undefined, '2026-01-03', '1960-05-05', '2026-01-02', '2025-12-31']
    const index = dates.map((timestamp, at) => makeIndexRow({ file_name: `w${at}`, timestamp }))
    const catalogue = makeCatalogue({ index })
    expect(dates.map((_, place) => catalogue.newestAt(place))).toEqual([2, 0, 4, 5, 1, 3])
  })
})
