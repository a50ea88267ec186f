import { describe, expect, it } from 'vitest'
import { toRenditionSize } from '../../../server/adapters/rendition-box.ts'

const wide = { width: 4000, height: 1000 }

describe('toRenditionSize', () => {
  it.each([
    [
      { width: 1920, height: 1080, fit: 'cover' },
      { width: 1778, height: 1000 },
    ],
    [
      { width: 800, height: 600, fit: 'cover' },
      { width: 800, height: 600 },
    ],
    [
      { width: 800, height: 600, fit: 'contain' },
      { width: 800, height: 200 },
    ],
    [
      { width: 800, fit: 'cover' },
      { width: 800, height: 200 },
    ],
    [
      { height: 500, fit: 'contain' },
      { width: 2000, height: 500 },
    ],
    [{ fit: 'cover' }, wide],
    [
      { width: 16, height: 7680, fit: 'cover' },
      { width: 2, height: 1000 },
    ],
    [
      { width: 7680, height: 16, fit: 'cover' },
      { width: 4000, height: 8 },
    ],
    [
      { width: 16, height: 16, fit: 'contain' },
      { width: 16, height: 4 },
    ],
  ] as const)('makes of 4000 × 1000 for %j %j', (request, size) => {
    expect(toRenditionSize(wide, request)).toEqual(size)
  })

  it('leaves at least one pixel', () => {
    const line = { width: 8000, height: 2 }
    expect(toRenditionSize(line, { width: 100, fit: 'contain' })).toEqual({ width: 100, height: 1 })
  })
})
