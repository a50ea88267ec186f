/**
 * Noise functions. Each one is created from a random generator, so two of them in a scene differ.
 */
import type { Random } from './random.ts'

/**
 * A noise function. It returns about -1..1 with mean 0, and its features are about one unit wide.
 */
export type Noise2 = (x: number, y: number) => number

const createPermutation = (random: Random): Uint8Array => {
  const table = new Uint8Array(512)
  for (let i = 0; i < 256; i++) table[i] = i
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = table[i]
    table[i] = table[j]
    table[j] = kept
  }
  table.copyWithin(256, 0, 256)
  return table
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

/**
 * Creates two-dimensional gradient noise. It uses so many gradient directions that no axis is
 * visible.
 */
export const createNoise2 = (random: Random): Noise2 => {
  const table = createPermutation(random)
  const gx = new Float64Array(256)
  const gy = new Float64Array(256)
  for (let i = 0; i < 256; i++) {
    const angle = ((i + random()) / 256) * Math.PI * 2
    gx[i] = Math.cos(angle)
    gy[i] = Math.sin(angle)
  }
  return (x, y) => {
    const ix = Math.floor(x)
    const iy = Math.floor(y)
    const fx = x - ix
    const fy = y - iy
    const column = table[ix & 255] + (iy & 255)
    const next = table[(ix + 1) & 255] + (iy & 255)
    const a = table[column & 511]
    const b = table[next & 511]
    const c = table[(column + 1) & 511]
    const d = table[(next + 1) & 511]
    const u = fade(fx)
    const v = fade(fy)
    const top0 = gx[a] * fx + gy[a] * fy
    const top1 = gx[b] * (fx - 1) + gy[b] * fy
    const low0 = gx[c] * fx + gy[c] * (fy - 1)
    const low1 = gx[d] * (fx - 1) + gy[d] * (fy - 1)
    const top = top0 + u * (top1 - top0)
    const low = low0 + u * (low1 - low0)
    return (top + v * (low - top)) * 1.5
  }
}

/**
 * Returns fractal noise, about -1..1. Each layer is half as large and half as strong, and is
 * rotated to hide the grid.
 */
export const fbm = (noise: Noise2, x: number, y: number, octaves: number, gain = 0.5): number => {
  let sum = 0
  let strength = 1
  let total = 0
  for (let i = 0; i < octaves; i++) {
    sum += strength * noise(x, y)
    total += strength
    strength *= gain
    const turned = 1.616 * x - 1.212 * y + 17.3
    y = 1.212 * x + 1.616 * y - 9.1
    x = turned
  }
  return sum / total
}

/**
 * Returns noise with sharp crests and smooth valleys, 0..1. It suits rock, marble veins and
 * lightning.
 */
export const ridged = (
  noise: Noise2,
  x: number,
  y: number,
  octaves: number,
  gain = 0.5,
): number => {
  let sum = 0
  let strength = 1
  let total = 0
  let weight = 1
  for (let i = 0; i < octaves; i++) {
    const near = 1 - Math.abs(noise(x, y))
    const crest = near * near * weight
    weight = Math.min(1, crest * 1.6)
    sum += strength * crest
    total += strength
    strength *= gain
    const turned = 1.616 * x - 1.212 * y + 17.3
    y = 1.212 * x + 1.616 * y - 9.1
    x = turned
  }
  return sum / total
}

/**
 * Returns fractal noise at a position that other fractal noise has displaced, about -1..1. It suits
 * silk, smoke and marble.
 */
export const warped = (noise: Noise2, x: number, y: number, amount: number, octaves: number) => {
  const dx = fbm(noise, x + 3.1, y - 1.7, octaves)
  const dy = fbm(noise, x - 8.3, y + 2.8, octaves)
  return fbm(noise, x + amount * dx, y + amount * dy, octaves)
}
