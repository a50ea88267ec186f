import { describe, expect, it } from 'vitest'
import { isCostly, isSaving, toSavingSize } from '../../../../extension/features/supply/saving.ts'

describe('isSaving', () => {
  it.each([
    ['auto', true, true],
    ['auto', false, false],
    ['always', false, true],
    ['never', true, false],
  ] as const)('%s on a connection that is costly (%s): %s', (saveData, costly, expected) => {
    expect(isSaving({ saveData }, () => costly)).toBe(expected)
  })
})

describe('toSavingSize', () => {
  it('makes a large screen smaller in its shape, and leaves a small one alone', () => {
    expect(toSavingSize({ width: 3840, height: 2160 })).toEqual({ width: 1600, height: 900 })
    expect(toSavingSize({ width: 1080, height: 1920 })).toEqual({ width: 900, height: 1600 })
    expect(toSavingSize({ width: 1366, height: 768 })).toEqual({ width: 1366, height: 768 })
  })
})

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
