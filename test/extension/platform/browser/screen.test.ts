import { describe, expect, it } from 'vitest'
import { parseScreenSize } from '../../../../extension/platform/browser/screen.ts'

describe('parseScreenSize', () => {
  it('reads a screen', () => {
    expect(parseScreenSize({ width: 3440, height: 1440 })).toEqual({ width: 3440, height: 1440 })
  })

  it.each([
    undefined,
    {},
    { width: 0, height: 9 },
    { width: 1.5, height: 9 },
    { width: 1e9, height: 9 },
  ])('refuses %j', (value) => expect(parseScreenSize(value)).toBeUndefined())
})
