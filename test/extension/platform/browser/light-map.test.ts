import { describe, expect, it } from 'vitest'
import {
  mapped,
  parseLightMap,
  readLight,
  toLightMap,
} from '../../../../extension/platform/browser/light-map.ts'

const whole = { left: 0, top: 0, right: 1, bottom: 1 }

const draw = (toGrey: (x: number, y: number) => number) => {
  const data = new Uint8ClampedArray(mapped.width * mapped.height * 4)
  for (let at = 0; at < data.length; at += 4) {
    const pixel = at / 4
    data.fill(toGrey(pixel % mapped.width, Math.floor(pixel / mapped.width)), at, at + 4)
  }
  return toLightMap(data, 4)
}

describe('readLight', () => {
  it('finds the darkest, the typical and the lightest place of an area, and of nothing else', () => {
    const map = draw((x) => (x < mapped.width / 2 ? 0 : 255))
    const black = { darkest: 0, lightest: 0, typical: 0 }
    expect(readLight(map, { ...whole, right: 0.49 })).toEqual(black)
    expect(readLight(map, { ...whole, left: 0.51 })).toEqual({
      darkest: 1,
      lightest: 1,
      typical: 1,
    })
    expect(readLight(map, whole)).toEqual({ darkest: 0, lightest: 1, typical: expect.closeTo(0.5) })
  })

  it('leaves out a few stars, and sees a lamp', () => {
    const star = draw((x, y) => (x === 200 && y === 20 ? 255 : 0))
    expect(readLight(star, whole).lightest).toBe(0)
    const lamp = draw((x, y) => (x > 195 && x < 215 && y > 10 && y < 25 ? 255 : 0))
    expect(readLight(lamp, { left: 0.7, top: 0, right: 0.8, bottom: 0.15 }).lightest).toBe(1)
    expect(readLight(lamp, { left: 0, top: 0.5, right: 1, bottom: 1 }).lightest).toBe(0)
  })

  it('is never less careful than the picture is', () => {
    for (let grey = 0; grey <= 255; grey += 5) {
      const { darkest, lightest } = readLight(
        draw(() => grey),
        whole,
      )
      const luminance = grey <= 10 ? grey / 255 / 12.92 : ((grey / 255 + 0.055) / 1.055) ** 2.4
      expect(darkest).toBeLessThanOrEqual(luminance + 1e-9)
      expect(lightest).toBeGreaterThanOrEqual(luminance - 1e-9)
      expect(lightest - darkest).toBeLessThan(0.04)
    }
  })

  it('takes the nearest cells of an area that is beyond the picture', () => {
    const map = draw((_, y) => (y > 170 ? 255 : 0))
    expect(readLight(map, { left: -1, top: 1.1, right: 2, bottom: 1.5 }).lightest).toBe(1)
  })

  it('expects anything of a picture without a map', () => {
    expect(readLight(null, whole)).toEqual({ darkest: 0, lightest: 1, typical: 0.5 })
  })
})

describe('parseLightMap', () => {
  it('reads back what was made, and nothing else', () => {
    const map = draw((x) => x)
    expect(parseLightMap(map)).toBe(map)
    for (const value of [undefined, null, '', 'nonsense', `${map}0`, 7]) {
      expect(parseLightMap(value)).toBeNull()
    }
  })
})
