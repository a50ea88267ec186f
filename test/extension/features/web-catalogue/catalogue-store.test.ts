import { describe, expect, it } from 'vitest'
import {
  type CatalogueState,
  isDue,
  toNextLook,
  toRetry,
} from '../../../../extension/features/web-catalogue/catalogue-store.ts'

const minute = 60_000
const hour = 60 * minute
const now = 1_800_000_000_000

const state: CatalogueState = {
  layout: 'own',
  digest: '',
  bytes: 1,
  skipped: 0,
  isPartial: false,
  dueAt: 0,
  failures: 0,
  known: [],
}

describe('isDue', () => {
  it.each([
    [0, true],
    [now, true],
    [now + minute, false],
    [now + 30 * hour, false],
    // A clock that was ahead planned it.
    [now + 31 * hour, true],
  ])('of a check that is planned for %i is %s', (dueAt, due) => {
    expect(isDue({ dueAt }, now)).toBe(due)
  })
})

describe('toNextLook', () => {
  it.each([
    ['an hour', 3_000_000, hour],
    ['a day, because browsers do not cache so much', 60_000_000, 24 * hour],
  ])('is in %s for %i bytes', (_what, bytes, wait) => {
    expect(toNextLook({ bytes }, now, () => 0)).toBe(now + wait)
    expect(toNextLook({ bytes }, now, () => 1)).toBe(now + 1.25 * wait)
  })
})

describe('toRetry', () => {
  const waitsOf = (retryAfterMs?: number) => {
    let latest = state
    return Array.from({ length: 8 }, () => {
      latest = { ...latest, ...toRetry(latest, { retryAfterMs, now, random: () => 0 }) }
      return (latest.dueAt - now) / minute
    })
  }

  it('waits half an hour, then twice as long after each failure, a day at most', () => {
    expect(waitsOf()).toEqual([30, 60, 120, 240, 480, 960, 1440, 1440])
  })

  it('waits as long as the host asks', () => {
    expect(waitsOf(3 * hour).slice(0, 5)).toEqual([180, 180, 180, 240, 480])
  })
})
