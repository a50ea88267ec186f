import { describe, expect, it } from 'vitest'
import { shapeClass, shapeRules } from '../../../server/web/wallpaper-classes.ts'

describe('shapeClass', () => {
  it('has a rule for every picture', () => {
    const rules = shapeRules()
    const sides = [1, 16, 333, 1080, 1920, 7680]
    for (const width of sides)
      for (const height of sides) expect(rules).toContain(`.${shapeClass({ width, height })}{`)
    expect(rules).toContain(`.${shapeClass({ width: undefined, height: 9 })}{`)
  })

  it('is off by at most 1/40 for common aspect ratios', () => {
    for (const [width, height] of [
      [1920, 1080],
      [1080, 2400],
      [3440, 1440],
      [2560, 1600],
    ] as const) {
      const [, step] = /^shape-(\d+)$/.exec(shapeClass({ width, height })) ?? []
      expect(Math.abs(Number(step) / 20 - width / height)).toBeLessThanOrEqual(1 / 40)
    }
  })
})
