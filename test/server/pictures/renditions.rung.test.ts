import { describe, expect, it } from 'vitest'
import { toRung } from '../../../server/pictures/renditions.ts'

const sides = Array.from({ length: 7665 }, (_, n) => n + 16)

describe('toRung', () => {
  it.each([
    300, 400, 600, 630, 640, 720, 1080, 1200, 1280, 1440, 1600, 1920, 2160, 2560, 3440, 3840, 7680,
  ])('leaves %i as it is', (side) => {
    expect(toRung(side)).toBe(side)
  })

  it('rounds up by a small amount', () => {
    for (const side of sides) {
      expect(toRung(side)).toBeGreaterThanOrEqual(side)
      expect(toRung(side) - side).toBeLessThan(Math.max(10, side * 0.065))
    }
  })

  it('returns a small number of different sizes', () => {
    expect(new Set(sides.map(toRung)).size).toBe(175)
  })
})
