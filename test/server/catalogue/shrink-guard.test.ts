import { describe, expect, it } from 'vitest'
import { createShrinkGuard } from '../../../server/catalogue/shrink-guard.ts'

const minute = 60_000

const createGuard = () => {
  let now = 0
  const guard = createShrinkGuard({
    name: 'The list',
    code: 'CATALOGUE_UNAVAILABLE',
    clock: () => now,
  })
  return { guard, pass: (ms: number) => (now += ms) }
}

describe('createShrinkGuard', () => {
  it.each([
    [0, undefined],
    [3, undefined],
    [0, 0],
    [2000, 2000],
    [5000, 2000],
    [1000, 2000],
    [1, 11],
  ])('takes %s in place of %s at once', (size, before) => {
    createGuard().guard.accept(size, before)
  })

  it.each([
    [3, 2000],
    [0, 2000],
    [0, 1],
    [999, 2000],
  ])('doubts %i in place of %i, and says why', (size, before) => {
    const { guard } = createGuard()
    expect(() => guard.accept(size, before)).toThrow(
      `The list shrank from ${before} to ${size}; it will be accepted if`,
    )
  })

  it('counts the hour from the first short list, and again after a whole one', () => {
    const { guard, pass } = createGuard()
    expect(() => guard.accept(3, 2000)).toThrow()
    pass(59 * minute)
    expect(() => guard.accept(4, 2000)).toThrow()
    guard.reset()
    pass(minute)
    expect(() => guard.accept(4, 2000)).toThrow()
    guard.accept(2001, 2000)
    pass(60 * minute)
    expect(() => guard.accept(4, 2001)).toThrow()
    pass(60 * minute)
    guard.accept(5, 2001)
  })
})
