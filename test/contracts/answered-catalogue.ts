import { describe, expect, it } from 'vitest'
import type { RowCatalogue } from '../../shared/catalogue/row-catalogue.ts'
import type { Pool } from '../../shared/catalogue/select.ts'
import { toDeviceType } from '../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import {
  createComparison,
  type FilterName,
  filterDocs,
  filterForms,
  filterNames,
  filters,
  type PoolFilters,
  readFilters,
  toTags,
  type WallpaperFilters,
} from '../../shared/filters.ts'
import { makeIndexRow, makeIndexRows, makeRandom } from '../builders.ts'

export type TestedCatalogue = RowCatalogue

const words = ['art', 'cars', 'moon', 'space', '12']
const sizes = [...filterForms.atleast.values, '1080x1920', '1440x1440', '3440x1440']

export const makeRandomRows = (seed: string, size: number) => {
  const random = makeRandom(seed)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]
  const toHex = () =>
    `#${Math.floor(random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`
  return makeIndexRows(size, (position) => {
    const [width, height] = pick(sizes)?.split('x').map(Number) ?? []
    return {
      file_name: `${pick(words)}-${pick(words)}_${position}`,
      category: pick(['#art', '#cars', '#Nature', '', '#-odd']),
      orientation: pick(['Desktop', 'Mobile', 'Square']),
      width: random() < 0.3 ? null : width,
      height: random() < 0.3 ? null : height,
      timestamp: pick(['2026-01-02', undefined, '2026-01-03', '1960-05-05', '2025-12-31']),
      data: {
        primary_colors: [pick(['red', 'blue', 'black']), pick(['red', 'green'])],
        secondary_colors: pick(['red', 'dark-green', 'blue']),
        palette: [toHex(), toHex(), '#336699'].slice(0, Math.floor(random() * 4)),
        luminance: pick([0.05, 0.179, 0.18, 0.3, 0.42, 0.43, 0.9, undefined]),
        tags: [pick(['Lake', 'lake', 'people']), pick(['forest', 'night sky'])],
        license: pick(['CC BY 4.0', 'CC BY-NC 4.0', '']),
        source: pick(['news', 'commons', undefined]),
        taken_at: pick(['2019-01-02', '2020-02-29', undefined]),
      },
    }
  })
}

const measuresOf = ({ width, height, luminance, palette }: Wallpaper) => ({
  width,
  height,
  luminance,
  palette,
})

export const isMatch = (wallpaper: Wallpaper, given: PoolFilters, isByName = false): boolean =>
  createComparison(given)({
    ...measuresOf(wallpaper),
    type: toDeviceType(wallpaper.orientation),
    categories: [wallpaper.category, ...(isByName ? wallpaper.id.split(/[-_]/) : [])],
    colors: [...wallpaper.primaryColors, ...wallpaper.secondaryColors],
    tags: toTags(wallpaper.tags),
    isFree: wallpaper.license?.isFree,
    source: wallpaper.source ?? '',
    takenOn: wallpaper.takenOn,
  }) === true

// The table of filters has values of each filter, so a new filter needs no line here.
const listValues = (name: FilterName): WallpaperFilters[] => {
  const { words: all = [], isList } = filters[name]
  const { example = '' } = filterDocs[name]
  const single = isList ? example.split(',') : []
  const unwanted = single.map((value) => `-${value.replace('-', '')}`)
  const texts = [example, ...all, ...single, ...unwanted, ...filterForms[name].values, 'absent']
  const read = texts.map((text) => readFilters((asked) => (asked === name ? text : undefined)))
  return read.filter((given) => given[name] !== undefined)
}

const values = new Map(filterNames.map((name) => [name, listValues(name)]))

/** Requests with each value of each filter, and with two filters. */
export const requests: WallpaperFilters[] = [
  {},
  ...[...values.values()].flat(),
  ...filterNames.flatMap((one, at) =>
    filterNames
      .slice(at + 1)
      .flatMap((other) =>
        (values.get(one) ?? [])
          .slice(0, 2)
          .flatMap((first) =>
            (values.get(other) ?? []).slice(0, 2).map((second) => ({ ...first, ...second })),
          ),
      ),
  ),
  // A category may begin with a minus.
  { category: ['--odd', 'cars'] },
  Object.assign({}, ...[...values.values()].map(([first]) => first)),
]
const preferring: PoolFilters[] = [{ boxShape: 56 }, { boxShape: -56, leastSide: 1_280 }].flatMap(
  (preference) => [...values.values()].map(([first]) => ({ ...first, preference })),
)

const listRows = ({ size }: { size: number }) => Array.from({ length: size }, (_, row) => row)
const rowsIn = (pool: Pool) =>
  listRows(pool)
    .map(pool.rowAt)
    .sort((a, b) => a - b)

/** @param create makes a catalogue of rows of `index.json` */
export const testAnsweredCatalogue = (
  name: string,
  create: (index: readonly unknown[]) => TestedCatalogue,
) => {
  describe(`${name} as a catalogue`, () => {
    const catalogue = create(makeRandomRows('catalogue', 150))
    const wallpapers = listRows(catalogue).map(catalogue.at)
    const matching = (given: PoolFilters, isByName = false) =>
      wallpapers.flatMap((one, row) => (isMatch(one, given, isByName) ? [row] : []))

    it.each(filterNames)('is tested with rows that %s accepts, and with others', (name) => {
      const counts = (values.get(name) ?? []).map((given) => matching(given).length)
      expect(counts.some((count) => count > 0 && count < wallpapers.length)).toBe(true)
    })

    it('has a pool of the rows that match, for each filter and each two', () => {
      for (const given of [...requests, ...preferring])
        expect(rowsIn(catalogue.pool(given)), JSON.stringify(given)).toEqual(matching(given))
    })

    it('takes each word of a file name for a category, too', () => {
      for (const given of requests)
        expect(rowsIn(catalogue.poolByName(given)), JSON.stringify(given)).toEqual(
          matching(given, true),
        )
    })

    it('says of every row whether it is in a pool', () => {
      for (const given of requests)
        for (const pool of [
          catalogue.pool(given),
          catalogue.poolByName(given),
          catalogue.among(['absent', catalogue.idAt(3), catalogue.idAt(4)]).pool(given),
        ])
          expect(listRows(catalogue).filter(pool.has)).toEqual(rowsIn(pool))
    })

    it('has the same pools among listed wallpapers, as far as they exist', () => {
      const listed = listRows(catalogue).filter((row) => row % 3 === 0)
      const ids = listed.map(catalogue.idAt)
      const among = catalogue.among(['gone', ...ids, ...ids.slice(0, 2)])
      for (const given of requests) {
        expect(rowsIn(among.pool(given))).toEqual(
          matching(given).filter((row) => listed.includes(row)),
        )
        expect(rowsIn(among.poolByName(given))).toEqual(
          matching(given, true).filter((row) => listed.includes(row)),
        )
      }
    })

    it.each([0, 1])('has pools of %i rows', (size) => {
      const small = create(makeRandomRows('small', size))
      for (const given of requests)
        expect(rowsIn(small.pool(given))).toEqual(
          listRows(small).filter((row) => isMatch(small.at(row), given)),
        )
    })

    it('finds a wallpaper by its id and by its files, and nothing under the name of a property', () => {
      for (const [row, { id, mainFile }] of wallpapers.entries()) {
        expect(catalogue.idAt(row)).toBe(id)
        expect(catalogue.rowOf(id)).toBe(row)
        expect(catalogue.rowOf(mainFile)).toBe(row)
        expect(catalogue.find(id)).toEqual(wallpapers[row])
      }
      for (const name of ['constructor', '__proto__', 'absent'])
        expect(catalogue.find(name)).toBeUndefined()
    })

    it('lists the newest rows first, and rows without a date last', () => {
      const dates = [
        '2026-01-02',
        undefined,
        '2026-01-03',
        '1960-05-05',
        '2026-01-02',
        '2025-12-31',
      ]
      const dated = create(
        dates.map((timestamp, at) => makeIndexRow({ file_name: `w${at}`, timestamp })),
      )
      expect(dates.map((_, place) => dated.newestAt(place))).toEqual([2, 0, 4, 5, 1, 3])
    })

    it('lists its categories and its tags, the commonest first and then by name', () => {
      const rows = ['#space', '#cars', '', '#space', '#art', '#cars'].map((category, at) =>
        makeIndexRow({
          file_name: `w${at}`,
          category,
          data: {
            tags: ['Lake', at % 2 ? 'forest' : 'dawn', ...(at === 0 ? ['fog', 'lake'] : [])],
          },
        }),
      )
      const named = create(rows)
      expect(named.listCategories()).toEqual(['cars', 'space', 'art'])
      expect(named.listCommonTags()).toEqual(['lake', 'dawn', 'forest', 'fog'])
    })
  })
}
