import { hash32, mix32 } from './hash.ts'

/** Returns a number from 0 (included) to 1 (excluded), like `Math.random`. */
export type Random = () => number

/**
 * Draws `count` distinct positions from 0 to `size - 1`, or all positions if there are fewer. Every subset and every
 * order is equally likely (Floyd's algorithm: Bentley, "A sample of brilliance", CACM 1987). The time depends on
 * `count` only.
 */
export const sampleDistinct = (size: number, count: number, random: Random): number[] => {
  const positions = drawSubset(size, Math.min(size, count), random)
  for (let last = positions.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = positions[last] ?? 0
    positions[last] = positions[other] ?? 0
    positions[other] = moved
  }
  return positions
}

const shortList = 32

const drawSubset = (size: number, count: number, random: Random): number[] => {
  const taken: number[] = []
  const seen = count > shortList ? new Set<number>() : undefined
  for (let highest = size - count; highest < size; highest++) {
    const drawn = Math.floor(random() * (highest + 1))
    const isTaken = seen?.has(drawn) ?? taken.includes(drawn)
    const position = isTaken ? highest : drawn
    taken.push(position)
    seen?.add(position)
  }
  return taken
}

export interface Slice {
  seed: string
  start: number
  count: number
}

/**
 * Shuffles the positions 0 to `size - 1` in the order that `seed` determines, and returns `count` of them from `start`.
 * Computes only these, with a Feistel network and cycle walking (Black and Rogaway, "Ciphers with arbitrary finite
 * domains", 2002).
 */
export const permutedSlice = (size: number, { seed, start, count }: Slice): number[] => {
  if (start >= size) return []
  const permute = createPermutation(size, seed)
  return Array.from({ length: Math.min(count, size - start) }, (_, offset) =>
    permute(start + offset),
  )
}

const rounds = 8
// The fewest bits in each half of the Feistel network. With fewer bits, some orders of a short list would
// be more likely than others.
const minHalfBits = 3

const createPermutation = (size: number, seed: string) => {
  const halfBits = Math.max(minHalfBits, Math.ceil(Math.log2(size) / 2))
  const keys = Int32Array.from({ length: rounds }, (_, round) => hash32(seed, round))
  return (position: number): number => {
    let walked = position
    // The shuffle repeats this step until the position is below `size`. From a size of 16 on, it takes at most four
    // steps on average, because the network covers at most four times `size`.
    do walked = scramble(walked, halfBits, keys)
    while (walked >= size)
    return walked
  }
}

const scramble = (value: number, halfBits: number, keys: Int32Array): number => {
  let left = value >>> halfBits
  let right = value & ((1 << halfBits) - 1)
  for (const key of keys) {
    const mixed = left ^ (mix32(right ^ key) >>> (32 - halfBits))
    left = right
    right = mixed
  }
  return ((left << halfBits) | right) >>> 0
}
