import { takeNext, toStarts } from '../../../shared/catalogue/number-lists.ts'
import { countDifferences, distanceLimits } from '../perceptual-hash.ts'
import { sharedMemory } from './shared-arrays.ts'

/** A row whose hash is not known has 0 in both of its words. */
type HashWords = Uint32Array

/**
 * Numbers the groups of near-duplicates, from 1. A row that resembles no other row has the group 0. A row joins the
 * group of the first row that it resembles, so a chain of small differences never makes one large group. Returns an
 * empty array when there are no near-duplicates.
 */
export const groupNearDuplicates = (words: HashWords, distance?: number): Uint32Array => {
  if (words.every((word) => word === 0)) return new Uint32Array(0)
  const rowCount = words.length / 2
  const groups = new Uint32Array(sharedMemory(rowCount * 4))
  const isSmall = rowCount <= distanceLimits.smallRows
  const most = distance ?? (isSmall ? distanceLimits.small : distanceLimits.large)
  const leaders = createLeaders(words, isSmall ? oneList : listsByQuarter, most)
  let count = 0
  for (let row = 0; row < rowCount; row++) {
    if (words[row * 2] === 0 && words[row * 2 + 1] === 0) continue
    const leader = leaders.find(row)
    if (leader === undefined) leaders.add(row)
    else groups[row] = groups[leader] ||= ++count
  }
  return count === 0 ? new Uint32Array(0) : groups
}

/** Sorts rows into lists by their hash. A row is compared with the first `mostCompared` rows of each of its lists. */
interface Lists {
  count: number
  of: (high: number, low: number) => readonly number[]
  mostCompared: number
}

const oneList: Lists = { count: 1, of: () => [0], mostCompared: Infinity }

// Compares a row only with those that have one of the four quarters of the hash in common, which finds nine of ten
// near-duplicates. The limit bounds the time when thousands of pictures have the same quarter.
const quarterValues = 2 ** 16
const listsByQuarter: Lists = {
  count: 4 * quarterValues,
  of: (high, low) => [
    high >>> 16,
    quarterValues + (high & 0xffff),
    2 * quarterValues + (low >>> 16),
    3 * quarterValues + (low & 0xffff),
  ],
  mostCompared: 256,
}

// An entry has three numbers: the two words of a row's hash, and the row. All lists are in one array, because linked lists
// took four times as long for a million rows.
const entryLength = 3

const createLeaders = (words: HashWords, { count, of, mostCompared }: Lists, most: number) => {
  const listsOf = (row: number) => of(words[row * 2] ?? 0, words[row * 2 + 1] ?? 0)
  const sizes = new Uint32Array(count)
  for (let row = 0; row < words.length / 2; row++)
    for (const list of listsOf(row)) takeNext(sizes, list)
  const starts = toStarts(sizes)
  const ends = starts.slice()
  const entries = new Uint32Array((starts.at(-1) ?? 0) * entryLength)
  return {
    add: (row: number) => {
      for (const list of listsOf(row)) {
        const at = takeNext(ends, list) * entryLength
        entries[at] = words[row * 2] ?? 0
        entries[at + 1] = words[row * 2 + 1] ?? 0
        entries[at + 2] = row
      }
    },
    find: (row: number): number | undefined => {
      const high = words[row * 2] ?? 0
      const low = words[row * 2 + 1] ?? 0
      for (const list of of(high, low)) {
        const start = starts[list] ?? 0
        const end = Math.min(ends[list] ?? 0, start + mostCompared) * entryLength
        for (let at = start * entryLength; at < end; at += entryLength) {
          const otherHigh = entries[at] ?? 0
          const otherLow = entries[at + 1] ?? 0
          if (countDifferences(high, otherHigh) + countDifferences(low, otherLow) <= most)
            return entries[at + 2]
        }
      }
      return undefined
    },
  }
}
