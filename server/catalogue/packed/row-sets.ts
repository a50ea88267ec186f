/* biome-ignore-all lint/style/noNonNullAssertion: words and blocks have a number for every row of the catalogue */
import { countBits } from '../../../shared/catalogue/hash.ts'
import type { Pool } from '../../../shared/catalogue/select.ts'
import type { Range } from './row-groups.ts'

/**
 * A set of rows, with one bit per row. `before[b]` counts the rows of the set in all blocks before block `b`, so that
 * the row at a position is found in a few steps.
 */
export interface RowSet extends Pool {
  bits: Uint32Array
}

const blockWords = 16

export const toRowSet = (rowCount: number, ranges: readonly Range[]): RowSet => {
  const bits = new Uint32Array(Math.ceil(rowCount / 32))
  for (const { rows, start, size } of ranges)
    for (let at = start; at < start + size; at++) {
      const row = rows[at]!
      bits[row >>> 5]! |= 1 << (row & 31)
    }
  return createRowSet(bits)
}

/** Returns the rows that are in all of the sets. There must be at least one. */
export const intersect = ([first, ...others]: readonly RowSet[]): RowSet => {
  if (others.length === 0) return first!
  const bits = first!.bits.slice()
  for (const other of others)
    for (let word = 0; word < bits.length; word++) bits[word]! &= other.bits[word]!
  return createRowSet(bits)
}

const createRowSet = (bits: Uint32Array): RowSet => {
  const before = countBlocks(bits)
  const size = before.at(-1)!
  return {
    bits,
    size,
    has: (row) => ((bits[row >>> 5]! >>> (row & 31)) & 1) === 1,
    rowAt: (position) => {
      if (position >= size) throw noRowAt(position)
      const block = findBlock(before, position)
      let rest = position - before[block]!
      for (let word = block * blockWords; ; word++) {
        const count = countBits(bits[word]!)
        if (rest < count) return word * 32 + findBit(bits[word]!, rest)
        rest -= count
      }
    },
  }
}

export const noRowAt = (position: number) => new RangeError(`No wallpaper at position ${position}`)

const countBlocks = (bits: Uint32Array): Uint32Array => {
  const before = new Uint32Array(Math.ceil(bits.length / blockWords) + 1)
  for (let word = 0; word < bits.length; word++)
    before[Math.floor(word / blockWords) + 1]! += countBits(bits[word]!)
  for (let block = 1; block < before.length; block++) before[block]! += before[block - 1]!
  return before
}

// Finds the last block that begins at or before the position.
const findBlock = (before: Uint32Array, position: number): number => {
  let low = 0
  let high = before.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (before[middle]! <= position) low = middle
    else high = middle
  }
  return low
}

const findBit = (word: number, skip: number): number => {
  let rest = word
  for (let skipped = 0; skipped < skip; skipped++) rest &= rest - 1
  return 31 - Math.clz32(rest & -rest)
}
