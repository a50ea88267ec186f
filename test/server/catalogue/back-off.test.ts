import { describe, expect, it } from 'vitest'
import { backOffMs } from '../../../server/catalogue/back-off.ts'

const middle = () => 0.5
const pause = (failures: number, retryAfterSeconds?: number, random = middle) =>
  backOffMs({ failures, retryAfterSeconds, longestMs: 300_000, random }) / 1000

describe('backOffMs', () => {
  it('doubles from one second to five minutes', () => {
    const pauses = Array.from({ length: 12 }, (_, n) => pause(n + 1))
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    expect(pause(5_000)).toBe(300)
  })

  it('moves each pause by a tenth at most', () => {
    expect(pause(3, undefined, () => 0)).toBeCloseTo(3.6)
    expect(pause(3, undefined, () => 0.999999)).toBeCloseTo(4.4)
  })

  it.each([0, 0.5, 0.999999])('never comes sooner than it was asked to, at random %d', (random) => {
    expect(pause(1, 60, () => random)).toBeGreaterThanOrEqual(60)
    expect(pause(1, 3600, () => random)).toBeGreaterThanOrEqual(3600)
    expect(pause(10, 60, () => random)).toBeGreaterThanOrEqual(270)
  })

  it('comes back within a day, whatever it was asked', () => {
    expect(pause(1, 1e12)).toBe(86_400)
  })
})
