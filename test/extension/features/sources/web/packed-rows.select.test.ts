import { describe, expect, it } from 'vitest'
import { findRow, selectRows } from '../../../../../extension/features/sources/web/packed-rows.ts'
import type { WallpaperFilters } from '../../../../../shared/filters.ts'
import { makeIndexRow, makeIndexRows, makeRandom } from '../../../../builders.ts'
import { packIndex } from '../../../fakes/pack-index.ts'

const random = makeRandom('select-rows')
type Row = ReturnType<typeof makeIndexRow>

const idsOf = (index: readonly Row[], rows: readonly number[]) =>
  rows.map((row) => index[row]?.file_name)

const select = async (
  index: readonly Row[],
  filters: WallpaperFilters = {},
  { count = 10, exclude = [] as string[] } = {},
) => {
  const { rows } = await packIndex(index)
  return idsOf(index, selectRows(rows, filters, { count, exclude, random }))
}

const unmeasured = { width: null, height: null, orientation: null }

describe('selectRows', () => {
  it('never selects an excluded wallpaper, and nothing when all are excluded', async () => {
    const index = makeIndexRows(5)
    const some = await select(index, {}, { exclude: ['row-1', 'row-3', 'gone'] })
    expect(some.sort()).toEqual(['row-0', 'row-2', 'row-4'])
    const exclude = index.map(({ file_name }) => String(file_name))
    expect(await select(index, { type: 'desktop' }, { exclude })).toEqual([])
  })

  it('wallpapers whose shape is not known come after those that match, and before those that do not', async () => {
    const index = [
      makeIndexRow({ file_name: 'wide' }),
      makeIndexRow({ file_name: 'tall', orientation: 'Mobile', width: 1080, height: 1920 }),
      makeIndexRow({ file_name: 'unknown', ...unmeasured }),
    ]
    expect(await select(index, { type: 'desktop' })).toEqual(['wide', 'unknown'])
    expect(await select(index, { type: 'desktop' }, { exclude: ['wide'] })).toEqual(['unknown'])
    expect(await select(index, { ratio: ['16x9'] })).toEqual(['wide', 'unknown'])
    expect(await select(index.slice(1), { type: 'desktop' })).toEqual(['unknown'])
    expect(await select(index.slice(1, 2), { type: 'desktop' })).toEqual(['tall'])
  })

  it('a dark one may be among those whose luminance is not known, but not among the light ones', async () => {
    const index = [
      makeIndexRow({ file_name: 'unknown' }),
      makeIndexRow({ file_name: 'light', data: { luminance: 0.8 } }),
      makeIndexRow({ file_name: 'dark', data: { luminance: 0.05 } }),
    ]
    expect(await select(index, { tone: 'dark' })).toEqual(['dark', 'unknown'])
  })

  it('no picture without a palette is near a hex color', async () => {
    const index = [
      makeIndexRow({ file_name: 'unknown' }),
      makeIndexRow({ file_name: 'near', data: { palette: ['#336699'] } }),
      makeIndexRow({ file_name: 'far', data: { palette: ['#FFCC00'] } }),
    ]
    expect(await select(index, { color: ['#336699'] })).toEqual(['near'])
    expect(await select(index, { color: ['#00ff00', 'none'] })).toEqual([])
  })
})

describe('findRow', () => {
  it('finds a row by its id', async () => {
    const { rows } = await packIndex(makeIndexRows(3))
    expect(['row-0', 'row-2', 'gone'].map((id) => findRow(rows, id))).toEqual([0, 2, undefined])
  })
})
