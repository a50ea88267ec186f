/** Seeded randomness: the same seed gives the same picture on every machine. */

/** The next number in [0, 1). */
export type Random = () => number

/** The generator sfc32. It discards the first numbers, because similar seeds start alike. */
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

/** A number in [low, high). */
export const between = (random: Random, low: number, high: number) => low + (high - low) * random()

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

/** Maps a lattice point and a salt to [0, 1). Use it for things placed per cell. */
export const hash = (i: number, j: number, salt = 0): number => {
  let h =
    Math.imul(i | 0, 0x27d4eb2d) ^ Math.imul(j | 0, 0x165667b1) ^ Math.imul(salt | 0, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
