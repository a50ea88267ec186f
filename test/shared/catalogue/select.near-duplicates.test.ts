import { describe, expect, it } from 'vitest'
import {
  type SelectableCatalogue,
  type SelectRequest,
  selectWallpapers,
} from '../../../shared/catalogue/select.ts'
import { selectForDay } from '../../../shared/catalogue/today.ts'
import { makeCatalogue, makeIndexRows, makeRandom } from '../../builders.ts'
import { unfairness } from './unfairness.ts'

const random = makeRandom('near-duplicates')
const hex = (number: number) => number.toString(16).padStart(8, '0')
const makeHash = () => hex(Math.floor(random() * 2 ** 32)) + hex(Math.floor(random() * 2 ** 32))

/** Makes a catalogue in which the rows `row-0`, `row-1` … of one group look the same. */
const ofGroups = (sizes: readonly number[]) => {
  const hashes = sizes.flatMap((size) => Array<string>(size).fill(makeHash()))
  return makeCatalogue({
    index: makeIndexRows(hashes.length, (row) => ({ data: { phash: hashes[row] } })),
  })
}

const selectFrom = (catalogue: ReturnType<typeof ofGroups>, request: Partial<SelectRequest>) =>
  selectWallpapers(catalogue, { count: 1, exclude: [], ...request }, random).rows

/** Returns the smallest distance of two places with near-duplicates. */
const nearest = (
  { groupAt = () => 0 }: Pick<SelectableCatalogue, 'groupAt'>,
  rows: readonly number[],
) => {
  const distances = rows.map((row, at) => {
    const group = groupAt(row)
    const next = rows.findIndex((other, place) => place > at && groupAt(other) === group)
    return group === 0 || next === -1 ? rows.length : next - at
  })
  return Math.min(...distances)
}

describe('selectWallpapers with near-duplicates', () => {
  it('an answer never has two of them while other pictures match', () => {
    const catalogue = ofGroups([30, 30, 1, 1, 1, 1])
    for (let round = 0; round < 200; round++) {
      const rows = selectFrom(catalogue, { count: 6 })
      expect(rows).toHaveLength(6)
      const groups = rows.map((row) => catalogue.groupAt?.(row)).filter((group) => group !== 0)
      expect(new Set(groups).size).toBe(groups.length)
    }
  })

  it('an answer is filled up with them when nothing else matches', () => {
    expect(new Set(selectFrom(ofGroups([5, 1]), { count: 4 })).size).toBe(4)
  })

  it('excluding a picture excludes its near-duplicates while other pictures match', () => {
    const catalogue = ofGroups([4, 1, 1])
    for (let round = 0; round < 100; round++)
      expect(selectFrom(catalogue, { exclude: ['row-1'] })[0]).toBeGreaterThanOrEqual(4)
    const exclude = ['row-1', 'row-4', 'row-5']
    expect([0, 2, 3]).toContain(selectFrom(catalogue, { exclude })[0])
  })

  it('pages of a seed show every picture once, and near-duplicates far from each other', () => {
    const catalogue = ofGroups([...Array<number>(300).fill(3), ...Array<number>(1_300).fill(1)])
    for (const seed of ['one', 'two', 'three']) {
      const pages = Array.from({ length: 88 }, (_, page) =>
        selectFrom(catalogue, { count: 25, seed, page: page + 1 }),
      )
      const rows = pages.flat()
      expect(new Set(rows).size).toBe(2_200)
      expect(selectFrom(catalogue, { count: 60, seed, offset: 1_070 })).toEqual(
        rows.slice(1_070, 1_130),
      )
      expect(nearest(catalogue, rows)).toBeGreaterThan(50)
    }
    expect(selectFrom(catalogue, { count: 25, seed: 'one', page: 89 })).toEqual([])
  })

  it('the pictures of following days are not near-duplicates, when the order starts again either', () => {
    const catalogue = ofGroups([...Array<number>(50).fill(3), ...Array<number>(50).fill(1)])
    const rows = Array.from({ length: 400 }, (_, day) => selectForDay(catalogue, {}, day)[0] ?? -1)
    expect(new Set(rows.slice(0, 200)).size).toBe(200)
    expect(nearest(catalogue, rows)).toBeGreaterThan(50)
  })

  it('a seed with an exclusion prefers pictures that look different from it', () => {
    const catalogue = ofGroups([2, 2, 2])
    for (const seed of ['one', 'two', 'three', 'four']) {
      const rows = selectFrom(catalogue, { count: 6, seed, exclude: ['row-0'] })
      expect(rows).toHaveLength(5)
      expect(rows.indexOf(1)).toBeGreaterThan(1)
    }
  })

  it('every picture is equally likely, and with an exclusion every picture that is left', () => {
    const catalogue = ofGroups([5, 3, ...Array<number>(22).fill(1)])
    const count = (request: Partial<SelectRequest>) => {
      const counts = Array<number>(30).fill(0)
      for (let round = 0; round < 10_000; round++) {
        const [row = 0] = selectFrom(catalogue, request)
        counts[row] = (counts[row] ?? 0) + 1
      }
      return counts
    }
    expect(unfairness(count({}))).toBeLessThan(4)
    const left = count({ exclude: ['row-2', 'row-20'] })
    expect(left.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(unfairness(left.filter((_, row) => row >= 5 && row !== 20))).toBeLessThan(4)
  })
})
