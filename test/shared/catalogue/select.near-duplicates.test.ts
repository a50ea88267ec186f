import { describe, expect, it } from 'vitest'
import { type SelectRequest, selectWallpapers } from '../../../shared/catalogue/select.ts'
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

  it('50 tabs that exclude their history never show near-duplicates in a row', () => {
    const catalogue = ofGroups(Array<number>(60).fill(3))
    const exclude: string[] = []
    const groups = new Set<number | undefined>()
    for (let tab = 0; tab < 50; tab++) {
      const [row = 0] = selectFrom(catalogue, { exclude })
      exclude.push(catalogue.idAt(row))
      groups.add(catalogue.groupAt?.(row))
    }
    expect(groups.size).toBe(50)
  })

  it('every picture is equally likely, and with an exclusion every picture that is left', () => {
    const catalogue = ofGroups([5, 3, ...Array<number>(22).fill(1)])
    const count = (request: Partial<SelectRequest>) => {
      const counts = Array<number>(30).fill(0)
      for (let round = 0; round < 30_000; round++) {
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
