import { hash32 } from '../../../shared/catalogue/hash.ts'
import { lowerBound, toSharedFloat64 } from './shared-arrays.ts'

/**
 * The spellings of all rows that differ from the row's id, sorted. Each number consists of the upper 28 bits of a
 * spelling's hash and the row.
 */
export type PackedSpellings = Float64Array

const rowLimit = 2 ** 25
const toStart = (hash: number) => (hash >>> 4) * rowLimit

export const createSpellingsPacker = () => {
  const entries: number[] = []
  return {
    add: (hash: number, row: number) => {
      entries.push(toStart(hash) + row)
    },
    pack: (): PackedSpellings => toSharedFloat64(entries).sort(),
  }
}

/** Returns the rows with this spelling, and now and then a row whose spelling has the same hash. */
export const findSpellings = (spellings: PackedSpellings, spelling: string): number[] => {
  const start = toStart(hash32(spelling))
  const [from, to] = [start, start + rowLimit].map((each) => lowerBound(spellings, each))
  return Array.from(spellings.subarray(from, to), (entry) => entry - start)
}
