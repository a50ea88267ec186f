/** Noise fields. Each is created from a Random, so two fields of one scene differ. */
import type { Random } from './random.ts'

/** About -1..1, mean 0; features are about one unit wide. */
export type Noise2 = (x: number, y: number) => number
export type Noise3 = (x: number, y: number, z: number) => number

function createPermutation(random: Random): Uint8Array {
  const table = new Uint8Array(512)
  for (let i = 0; i < 256; i++) table[i] = i
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = table[i]!
    table[i] = table[j]!
    table[j] = kept
  }
  table.copyWithin(256, 0, 256)
  return table
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

/** Gradient noise in the plane, 64 directions so that no axis shows. */
export function createNoise2(random: Random): Noise2 {
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
    const column = table[ix & 255]! + (iy & 255)
    const next = table[(ix + 1) & 255]! + (iy & 255)
    const a = table[column & 511]!
    const b = table[next & 511]!
    const c = table[(column + 1) & 511]!
    const d = table[(next + 1) & 511]!
    const u = fade(fx)
    const v = fade(fy)
    const top0 = gx[a]! * fx + gy[a]! * fy
    const top1 = gx[b]! * (fx - 1) + gy[b]! * fy
    const low0 = gx[c]! * fx + gy[c]! * (fy - 1)
    const low1 = gx[d]! * (fx - 1) + gy[d]! * (fy - 1)
    const top = top0 + u * (top1 - top0)
    const low = low0 + u * (low1 - low0)
    return (top + v * (low - top)) * 1.5
  }
}

/** Gradient noise in space: the third axis animates a plane or feeds a ray-marched solid. */
export function createNoise3(random: Random): Noise3 {
  const table = createPermutation(random)
  const gradients = new Float64Array(768)
  for (let i = 0; i < 256; i++) {
    const z = random() * 2 - 1
    const angle = random() * Math.PI * 2
    const ring = Math.sqrt(1 - z * z)
    gradients[i * 3] = Math.cos(angle) * ring
    gradients[i * 3 + 1] = Math.sin(angle) * ring
    gradients[i * 3 + 2] = z
  }
  const corner = (h: number, x: number, y: number, z: number) =>
    gradients[h * 3]! * x + gradients[h * 3 + 1]! * y + gradients[h * 3 + 2]! * z
  return (x, y, z) => {
    const ix = Math.floor(x)
    const iy = Math.floor(y)
    const iz = Math.floor(z)
    const fx = x - ix
    const fy = y - iy
    const fz = z - iz
    const z0 = iz & 255
    const z1 = (iz + 1) & 255
    const p0 = table[ix & 255]!
    const p1 = table[(ix + 1) & 255]!
    const a = table[p0 + (iy & 255)]!
    const b = table[p1 + (iy & 255)]!
    const c = table[p0 + ((iy + 1) & 255)]!
    const d = table[p1 + ((iy + 1) & 255)]!
    const u = fade(fx)
    const v = fade(fy)
    const near = blend(
      corner(table[a + z0]!, fx, fy, fz),
      corner(table[b + z0]!, fx - 1, fy, fz),
      corner(table[c + z0]!, fx, fy - 1, fz),
      corner(table[d + z0]!, fx - 1, fy - 1, fz),
      u,
      v,
    )
    const far = blend(
      corner(table[a + z1]!, fx, fy, fz - 1),
      corner(table[b + z1]!, fx - 1, fy, fz - 1),
      corner(table[c + z1]!, fx, fy - 1, fz - 1),
      corner(table[d + z1]!, fx - 1, fy - 1, fz - 1),
      u,
      v,
    )
    return (near + fade(fz) * (far - near)) * 1.5
  }
}

function blend(a: number, b: number, c: number, d: number, u: number, v: number) {
  const top = a + u * (b - a)
  return top + v * (c + u * (d - c) - top)
}

/** Layers of halving size and strength, turned a little each time to break the lattice. About -1..1. */
export function fbm(noise: Noise2, x: number, y: number, octaves: number, gain = 0.5): number {
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

/** Sharp crests, smooth valleys, 0..1: rock, marble veins, lightning. */
export function ridged(noise: Noise2, x: number, y: number, octaves: number, gain = 0.5): number {
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

export function fbm3(noise: Noise3, x: number, y: number, z: number, octaves: number, gain = 0.5) {
  let sum = 0
  let strength = 1
  let total = 0
  for (let i = 0; i < octaves; i++) {
    sum += strength * noise(x, y, z)
    total += strength
    strength *= gain
    const turned = 1.616 * x - 1.212 * y + 17.3
    y = 1.212 * x + 1.616 * y - 9.1
    x = turned
    z = z * 2.02 + 5.7
  }
  return sum / total
}

/** fbm looked up at a place that is itself moved by fbm: silk, smoke, marble. About -1..1. */
export function warped(noise: Noise2, x: number, y: number, amount: number, octaves: number) {
  const dx = fbm(noise, x + 3.1, y - 1.7, octaves)
  const dy = fbm(noise, x - 8.3, y + 2.8, octaves)
  return fbm(noise, x + amount * dx, y + amount * dy, octaves)
}
