import { describe, expect, it } from 'vitest'
import { isDue, toNextLook } from '../../../../../extension/features/sources/web/catalogue-store.ts'

const minute = 60_000
const hour = 60 * minute
const now = 1_800_000_000_000

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
    ['an hour', 'own', undefined, hour],
    ['a day for a search', 'search', undefined, 24 * hour],
    ['as long as the host asks', 'own', 3 * hour, 3 * hour],
    ['a day, however long the host asks', 'own', 99 * hour, 24 * hour],
  ] as const)('is in %s', (_what, layout, retryAfterMs, wait) => {
    const look = { layout, now, retryAfterMs }
    expect(toNextLook({ ...look, random: () => 0 })).toBe(now + wait)
    expect(toNextLook({ ...look, random: () => 1 })).toBe(now + 1.25 * wait)
  })
})
