import { describe, expect, it } from 'vitest'
import { colorTones } from '../../../shared/color-tones.ts'
import { colorNames } from '../../../shared/filter-values.ts'
import { hexToLab } from '../../../shared/oklab.ts'
import {
  extractPalette,
  findInPalette,
  nameColors,
  nearestName,
} from '../../../shared/pictures/picture-colors.ts'

const paint = (...parts: readonly [hex: string, count: number][]) =>
  Uint8Array.from(
    parts.flatMap(([hex, count]) =>
      Array.from({ length: count }, () => [...Buffer.from(hex.slice(1), 'hex')]).flat(),
    ),
  )

describe('nearestName', () => {
  it.each([
    ['a clear sky', '#87CEEB', 'blue'],
    ['a deep summer sky', '#4A90D9', 'blue'],
    ['a hazy sky', '#A9C4DC', 'blue'],
    ['grass in the sun', '#6B9A3C', 'green'],
    ['a dark forest', '#1B3320', 'green'],
    ['a warm dark shadow', '#33231A', 'brown'],
    ['bark', '#5B4636', 'brown'],
    ['sand', '#D9C7A5', 'beige'],
    ['a night sky', '#0C1636', 'navy'],
    ['an overcast sky', '#C4C8CC', 'silver'],
    ['asphalt', '#55575A', 'gray'],
    ['a tropical lagoon', '#45CFDA', 'cyan'],
    ['deep sea', '#12545A', 'teal'],
    ['a sunset', '#F08A3C', 'orange'],
    ['a rose', '#C2182B', 'red'],
    ['wine', '#5E1224', 'maroon'],
    ['lavender', '#9A82C8', 'purple'],
    ['cherry blossom', '#F3BFCB', 'pink'],
    ['an unlit room', '#0E0D0F', 'black'],
    ['snow', '#F4F7FA', 'white'],
  ])('calls %s (%s) %s', (_what, hex, name) => {
    expect(nearestName(hexToLab(hex))).toBe(name)
  })
})

describe('colorTones', () => {
  it('have a color of that name which is quieter than its CSS color', () => {
    for (const name of colorNames) {
      const hex = colorTones.get(name) ?? ''
      expect([name, nearestName(hexToLab(hex))]).toEqual([name, name === 'aqua' ? 'cyan' : name])
    }
    expect(colorTones.get('blue')).toBe('#477ABB')
  })
})

describe('findInPalette', () => {
  it('finds the color of a picture that a name means', () => {
    const palette = ['#E8DCC4', '#A8D3F0', '#123D1E']
    const found = ['blue', 'green', 'beige'].map((name) => findInPalette(name, palette))
    expect(found).toEqual(['#A8D3F0', '#123D1E', '#E8DCC4'])
    expect(findInPalette('blue', [])).toBeUndefined()
    expect(findInPalette('mauve', palette)).toBeUndefined()
  })
})

describe('nameColors', () => {
  it('orders names by their share of the picture', () => {
    const { primary, secondary } = nameColors(
      paint(['#2E8B3A', 30], ['#4A90D9', 60], ['#F5F5F5', 10]),
    )
    expect(primary).toEqual(['blue', 'green'])
    expect(secondary).toEqual(['white'])
  })

  it('adds up the shades of one name', () => {
    const { primary } = nameColors(paint(['#000000', 40], ['#87CEEB', 30], ['#1E4FA0', 30]))
    expect(primary).toEqual(['blue', 'black'])
  })

  it('has one primary name even when no name reaches the share', () => {
    const hexes = ['#000000', '#FFFFFF', '#808080', '#FF0000', '#0000FF', '#008000', '#FFFF00']
    const { primary, secondary } = nameColors(
      paint(...hexes.map((hex): [string, number] => [hex, 10]), ['#FF8C00', 11]),
    )
    expect(primary).toEqual(['orange'])
    expect(secondary).toHaveLength(4)
  })

  it('leaves out colors with a very small share', () => {
    expect(nameColors(paint(['#000000', 97], ['#FF0000', 3]))).toEqual({
      primary: ['black'],
      secondary: [],
    })
  })

  it('adds aqua to cyan', () => {
    expect(nameColors(paint(['#26C6DA', 1])).primary).toEqual(['cyan', 'aqua'])
  })
})

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
