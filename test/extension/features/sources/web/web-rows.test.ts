import { describe, expect, it } from 'vitest'
import { noSizing, readWebRows } from '../../../../../extension/features/sources/web/web-rows.ts'
import type { WallpaperFilters } from '../../../../../shared/filters.ts'
import { makeIndexRow, makeIndexRows, makeRandom } from '../../../../builders.ts'
import sampleRows from '../../../../data/index.rows.json' with { type: 'json' }

const read = (index: unknown, options: Parameters<typeof readWebRows>[1] = {}) =>
  readWebRows(new Blob([JSON.stringify(index)]), { pause: async () => {}, ...options })
type Rows = Awaited<ReturnType<typeof read>>

const describeAll = ({ size, describe }: Rows, folder?: string) =>
  describe([...Array(size).keys()], { folder, sizing: noSizing })

describe('readWebRows', () => {
  it('reads every row that has a picture file', async () => {
    const rows = await readWebRows(new Blob([`\uFEFF${JSON.stringify(sampleRows, null, 2)}\n`]))
    const usable = sampleRows.filter((row) => row.file_main_name)
    expect(rows.skipped).toBe(sampleRows.length - usable.length)
    const found = describeAll(rows, 'https://walls.test/')
    expect(found.map(({ id }) => id)).toEqual(usable.map(({ file_name }) => file_name))
    expect(rows.rowOf(usable[1]?.file_name ?? '')).toBe(1)
    expect(rows.rowOf('gone')).toBeUndefined()
  })

  it('one bad row never costs another', async () => {
    const names = [{ file_name: 'x' }, { file_main_name: '../secret.png' }, { file_name: 'a/../b' }]
    const long = makeIndexRow({ data: { scene_description: 'a'.repeat(1_000_000) } })
    const bad = [null, 5, [], {}, long, ...names]
    const moon = makeIndexRow({ file_name: 'moon' })
    const rows = await read([...bad, makeIndexRow(), ...bad, moon])
    expect([rows.size, rows.skipped]).toEqual([2, 2 * bad.length])
  })

  it('reads the first of two rows with the same id, and a limited number of rows', async () => {
    const twins = ['#art', '#cars'].map((category) => makeIndexRow({ category }))
    const rows = await read(twins)
    expect([rows.named.category.values, rows.skipped]).toEqual([['art'], 1])
    const { size, skipped } = await read(makeIndexRows(7), { mostRows: 5 })
    expect([size, skipped]).toEqual([5, 2])
  })

  it('lets others work again and again', async () => {
    let pauses = 0
    await read(makeIndexRows(2_000), { pause: async () => void pauses++ })
    expect(pauses).toBeGreaterThan(1)
  })

  it('describes the files that a list in another layout names', async () => {
    const [url, image_url] = ['https://walls.test/lake.jpg', 'https://walls.test/small.jpg']
    const [lake] = describeAll(await read([{ ...makeIndexRow(), url, image_url }]))
    expect(lake).toMatchObject({ url, image_url, preview_url: url })
  })
})

describe('select', () => {
  const random = makeRandom('select-rows')
  const select = async (
    index: readonly ReturnType<typeof makeIndexRow>[],
    filters: WallpaperFilters = {},
    exclude: string[] = [],
  ) => {
    const chosen = (await read(index)).select(filters, { count: 10, exclude, random })
    return chosen.map((row) => index[row]?.file_name)
  }
  const unmeasured = { width: null, height: null, orientation: null }

  it('never selects an excluded wallpaper, and nothing when all are excluded', async () => {
    const index = makeIndexRows(5)
    const some = await select(index, {}, ['row-1', 'row-3', 'gone'])
    expect(some.sort()).toEqual(['row-0', 'row-2', 'row-4'])
    const exclude = index.map(({ file_name }) => String(file_name))
    expect(await select(index, { type: 'desktop' }, exclude)).toEqual([])
  })

  it('wallpapers whose shape is not known come after those that match, and before those that do not', async () => {
    const index = [
      makeIndexRow({ file_name: 'wide' }),
      makeIndexRow({ file_name: 'tall', orientation: 'Mobile', width: 1080, height: 1920 }),
      makeIndexRow({ file_name: 'unknown', ...unmeasured }),
    ]
    expect(await select(index, { type: 'desktop' })).toEqual(['wide', 'unknown'])
    expect(await select(index, { type: 'desktop' }, ['wide'])).toEqual(['unknown'])
    expect(await select(index, { ratio: ['16x9'] })).toEqual(['wide', 'unknown'])
    expect(await select(index.slice(1), { type: 'desktop' })).toEqual(['unknown'])
    expect(await select(index.slice(1, 2), { type: 'desktop' })).toEqual(['tall'])
  })

  it.each<[string, WallpaperFilters, object, string[]]>([
    ['dark, or of unknown luminance', { tone: 'dark' }, { luminance: 0.05 }, ['yes', 'unknown']],
    ['near a hex color', { color: ['#336699'] }, { palette: ['#336699'] }, ['yes']],
    ['tagged', { tag: ['lake'] }, { tags: ['lake'] }, ['yes']],
    ['free', { license: 'free' }, { license: 'CC0' }, ['yes']],
  ])('selects only what is %s', async (_what, filters, data, expected) => {
    const no = { luminance: 0.8, palette: ['#FFCC00'], tags: ['sea'], license: 'CC BY-NC 4.0' }
    const index = [{}, no, data].map((each, at) =>
      makeIndexRow({ file_name: ['unknown', 'no', 'yes'][at], data: { tags: [], ...each } }),
    )
    expect(await select(index, filters)).toEqual(expected)
  })
})

describe('search', () => {
  it('finds the best match first, whatever rows were skipped', async () => {
    const names = ['sea', 'lake-view', 'alpine-dawn'].map((file_name) =>
      makeIndexRow({ file_name }),
    )
    const rows = await read([null, ...names, { file_name: 'x' }])
    expect(rows.search('alpine')).toEqual([2])
    expect(rows.search('zebra')).toEqual([])
  })
})
