import { describe, expect, it } from 'vitest'
import { isCostly } from '../../../../extension/features/wallpaper/saving.ts'

describe('isCostly', () => {
  it.each([
    [{ saveData: true, effectiveType: '4g' }, true],
    [{ saveData: false, type: 'cellular', effectiveType: '4g' }, true],
    [{ effectiveType: 'slow-2g' }, true],
    [{ effectiveType: '2g' }, true],
    [{ effectiveType: '3g' }, true],
    [{ saveData: false, type: 'wifi', effectiveType: '4g' }, false],
    [undefined, false],
  ])('%j: %s', (connection, expected) => {
    expect(isCostly(connection)).toBe(expected)
  })
})
