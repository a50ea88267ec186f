import { describe, expect, it } from 'vitest'
import { sampleDistinct } from '../../../shared/catalogue/draw.ts'
import { makeRandom } from '../../builders.ts'
import { unfairness } from './unfairness.ts'

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
