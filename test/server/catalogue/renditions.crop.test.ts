import { describe, expect, it } from 'vitest'
import { cropAsAllowed, toCrop, toRenditionSize } from '../../../server/catalogue/renditions.ts'
import { readLicense } from '../../../shared/license.ts'

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

describe('cropAsAllowed', () => {
  const focalPoint = { x: 0.2, y: 0.5 }
  const request = { width: 300, height: 300, fit: 'cover', format: 'webp' } as const

  it('crops around the focal point', () => {
    const license = readLicense('CC BY-SA 4.0')
    const cropped = { ...request, focalPoint }
    expect(cropAsAllowed({ focalPoint, license }, request)).toEqual(cropped)
    expect(cropAsAllowed({ focalPoint }, request)).toEqual(cropped)
  })

  it('never crops a picture whose license forbids changes', () => {
    const license = readLicense('CC BY-ND 4.0')
    expect(cropAsAllowed({ focalPoint, license }, request)).toEqual({ ...request, fit: 'contain' })
  })
})

describe('toCrop', () => {
  const box = { width: 300, height: 600, fit: 'cover' } as const

  it('cuts out the middle when no focal point is known', () => {
    expect(toCrop(wide, box)).toEqual({
      whole: { width: 2400, height: 600 },
      crop: { width: 300, height: 600, left: 1050, top: 0 },
    })
  })

  it.each([
    [0, 0],
    [0.25, 525],
    [1, 2100],
  ])('removes the share %d of the superfluous width at the left', (x, left) => {
    expect(toCrop(wide, { ...box, focalPoint: { x, y: 0.5 } }).crop).toMatchObject({ left })
  })

  it('crops nothing for `contain`', () => {
    const focalPoint = { x: 1, y: 1 }
    expect(toCrop(wide, { width: 400, height: 400, fit: 'contain', focalPoint })).toEqual({
      whole: { width: 400, height: 100 },
      crop: { width: 400, height: 100, left: 0, top: 0 },
    })
  })
})
