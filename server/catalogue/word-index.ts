import { hash32 } from './hash.ts'

/** Which rows carry a word, for any word, at 8 bytes per word of a row. */
export interface WordIndex {
  /**
   * Ascending numbers of the rows that carry `word`, and now and then of a row with another word
   * of the same hash: the caller looks at the name itself.
   */
  candidates(word: string): Uint32Array
}

export interface WordIndexBuilder {
  add(word: string, row: number): void
  build(): WordIndex
}

/**
 * Every (word, row) is one number, the word's hash above the row's number: sorted, the rows of a
 * word stand together and are found by bisection. Both fit the 53 bits of a double exactly.
 */
export const createWordIndexBuilder = (rowCount: number): WordIndexBuilder => {
  const span = 2 ** Math.max(21, Math.ceil(Math.log2(rowCount + 1)))
  const hashOf = (word: string) => hash32(word) % (2 ** 53 / span)
  const entries: number[] = []
  return {
    add: (word, row) => {
      entries.push(hashOf(word) * span + row)
    },
    build: () => {
      const sorted = Float64Array.from(entries).sort()
      return {
        candidates: (word) => {
          const first = hashOf(word) * span
          const start = lowerBound(sorted, first)
          const found = sorted.subarray(start, lowerBound(sorted, first + span, start))
          return Uint32Array.from(found, (entry) => entry - first)
        },
      }
    },
  }
}

/** The position of the first entry that is not below `value`. */
const lowerBound = (sorted: Float64Array, value: number, from = 0): number => {
  let low = from
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
