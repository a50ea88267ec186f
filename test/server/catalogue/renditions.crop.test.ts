import { describe, expect, it } from 'vitest'
import { cropAsAllowed, toCrop, toRenditionSize } from '../../../server/catalogue/renditions.ts'
import { readLicense } from '../../../shared/license.ts'

const wide = { width: 4000, height: 1000 }

describe('toRenditionSize', () => {
  it.each([
    ['cover', 1920, 1080, 1778, 1000],
    ['cover', 800, 600, 800, 600],
    ['contain', 800, 600, 800, 200],
    ['cover', 800, undefined, 800, 200],
    ['contain', undefined, 500, 2000, 500],
    ['cover', undefined, undefined, 4000, 1000],
    ['cover', 16, 7680, 2, 1000],
    ['cover', 7680, 16, 4000, 8],
    ['contain', 16, 16, 16, 4],
  ] as const)(
    'makes of 4000 × 1000 with %s %d × %d: %i × %i',
    (fit, width, height, across, down) => {
      const size = toRenditionSize(wide, { width, height, fit })
      expect(size).toEqual({ width: across, height: down })
    },
  )

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
