/** Seeded random numbers. The same seed gives the same picture on every machine. */

export type Random = () => number

/**
 * The random generator sfc32. It discards its first numbers, because similar seeds start with
 * similar numbers.
 */
export const createRandom = (seed: number): Random => {
  let a = seed | 0
  let b = 0x9e3779b9 | 0
  let c = 0x243f6a88 | 0
  let counter = 1
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 16; i++) next()
  return next
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random()

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

/**
 * Returns a random-looking number in [0, 1) for a grid cell and a salt. Scenes use it to place one
 * object per cell.
 */
export const hash = (i: number, j: number, salt = 0): number => {
  let h =
    Math.imul(i | 0, 0x27d4eb2d) ^ Math.imul(j | 0, 0x165667b1) ^ Math.imul(salt | 0, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
