import { describe, expect, it } from 'vitest'
import {
  addUsage,
  sumWeek,
  usageItem,
} from '../../../../extension/features/favorites/storage-report.ts'

const day = (date: number) => new Date(2026, 0, date, 12).getTime()

describe('usage', () => {
  it('adds up today and the six days before', () => {
    const usage = [1, 2, 8].reduce((sum, date) => addUsage(sum, 100, day(date)), {})
    expect(sumWeek(usage, day(8))).toBe(200)
    expect(sumWeek(usage, day(20))).toBe(0)
  })

  it('adds downloads of the same day, and forgets days older than a week', () => {
    const usage = addUsage(addUsage(addUsage({}, 1, day(1)), 5, day(9)), 7, day(9))
    expect(usage).toEqual({ '2026-01-09': 12 })
  })

  it('counts a damaged number as nothing', async () => {
    await usageItem.update(() => ({ '2026-01-08': Number.NaN, '2026-01-09': 7 }))
    expect(sumWeek(await usageItem.read(), day(9))).toBe(7)
  })
})
