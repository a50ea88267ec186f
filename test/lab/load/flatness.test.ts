import { describe, expect, it } from 'vitest'
import { findCourse, percentileOf } from './flatness.ts'

const looks = (values: readonly number[]) => values.map((value, at) => ({ at: at * 20_000, value }))

describe('findCourse', () => {
  it('measures growth, standstill and decline', () => {
    expect(findCourse(looks([100, 101, 102, 103, 104]))).toEqual({ median: 102, perMinute: 3 })
    expect(findCourse(looks([100, 100, 100])).perMinute).toBe(0)
    expect(findCourse(looks([102, 101, 100])).perMinute).toBe(-3)
  })

  it('ignores single peaks', () => {
    const calm = Array.from({ length: 21 }, () => 200)
    expect(findCourse(looks(calm.with(20, 900))).perMinute).toBe(0)
    expect(findCourse(looks(calm.with(3, 900).with(17, 20))).perMinute).toBe(0)
  })

  it('is zero without samples', () => {
    expect(findCourse([])).toEqual({ median: 0, perMinute: 0 })
  })
})

describe('percentileOf', () => {
  it('is the value that the given share of all values is below', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(percentileOf(hundred, 0.5)).toBe(51)
    expect(percentileOf(hundred, 0.99)).toBe(100)
    expect(percentileOf(hundred, 1)).toBe(100)
  })
})
