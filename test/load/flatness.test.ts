import { describe, expect, it } from 'vitest'
import { findCourse, percentileOf } from './flatness.ts'

/** A look every 20 seconds. */
const looks = (values: readonly number[]) => values.map((value, at) => ({ at: at * 20_000, value }))

describe('findCourse', () => {
  it('tells what grows from what stays', () => {
    expect(findCourse(looks([100, 101, 102, 103, 104]))).toEqual({ median: 102, perMinute: 3 })
    expect(findCourse(looks([100, 100, 100])).perMinute).toBe(0)
    expect(findCourse(looks([102, 101, 100])).perMinute).toBe(-3)
  })

  it('is bent by no single peak', () => {
    const calm = Array.from({ length: 21 }, () => 200)
    expect(findCourse(looks(calm.with(20, 900))).perMinute).toBe(0)
    expect(findCourse(looks(calm.with(3, 900).with(17, 20))).perMinute).toBe(0)
  })

  it('knows nothing of nothing', () => {
    expect(findCourse([])).toEqual({ median: 0, perMinute: 0 })
  })
})

describe('percentileOf', () => {
  it('is the value that a part of all is below', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(percentileOf(hundred, 0.5)).toBe(51)
    expect(percentileOf(hundred, 0.99)).toBe(100)
    expect(percentileOf(hundred, 1)).toBe(100)
  })
})
