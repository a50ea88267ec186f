import type { Random } from './random.ts'

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
