import { describe, expect, it } from 'vitest'
import { extractPalette } from '../../../shared/pictures/picture-colors.ts'

const repeat = (color: readonly number[], count: number) =>
  Array.from({ length: count }, () => color).flat()

describe('extractPalette', () => {
  it('sorts the colors by their share of the picture', () => {
    const pixels = Uint8Array.from([
      ...repeat([200, 30, 30], 20),
      ...repeat([0, 0, 0], 70),
      ...repeat([240, 240, 240], 10),
    ])
    expect(extractPalette(pixels)).toEqual(['#000000', '#C81E1E', '#F0F0F0'])
  })

  it('returns at most six colors, and the same ones every time', () => {
    const pixels = Uint8Array.from({ length: 30_000 }, (_, at) => (at * 7919) % 256)
    const palette = extractPalette(pixels)
    expect(palette).toHaveLength(6)
    expect(palette).toEqual(extractPalette(pixels))
    for (const color of palette) expect(color).toMatch(/^#[0-9A-F]{6}$/)
  })

  it('includes a small accent of a very different color', () => {
    const grays = Array.from({ length: 256 }, (_, at) => repeat([at, at, at], 40)).flat()
    const palette = extractPalette(Uint8Array.from([...grays, ...repeat([255, 40, 0], 300)]))
    expect(palette).toContain('#FF2800')
  })

  it('is empty for no pixels', () => {
    expect(extractPalette(new Uint8Array())).toEqual([])
  })
})
