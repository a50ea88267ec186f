/**
 * Paints rows of a scene. Each pixel first gets one color sample, and more if it differs from its
 * neighbors. The last step converts light to 8-bit color.
 */
import { toGamma } from './color.ts'
import { createRandom, hash } from './random.ts'
import type { Light, Scene, Shade } from './scene.ts'

/** Eight sample positions inside a pixel for smooth edges. No two share a row or a column. */
const offsets = [
  [0.0625, 0.4375],
  [0.1875, 0.8125],
  [0.3125, 0.1875],
  [0.4375, 0.6875],
  [0.5625, 0.0625],
  [0.6875, 0.5625],
  [0.8125, 0.9375],
  [0.9375, 0.3125],
] as const

export interface Canvas {
  width: number
  height: number
  pixels: Uint8Array
}

export type PaintRows = (canvas: Canvas, from: number, to: number) => void

/**
 * Brightness above the knee is compressed gradually, so that highlights do not become flat white.
 */
const knee = 0.62

const rollOff = (v: number): number => {
  if (v <= knee) return v > 0 ? v : 0
  return knee + (1 - knee) * (1 - Math.exp((knee - v) / (1 - knee)))
}

const tableSize = 4096
const gammaTable = Float64Array.from({ length: tableSize + 2 }, (_, i) =>
  toGamma((Math.min(i, tableSize) / tableSize) ** 2),
)

/** Converts linear light (0..1) to an sRGB value (0..255, not rounded). */
const encode = (v: number): number => {
  const place = Math.sqrt(v) * tableSize
  const i = Math.floor(place)
  const low = gammaTable[i]
  return (low + (place - i) * (gammaTable[i + 1] - low)) * 255
}

/**
 * Rounds a channel to 8 bits with triangular dithering, which hides visible steps in gradients.
 * Near black the dithering fades out, so that black stays exactly 0.
 */
const quantize = (v: number, column: number, row: number): number => {
  const level = encode(v)
  const noise = hash(column, row, 11) + hash(column, row, 12) - 1
  return Math.min(255, Math.round(level + noise * Math.min(1, level * 0.5)))
}

export const createRowPainter = (scene: Scene, height: number): PaintRows => {
  const aspect = scene.width / scene.height
  const shade = scene.prepare(createRandom(scene.seed), { aspect, pixel: 1 / height })
  const edge = scene.encode?.edge ?? 0.02
  return (canvas, from, to) => {
    const rows = sampleRows(shade, canvas, from - 1, to + 1)
    for (let row = from; row < to; row++) writeRow(shade, canvas, rows, from - 1, row, edge)
  }
}

/** Samples the middle of each pixel and compresses its highlights. The first row is `from`. */
const sampleRows = (shade: Shade, canvas: Canvas, from: number, to: number): Float32Array => {
  const { width, height } = canvas
  const out = new Float64Array(3)
  const rows = new Float32Array((to - from) * width * 3)
  let n = 0
  for (let row = from; row < to; row++) {
    for (let column = 0; column < width; column++) {
      out.fill(0)
      shade((column + 0.5) / height, (row + 0.5) / height, out)
      for (let c = 0; c < 3; c++) rows[n++] = rollOff(out[c])
    }
  }
  return rows
}

const writeRow = (
  shade: Shade,
  canvas: Canvas,
  rows: Float32Array,
  first: number,
  row: number,
  edge: number,
) => {
  const { width, height, pixels } = canvas
  const out: Light = new Float64Array(3)
  const sum: Light = new Float64Array(3)
  for (let column = 0; column < width; column++) {
    const n = ((row - first) * width + column) * 3
    sum[0] = rows[n]
    sum[1] = rows[n + 1]
    sum[2] = rows[n + 2]
    if (isEdge(rows, n, column, width, edge)) supersample(shade, column, row, height, out, sum)
    const at = (row * width + column) * 3
    for (let c = 0; c < 3; c++) pixels[at + c] = quantize(sum[c], column, row)
  }
}

const isEdge = (rows: Float32Array, n: number, column: number, width: number, edge: number) => {
  const left = column > 0 ? n - 3 : n
  const right = column < width - 1 ? n + 3 : n
  return (
    differs(rows, n, left, edge) ||
    differs(rows, n, right, edge) ||
    differs(rows, n, n - width * 3, edge) ||
    differs(rows, n, n + width * 3, edge)
  )
}

const differs = (rows: Float32Array, a: number, b: number, edge: number): boolean => {
  for (let c = 0; c < 3; c++) {
    if (Math.abs(Math.sqrt(rows[a + c]) - Math.sqrt(rows[b + c])) > edge) return true
  }
  return false
}

const supersample = (
  shade: Shade,
  column: number,
  row: number,
  height: number,
  out: Light,
  sum: Light,
) => {
  sum.fill(0)
  for (const [dx, dy] of offsets) {
    out.fill(0)
    shade((column + dx) / height, (row + dy) / height, out)
    for (let c = 0; c < 3; c++) sum[c] = sum[c] + rollOff(out[c]) / offsets.length
  }
}
