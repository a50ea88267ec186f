import { describe, expect, it } from 'vitest'
import {
  hueClass,
  hueRules,
  sceneClass,
  shapeClass,
  shapeRules,
} from '../../../server/web/wallpaper-classes.ts'

const classOf = (...palette: string[]) => hueClass({ palette, color: undefined })

describe('hueClass', () => {
  it('names the hue of the most vivid dominant color', () => {
    expect(classOf('#808080', '#FF0000')).toBe('hue-3')
    expect(classOf('#0000FF', '#101010')).toBe('hue-26')
    expect(classOf('#111111', '#222222', '#333333', '#444444', '#FF0000')).toBe('hue-none')
  })

  it('is gray for a gray picture, and empty when no colors are known', () => {
    expect(classOf('#000000', '#FFFFFF', '#808080')).toBe('hue-none')
    expect(classOf()).toBe('')
    expect(hueClass({ palette: [], color: '#00AA00' })).toBe('hue-14')
  })

  it('has a rule for every color', () => {
    const rules = hueRules()
    for (let red = 0; red < 256; red += 51)
      for (let green = 0; green < 256; green += 51)
        for (let blue = 0; blue < 256; blue += 51) {
          const hex = `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
          const name = classOf(hex)
          if (name !== 'hue-none') expect(rules).toContain(`.${name}{`)
        }
  })
})

describe('sceneClass', () => {
  it('follows the color scheme for a bright picture, and is dark for any other', () => {
    expect(sceneClass({ luminance: 0.8 })).toBe('scene')
    expect(sceneClass({ luminance: 0.1 })).toContain('scene-dark')
    expect(sceneClass({ luminance: undefined })).toContain('scene-dark')
  })
})

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
