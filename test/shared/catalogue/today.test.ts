import { describe, expect, it } from 'vitest'
import { selectForDay } from '../../../shared/catalogue/today.ts'
import { toBoxShape } from '../../../shared/filter-rules.ts'
import { makeCatalogue, makeIndexRows } from '../../builders.ts'

const toSize = (width?: number, height?: number) => ({ width, height })
const [wide, tall] = [toSize(1920, 1080), toSize(1080, 1920)]
const toCatalogue = (sizes: readonly Partial<typeof wide>[]) =>
  makeCatalogue({ index: makeIndexRows(sizes.length, (at) => sizes[at] ?? {}) })
const days = Array.from({ length: 60 }, (_, day) => day)
const boxShape = toBoxShape({ width: 96, height: 54 })

describe('selectForDay', () => {
  it('selects the same picture for every box that shows at least half of it, else the next one', () => {
    const catalogue = toCatalogue(Array.from({ length: 60 }, (_, at) => (at % 3 ? wide : tall)))
    const order = days.map((day) => selectForDay(catalogue, {}, day)[0])
    const fits = (row = -1) => catalogue.at(row).width === 1920
    expect(order.filter(fits)).toHaveLength(40)
    for (const day of days)
      expect(selectForDay(catalogue, { boxShape }, day)[0]).toBe(
        [...order.slice(day), ...order].find(fits),
      )
  })

  it('finds one that fits however rare it is, and takes any if none fits', () => {
    const rare = toCatalogue([...Array.from({ length: 3_000 }, () => tall), wide])
    expect(selectForDay(rare, { boxShape }, 1)[0]).toBe(3_000)
    const none = toCatalogue(days.map(() => tall))
    expect(selectForDay(none, { boxShape }, 1)).toEqual(selectForDay(none, {}, 1))
  })

  it('takes pictures with a side of 1,280 px or of unknown size before small ones', () => {
    const small = days.map(() => toSize(640, 360))
    const catalogue = toCatalogue([...small, toSize(1280, 720), toSize(720, 1280), toSize()])
    const chosen = new Set(days.flatMap((day) => selectForDay(catalogue, {}, day)))
    expect([...chosen].sort()).toEqual([60, 61, 62])
    expect(selectForDay(catalogue, { boxShape: -64 }, 1)[0]).toBe(61)
    expect(selectForDay(toCatalogue(small), {}, 1)).toHaveLength(3)
    const oneLarge = toCatalogue([...small, wide])
    expect(new Set(days.map((day) => selectForDay(oneLarge, {}, day)[0])).size).toBe(60)
  })
})
