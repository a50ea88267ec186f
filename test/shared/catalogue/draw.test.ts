import { describe, expect, it } from 'vitest'
import { permutedSlice, sampleDistinct } from '../../../shared/catalogue/draw.ts'
import { makeRandom } from '../../builders.ts'
import { expectDefined } from '../../expect-defined.ts'
import { unfairness } from './unfairness.ts'

const allPages = (size: number, seed: string, count: number) =>
  Array.from({ length: Math.ceil(size / count) }, (_, page) =>
    permutedSlice(size, { seed, start: page * count, count }),
  ).flat()

describe('permutedSlice', () => {
  it.each([1, 2, 3, 4, 5, 7, 16, 17, 63, 64, 65, 100, 1000, 1024, 1025, 4097, 70_000])(
    'covers %i positions once each, page by page',
    (size) => {
      const positions = allPages(size, 'seed', 7)
      expect(positions).toHaveLength(size)
      expect(new Set(positions).size).toBe(size)
      expect(Math.max(...positions)).toBe(size - 1)
    },
  )

  it.each([10, 990, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER])(
    'is empty past the end, at position %d',
    (start) => {
      expect(permutedSlice(10, { seed: 'seed', start, count: 10 })).toEqual([])
    },
  )

  it.each([2, 3, 10, 60, 100])('puts each of %i positions first equally often', (size) => {
    const counts = new Array<number>(size).fill(0)
    for (let seed = 0; seed < 300 * size; seed++) {
      {
        const [first] = permutedSlice(size, { seed: `seed-${seed}`, start: 0, count: 1 })
        counts[expectDefined(first)] = expectDefined(counts[expectDefined(first)]) + 1
      }
    }
    expect(unfairness(counts)).toBeLessThan(4)
  })

  it('keeps no trace of the catalogue order between neighbors', () => {
    const positions = allPages(1000, 'seed', 10)
    const ascending = positions.filter((position, at) => position > (positions[at - 1] ?? 1000))
    expect(ascending.length).toBeGreaterThan(450)
    expect(ascending.length).toBeLessThan(550)
  })
})

describe('sampleDistinct', () => {
  it('draws distinct positions of the size', () => {
    const random = makeRandom('distinct')
    for (let round = 0; round < 500; round++) {
      const drawn = sampleDistinct(40, 10, random)
      expect(new Set(drawn).size).toBe(10)
      expect(drawn.every((position) => position >= 0 && position < 40)).toBe(true)
    }
  })

  it.each([
    [0, 5, 0],
    [3, 3, 3],
    [3, 10, 3],
    [5, 0, 0],
  ])('of %i asked for %i draws %i', (size, count, expected) => {
    const drawn = sampleDistinct(size, count, makeRandom('few'))
    expect(drawn).toHaveLength(expected)
    expect(new Set(drawn).size).toBe(expected)
  })

  it('draws every subset in every order equally often', () => {
    const random = makeRandom('orders')
    const counts = new Map<string, number>()
    for (let round = 0; round < 60_000; round++) {
      const key = sampleDistinct(5, 3, random).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.size).toBe(60)
    expect(unfairness([...counts.values()])).toBeLessThan(4)
  })
})
