import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCreditedRow } from '../../../shared/catalogue/credits.ts'
import { createRowCatalogue } from '../../../shared/catalogue/row-catalogue.ts'
import type { Pool } from '../../../shared/catalogue/select.ts'
import { selectForDay } from '../../../shared/catalogue/today.ts'
import type { WallpaperFilters } from '../../../shared/filters.ts'
import { makeCatalogue, makeIndexRow } from '../../builders.ts'
import sampleRows from '../../data/index.rows.json' with { type: 'json' }

const ownRows: unknown[] = JSON.parse(readFileSync('server/sample/index.json', 'utf8'))
const unmeasured = makeIndexRow({ file_name: 'amoled-fog', width: undefined, height: undefined })
const rows = [...ownRows, ...sampleRows, unmeasured]
const catalogue = createRowCatalogue(rows.map(parseCreditedRow).filter((row) => row !== undefined))
const packed = makeCatalogue({ index: rows })

const idsOf = ({ size, rowAt }: Pool, { idAt }: { idAt: (row: number) => string }) =>
  Array.from({ length: size }, (_, position) => idAt(rowAt(position))).sort()

const requests: WallpaperFilters[] = [
  {},
  { category: ['nature'] },
  { category: ['amoled', 'cars'], type: 'mobile' },
  { color: ['blue'], tone: 'dark' },
  { color: ['#336699', 'red'] },
  { ratio: ['16x9', 'portrait'] },
  { atleast: { width: 2560, height: 1440 }, tone: 'light' },
  { category: ['nothing'] },
  { tag: ['mountains', 'sea'], category: ['-art'] },
  { tag: ['-fog'], color: ['-blue'], license: 'free' },
]

describe('createRowCatalogue', () => {
  it.each(requests)('finds what the server finds with %j', (filters) => {
    expect(idsOf(catalogue.pool(filters), catalogue)).toEqual(idsOf(packed.pool(filters), packed))
    const { has } = catalogue.pool(filters)
    const listed = idsOf(catalogue.pool(filters), catalogue)
    expect(Array.from({ length: catalogue.size }, (_, row) => row).filter(has)).toHaveLength(
      listed.length,
    )
    expect(catalogue.countUnmeasured(filters)).toBe(packed.countUnmeasured(filters))
    expect(idsOf(catalogue.poolByName(filters), catalogue)).toEqual(
      idsOf(packed.poolByName(filters), packed),
    )
  })

  it('lists what the server lists', () => {
    expect(catalogue.size).toBe(packed.size)
    expect(catalogue.listCategories()).toEqual(packed.listCategories())
    expect(catalogue.listCommonTags()).toEqual(packed.listCommonTags())
    expect(catalogue.find('alpine-dawn')).toEqual(packed.find('alpine-dawn'))
    expect(catalogue.find('nothing')).toBeUndefined()
    const newest = (of: typeof catalogue | typeof packed) =>
      Array.from({ length: of.size }, (_, place) => of.at(of.newestAt(place)).createdAt ?? '')
    expect(newest(catalogue)).toEqual(newest(packed))
    const among = catalogue.among(['alpine-dawn', 'gone', 'amoled-fog'])
    expect(idsOf(among.pool({ category: ['nature'] }), catalogue)).toContain('alpine-dawn')
    expect(among.pool({}).size).toBe(2)
  })

  it('chooses another picture for each day, until all have been', () => {
    const { size } = catalogue
    const chosen = Array.from({ length: size }, (_, day) => selectForDay(catalogue, {}, day)[0])
    expect(new Set(chosen).size).toBe(size)
  })
})
