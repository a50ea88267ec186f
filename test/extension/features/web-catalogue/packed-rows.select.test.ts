import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRow, selectRows } from '../../../../extension/features/web-catalogue/packed-rows.ts'
import { selectWallpapers } from '../../../../shared/catalogue/select.ts'
import type { WallpaperFilters } from '../../../../shared/filters.ts'
import { makeCatalogue, makeIndexRow, makeIndexRows, makeRandom } from '../../../builders.ts'
import { packIndex } from '../../fakes/pack-index.ts'

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
  it('selects from the rows from which a server selects', async () => {
    const index = makeIndexRows(60, (at) => ({
      category: ['#nature', '#art', '#cars'][at % 3],
      orientation: null,
      ...[
        { width: 3840, height: 2160 },
        { width: 1080, height: 2400 },
        { width: 900, height: 900 },
        { width: 3440, height: 1440 },
      ][at % 4],
      data: {
        primary_colors: [['blue'], ['red', 'gold'], []][at % 3],
        palette: ['#336699', '#AA1133', '#F0F0F0'].slice(at % 3),
        luminance: (at % 10) / 10,
      },
    }))
    const { rows } = await packIndex(index)
    const server = makeCatalogue({ index })
    const one = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
    const filters = fc.record({
      type: one<'desktop' | 'mobile'>('desktop', 'mobile'),
      category: one(['nature'], ['art', 'cars'], ['none']),
      color: one(['blue'], ['gold', 'red'], ['#336699'], ['none']),
      tone: one<'dark' | 'light'>('dark', 'light'),
      ratio: one(['16x9'], ['portrait', 'square'], ['21x9']),
      atleast: one({ width: 2560, height: 1440 }),
    })
    const ofServer = (asked: WallpaperFilters) => {
      try {
        const { rows: chosen } = selectWallpapers(
          server,
          { ...asked, count: 60, exclude: [] },
          random,
        )
        return chosen.map(server.idAt)
      } catch {
        return []
      }
    }
    fc.assert(
      fc.property(filters, (asked) => {
        const chosen = selectRows(rows, asked, { count: 60, exclude: [], random })
        expect(idsOf(index, chosen).sort()).toEqual(ofServer(asked).sort())
      }),
    )
  })

  it('never selects an excluded wallpaper, and nothing when all are excluded', async () => {
    const index = makeIndexRows(5)
    expect((await select(index, {}, { exclude: ['row-1', 'row-3', 'gone'] })).sort()).toEqual([
      'row-0',
      'row-2',
      'row-4',
    ])
    expect(
      await select(
        index,
        { type: 'desktop' },
        { exclude: index.map(({ file_name }) => String(file_name)) },
      ),
    ).toEqual([])
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
