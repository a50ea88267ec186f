import { describe, expect, it } from 'vitest'
import { createSecondLook } from '../../../server/catalogue/catalogue-store.ts'

const minute = 60_000

describe('createSecondLook', () => {
  const dueAfter = (failures: number) => {
    let now = 0
    const look = createSecondLook(() => now)
    for (let failure = 0; failure < failures; failure++) look.note(false)
    while (!look.isDue() && now < 24 * 60 * minute) now += minute
    return now / minute
  }

  it('is due a minute after a bad file, then less and less often, but at least once an hour', () => {
    expect([1, 2, 3, 6, 7, 40].map(dueAfter)).toEqual([1, 2, 4, 32, 60, 60])
  })

  it('is not due while the file is good, nor once it is good again', () => {
    const look = createSecondLook(() => Number.MAX_SAFE_INTEGER)
    expect(look.isDue()).toBe(false)
    look.note(false)
    look.note(true)
    expect(look.isDue()).toBe(false)
  })
})
