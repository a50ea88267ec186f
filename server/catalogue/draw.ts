import type { Random } from '../ports.ts'
import { hash32, mix32 } from './hash.ts'

/**
 * `count` distinct positions out of `size`, all of them when there are no more: every subset and
 * every order equally likely, in time that does not depend on `size`. Floyd's algorithm (Bentley,
 * "A sample of brilliance", CACM 1987) makes the subset fair, the shuffle makes its order fair.
 */
export const sampleDistinct = (size: number, count: number, random: Random): number[] => {
  const positions = drawSubset(size, Math.min(size, count), random)
  for (let last = positions.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = positions[last]!
    positions[last] = positions[other]!
    positions[other] = moved
  }
  return positions
}

/** Up to this length looking through an array is quicker than a set. */
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

/**
 * Page `page` (from 1) of the permutation of 0 … `size - 1` that `seed` names, `count` to a page.
 * Pages of one seed never overlap and together cover everything; past the end a page is empty.
 * Takes time for the page only: a Feistel network is a permutation of a power of two that can be
 * asked for single positions, and walking its cycles cuts it down to `size` (Black and Rogaway,
 * "Ciphers with arbitrary finite domains", 2002).
 */
export const permutedPage = (size: number, seed: string, page: number, count: number): number[] => {
  const start = (page - 1) * count
  if (start >= size) return []
  const permute = createPermutation(size, seed)
  return Array.from({ length: Math.min(count, size - start) }, (_, offset) =>
    permute(start + offset),
  )
}

const rounds = 8
/** Narrower halves would not reach every order of a few positions equally often. */
const minHalfBits = 3

const createPermutation = (size: number, seed: string) => {
  const halfBits = Math.max(minHalfBits, Math.ceil(Math.log2(size) / 2))
  const keys = Int32Array.from({ length: rounds }, (_, round) => hash32(seed, round))
  return (position: number): number => {
    let walked = position
    // The network covers less than four times `size`: four steps on average, more below 16 only.
    do walked = scramble(walked, halfBits, keys)
    while (walked >= size)
    return walked
  }
}

/** `size` is a number of rows, so both halves fit 32 bits. */
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
