import { decodeLight, encodeLight, linearToLuminance } from '../../../shared/oklab.ts'

/**
 * A text that says how dark and how light a picture is in each of 8 by 6 cells, row by row from the top left.
 * The two characters of a cell stand for its darkest and its lightest place.
 */
export type LightMap = string

/** The relative luminance (WCAG 2.2) of an area's darkest and lightest place, from 0 (black) to 1 (white). */
export interface Light {
  darkest: number
  lightest: number
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

/** @param step rounds the light to a multiple of this step, never in favor of the text. Coarser maps compress better. */
export const toLightMap = (data: ArrayLike<number>, channels: 3 | 4, step = 1): LightMap => {
  const cells = Array.from({ length: columns * rows }, () => ({ darkest: 1, lightest: 0 }))
  for (let y = 0; y < mapped.height; y++) {
    for (let x = 0; x < mapped.width; x++) {
      const cell = cells[toCell(x, y)]
      if (!cell) continue
      const at = (y * mapped.width + x) * channels
      const light = toLuminance([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
      cell.darkest = Math.min(cell.darkest, light)
      cell.lightest = Math.max(cell.lightest, light)
    }
  }
  return cells
    .map(
      ({ darkest, lightest }) =>
        encode(darkest, step, (value) => Math.floor(value + rounding)) +
        encode(lightest, step, (value) => Math.ceil(value - rounding)),
    )
    .join('')
}

const toCell = (x: number, y: number) =>
  Math.floor((y * rows) / mapped.height) * columns + Math.floor((x * columns) / mapped.width)

// The steps of a light map look even to the eye. Rounding never makes text seem easier to read.
const encode = (luminance: number, step: number, round: (value: number) => number): string => {
  const rounded = round((encodeLight(luminance) * steps) / step) * step
  return String.fromCharCode(firstMapped + Math.min(steps, rounded))
}

export const parseLightMap = (value: unknown): LightMap | null =>
  typeof value === 'string' && /^[0-o]{96}$/.test(value) ? value : null

export const readLight = (map: LightMap | null, area: Area): Light => {
  // Without a light map, each part of the picture may be anything from black to white.
  if (!map) return { darkest: 0, lightest: 1 }
  const cells: Light[] = []
  for (const row of toRange(area.top, area.bottom, rows)) {
    for (const column of toRange(area.left, area.right, columns)) {
      cells.push(decode(map, row * columns + column))
    }
  }
  return {
    darkest: Math.min(...cells.map(({ darkest }) => darkest)),
    lightest: Math.max(...cells.map(({ lightest }) => lightest)),
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
  const toLight = (at: number) => decodeLight((map.charCodeAt(at) - firstMapped) / steps)
  return { darkest: toLight(cell * 2), lightest: toLight(cell * 2 + 1) }
}

export type Rgb = readonly [red: number, green: number, blue: number]

export const toLuminance = ([red, green, blue]: Rgb): number =>
  linearToLuminance(decodeLight(red / 255), decodeLight(green / 255), decodeLight(blue / 255))
