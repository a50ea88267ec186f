import { describe, expect, it } from 'vitest'
import { findFocalPoint } from '../../../shared/pictures/focal-point.ts'

const [width, height] = [96, 54]
interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

const makeSample = (subject?: Area) => {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const { left = 0, top = 0, right = 0, bottom = 0 } = subject ?? {}
    const isInside = x >= left && x < right && y >= top && y < bottom
    data.set(isInside ? [240, 120, 30] : [40, 60, 90], at * 3)
  }
  return { data, width, height }
}

/**
 * Returns the visible area, in pixels, of a picture that is cropped around its focal point. The
 * shares are the visible fractions of the width and height.
 */
const toCrop = (subject: Area, shareX: number, shareY: number): Area => {
  const { x, y } = findFocalPoint(makeSample(subject))
  const left = (1 - shareX) * x * width
  const top = (1 - shareY) * y * height
  return { left, top, right: left + shareX * width, bottom: top + shareY * height }
}

describe('findFocalPoint', () => {
  it('is the center of a picture without a subject', () => {
    expect(findFocalPoint(makeSample())).toEqual({ x: 0.5, y: 0.5 })
  })

  it('is the center for a subject in the middle', () => {
    const { x, y } = findFocalPoint(makeSample({ left: 38, top: 20, right: 58, bottom: 34 }))
    expect(x).toBeCloseTo(0.5, 1)
    expect(y).toBeCloseTo(0.5, 1)
  })

  it.each([
    ['left', { left: 4, top: 20, right: 22, bottom: 36 }],
    ['right', { left: 74, top: 20, right: 92, bottom: 36 }],
    ['middle of the left half', { left: 20, top: 20, right: 36, bottom: 36 }],
  ])('keeps a subject at the %s on an upright screen', (_where, subject) => {
    const crop = toCrop(subject, 0.32, 1)
    expect(crop.left).toBeLessThanOrEqual(subject.left)
    expect(crop.right).toBeGreaterThanOrEqual(subject.right)
  })

  it.each([
    ['top', { left: 40, top: 2, right: 56, bottom: 12 }],
    ['bottom', { left: 40, top: 42, right: 56, bottom: 52 }],
  ])('keeps a subject at the %s on a very wide screen', (_where, subject) => {
    const crop = toCrop(subject, 1, 0.24)
    expect(crop.top).toBeLessThanOrEqual(subject.top)
    expect(crop.bottom).toBeGreaterThanOrEqual(subject.bottom)
  })

  it('works for a picture of one pixel', () => {
    const { x, y } = findFocalPoint({ data: Uint8Array.of(1, 2, 3), width: 1, height: 1 })
    expect([x, y]).toEqual([0.5, 0.5])
  })
})
