import { decodeLight, encodeLight, linearToLuminance } from '../../../shared/oklab.ts'

/**
 * A text that says how dark and how light a picture is in each of 8 by 6 cells, row by row from the top left.
 * The three characters of a cell stand for its darkest place, its median and its lightest place. They leave out the few
 * places that are extreme.
 */
export type LightMap = string

export interface Light {
  /** The relative luminance (WCAG 2.2) of an area's darkest place, from 0 (black) to 1 (white). */
  darkest: number
  lightest: number
  /** How light the area usually is, from 0 (black) to 1 (white) in steps that look even to the eye. */
  typical: number
}

export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** The size in pixels of a picture for its light map. A pixel is then about as wide as a letter's stroke. */
export const mapped = { width: 256, height: 192 }

const columns = 8
const rows = 6
const firstMapped = '0'.charCodeAt(0)
const steps = 63
const rounding = 1e-6
// The share of a cell that is left out at each end. A few stars, or a twig against the sky, leave letters legible.
const extreme = 0.04

export const toLightMap = (data: ArrayLike<number>, channels: 3 | 4): LightMap => {
  const cells = Array.from({ length: columns * rows }, (): number[] => [])
  for (let y = 0; y < mapped.height; y++) {
    for (let x = 0; x < mapped.width; x++) {
      const at = (y * mapped.width + x) * channels
      const light = toLuminance([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
      cells[toCell(x, y)]?.push(light)
    }
  }
  return cells
    .map((lights) => {
      const sorted = Float64Array.from(lights).sort()
      const left = Math.floor(sorted.length * extreme)
      return (
        encode(sorted.at(left), (value) => Math.floor(value + rounding)) +
        encode(sorted.at(sorted.length / 2), Math.round) +
        encode(sorted.at(-1 - left), (value) => Math.ceil(value - rounding))
      )
    })
    .join('')
}

const toCell = (x: number, y: number) =>
  Math.floor((y * rows) / mapped.height) * columns + Math.floor((x * columns) / mapped.width)

// The steps of a light map look even to the eye. Rounding never makes text seem easier to read.
const encode = (luminance = 0, round: (value: number) => number): string =>
  String.fromCharCode(firstMapped + Math.min(steps, round(encodeLight(luminance) * steps)))

export const parseLightMap = (value: unknown): LightMap | null =>
  typeof value === 'string' && /^[0-o]{144}$/.test(value) ? value : null

export const readLight = (map: LightMap | null, area: Area): Light => {
  // Without a light map, each part of the picture may be anything from black to white.
  if (!map) return { darkest: 0, lightest: 1, typical: 0.5 }
  const cells: Light[] = []
  for (const row of toRange(area.top, area.bottom, rows)) {
    for (const column of toRange(area.left, area.right, columns)) {
      cells.push(decode(map, row * columns + column))
    }
  }
  return {
    darkest: Math.min(...cells.map(({ darkest }) => darkest)),
    lightest: Math.max(...cells.map(({ lightest }) => lightest)),
    typical: cells.reduce((sum, { typical }) => sum + typical, 0) / cells.length,
  }
}

const toRange = (from: number, to: number, count: number): number[] => {
  const toIndex = (share: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)))
  const first = toIndex(from)
  return Array.from(
    { length: Math.max(first, toIndex(to)) - first + 1 },
    (_, index) => first + index,
  )
}

const decode = (map: LightMap, cell: number): Light => {
  const read = (part: number) => (map.charCodeAt(cell * 3 + part) - firstMapped) / steps
  return { darkest: decodeLight(read(0)), typical: read(1), lightest: decodeLight(read(2)) }
}

export type Rgb = readonly [red: number, green: number, blue: number]

export const toLuminance = ([red, green, blue]: Rgb): number =>
  linearToLuminance(decodeLight(red / 255), decodeLight(green / 255), decodeLight(blue / 255))
