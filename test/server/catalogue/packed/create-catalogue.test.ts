import { describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import type { Catalogue, Pool, WallpaperFilter } from '../../../../server/catalogue/catalogue.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import type { Wallpaper } from '../../../../server/catalogue/wallpaper.ts'
import { toDeviceType } from '../../../../server/pictures/shape-and-format.ts'
import type { ColorRecord } from '../../../../shared/catalogue-api.ts'
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

const colorNamesOf = (catalogue: Catalogue) =>
  (readAnswer(catalogue, 'colors') as ColorRecord[]).map(({ name }) => name)

describe('createCatalogue', () => {
  it('leaves the dead row of a real index out and counts it', () => {
    const catalogue = makeCatalogue({ index: sampleRows })
    expect(listWallpapers(catalogue).map(({ id }) => id)).toEqual([
      'pixel-cat-moody',
      'anime-neon-art',
      'dark-rider-ruin',
      'space-junk-coll',
      'image-48',
      'snake-girl-duality',
    ])
    expect(catalogue.skipped).toBe(1)
    expect(catalogue.find('wallpapers_mc7okhmbnrmyzuojr2mb')).toBeUndefined()
    expect(readAnswer(catalogue, 'index')).toEqual(
      sampleRows.filter(({ file_main_name }) => file_main_name !== ''),
    )
  })

  it('keeps the other rows when one is broken', () => {
    const index = [null, makeIndexRow({ file_name: 'a' }), 7, { file_main_name: '../b' }]
    const catalogue = makeCatalogue({ index })
    expect(listWallpapers(catalogue).map(({ id }) => id)).toEqual(['a'])
    expect(catalogue.skipped).toBe(3)
  })

  it.each([
    ['', 'index.json is not valid JSON'],
    ['[{"file_name": "la', 'index.json is not valid JSON'],
    ['{"rows": []}', 'index.json is not a JSON array'],
  ])('says what is wrong with an index of %j', (text, problem) => {
    const document = { ...makeDocument(), index: [new TextEncoder().encode(text)] }
    expect(() => createCatalogue(document, prepareAnswer)).toThrow(
      expect.objectContaining({
        code: 'CATALOGUE_UNAVAILABLE',
        message: expect.stringContaining(problem),
      }),
    )
  })

  it.each(['', '[{"colors": ["bl', 'null', '{}'])('does without a tags.json of %j', (text) => {
    const document = { ...makeDocument(), tags: [new TextEncoder().encode(text)] }
    expect(colorNamesOf(createCatalogue(document, prepareAnswer).catalogue)).toEqual(['blue'])
  })

  it('keeps the first of two rows with the same id', () => {
    const index = [makeIndexRow({ category: '#art' }), makeIndexRow({ category: '#cars' })]
    const catalogue = makeCatalogue({ index })
    expect(catalogue.find('lake-view')?.category).toBe('art')
    expect(catalogue.skipped).toBe(1)
    expect(readAnswer(catalogue, 'index')).toEqual([index[0]])
  })

  it('finds no wallpaper under the name of an object property', () => {
    expect(makeCatalogue().find('constructor')).toBeUndefined()
    expect(makeCatalogue().pool({ category: 'constructor' }).size).toBe(0)
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

  it('matches colors in arrays as whole words', () => {
    const catalogue = makeCatalogue({ index: sampleRows })
    expect(idsIn(catalogue, catalogue.pool({ color: 'green' }))).toEqual(['image-48'])
    expect(idsIn(catalogue, catalogue.pool({ color: 'dark-green' }))).toEqual(['dark-rider-ruin'])
    expect(idsIn(catalogue, catalogue.pool({ color: 'gold' }))).toEqual(['space-junk-coll'])
  })

  it('has square and unknown shapes in no device type', () => {
    const index = [
      makeIndexRow({ file_name: 'square', orientation: '', width: 9, height: 9 }),
      makeIndexRow({ file_name: 'unknown', orientation: '', width: null }),
    ]
    const catalogue = makeCatalogue({ index })
    expect(catalogue.pool({}).size).toBe(2)
    expect(catalogue.pool({ type: 'desktop' }).size + catalogue.pool({ type: 'mobile' }).size).toBe(
      0,
    )
  })

  it('finds no position outside of a pool', () => {
    expect(() => makeCatalogue().pool({}).rowAt(1)).toThrow(RangeError)
  })

  it('takes categories from file names as whole words, in any case (spec §4.2)', () => {
    const names = ['Old-CARS', 'cars_night', 'racecars', 'my-car', 'lake', 'fast_cars-cars']
    const index = makeIndexRows(names.length, (position) => ({ file_name: names[position] }))
    const catalogue = makeCatalogue({ index })
    expect(idsIn(catalogue, catalogue.poolByName({ category: 'cars' }))).toEqual([
      'Old-CARS',
      'cars_night',
      'fast_cars-cars',
    ])
    expect(catalogue.pool({ category: 'cars' }).size).toBe(0)
  })

  it('finds space-junk-coll by the word space, which is no category of the index', () => {
    const catalogue = makeCatalogue({ index: sampleRows })
    const find = (filter: WallpaperFilter) =>
      idsIn(catalogue, catalogue.poolByName({ category: 'space', ...filter }))
    expect(find({})).toEqual(['space-junk-coll'])
    expect(find({ color: 'gold', type: 'desktop' })).toEqual(['space-junk-coll'])
    expect(find({ type: 'mobile' })).toEqual([])
    expect(find({ color: 'pink' })).toEqual([])
  })

  it('lists a wallpaper once whose name repeats its category', () => {
    const index = [makeIndexRow({ file_name: 'art-of-art', category: '#art' })]
    const catalogue = makeCatalogue({ index })
    expect(idsIn(catalogue, catalogue.poolByName({ category: 'art' }))).toEqual(['art-of-art'])
  })
})

describe('the pools of a catalogue', () => {
  const words = ['art', 'cars', 'moon', 'space', 'sea', '12']
  const categories = ['#art', '#cars', '#Space', '', '#nature']
  const colors = ['red', 'green', 'blue', 'dark-green', 'black']
  const types = ['Desktop', 'Mobile', 'Square']

  const makeRandomCatalogue = (seed: string, size: number): Catalogue => {
    const random = makeRandom(seed)
    const pick = <T>(values: readonly T[]): T =>
      expectDefined(values[Math.floor(random() * values.length)])
    const index = makeIndexRows(size, (position) => ({
      file_name: `${pick(words)}-${pick(words)}_${position}`,
      category: pick(categories),
      orientation: pick(types),
      width: null,
      data: { primary_colors: [pick(colors), pick(colors)], secondary_colors: pick(colors) },
    }))
    return makeCatalogue({ index })
  }

  const isMatch = (wallpaper: Wallpaper, { color, type }: WallpaperFilter) =>
    (color === undefined ||
      [...wallpaper.primaryColors, ...wallpaper.secondaryColors].includes(color)) &&
    (type === undefined || toDeviceType(wallpaper.orientation) === type)

  const carries = ({ id, category }: Wallpaper, word: string) =>
    category === word || id.split(/[-_]/).includes(word)

  const filters: WallpaperFilter[] = [
    undefined,
    'art',
    'cars',
    'space',
    'nature',
    'moon',
    'sea',
    '12',
    'absent',
    '7',
  ].flatMap((category) =>
    [undefined, ...colors, 'absent'].flatMap((color) =>
      ([undefined, 'desktop', 'mobile'] as const).map((type) => ({ category, color, type })),
    ),
  )

  it.each([0, 1, 2, 10, 300])('agree with a plain filter over %i random rows', (size) => {
    const catalogue = makeRandomCatalogue(`pools-${size}`, size)
    for (const filter of filters) {
      const { category } = filter
      const matching = listWallpapers(catalogue).filter((wallpaper) => isMatch(wallpaper, filter))
      const expected = matching.filter(
        (each) => category === undefined || each.category === category,
      )
      const expectedByName = matching.filter(
        (each) => category === undefined || carries(each, category),
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
})
