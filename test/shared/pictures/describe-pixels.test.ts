import { describe, expect, it } from 'vitest'
import { describePixels } from '../../../shared/pictures/describe-pixels.ts'

const paint = (width: number, height: number, toColor: (x: number, y: number) => number[]) => ({
  data: Uint8Array.from(
    Array.from({ length: width * height }, (_, at) =>
      toColor(at % width, Math.floor(at / width)),
    ).flat(),
  ),
  width,
  height,
})

describe('describePixels', () => {
  it('measures a plain picture', () => {
    expect(describePixels(paint(60, 40, () => [0, 128, 128]))).toEqual({
      primaryColors: ['teal'],
      secondaryColors: [],
      palette: ['#008080'],
      color: '#008080',
      luminance: 0.17,
      focalPoint: { x: 0.5, y: 0.5 },
    })
  })

  it('averages colors in linear light, as the eye does from far away', () => {
    const stripes = paint(40, 40, (x) => (x % 2 === 0 ? [0, 0, 0] : [255, 255, 255]))
    expect(describePixels(stripes)).toMatchObject({ color: '#BCBCBC', luminance: 0.5 })
  })
})
