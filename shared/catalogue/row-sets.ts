import { isPreferred } from '../filter-rules.ts'
import { type Condition, listTerms, type PoolFilters, sizeOf, type Terms } from '../filters.ts'
import { countBits } from './hash.ts'
import { lowerBound } from './number-lists.ts'
import type { Column, Rows } from './rows.ts'
import type { Pool } from './select.ts'

/** With `isByName`, the words of a file name also count as categories of its row. */
export interface Criteria extends PoolFilters {
  isByName?: boolean | undefined
  /** Whether a row also matches if it lacks the value that a filter compares. */
  mayMatch?: boolean | undefined
}

export interface RowsOptions<Names> {
  rows: Rows<Names>
  /** The words of the file names. Absent if nobody asks for them. */
  words?: () => Column<Names>
  findName(names: Names, name: string): number | undefined
}

// A set of a million rows takes 125 kB and about a millisecond to make. All sets together take up to 32 bytes per row.
const mostSets = 256

/**
 * Returns a function that finds the rows that match all of some criteria. It makes a set of rows for each criterion,
 * intersects the sets, and caches all of them, so that repeated filters cost no more than a lookup.
 */
export const createRowFinder = <Names>({ rows, words, findName }: RowsOptions<Names>) => {
  const { size, named, measured } = rows
  const columns = { ...named, ...measured }
  const cached = createSetCache()
  const emptyBits = () => new Uint32Array(Math.ceil(size / 32))
  const everyRow = () => {
    const bits = emptyBits().fill(-1)
    if (size % 32 !== 0) bits[bits.length - 1] = 2 ** (size % 32) - 1
    return bits
  }

  // Most requests have no filter.
  const createEveryRow = (): RowSet => {
    const set = createRowSet(everyRow())
    return { ...set, rowAt: (position) => (position < size ? position : set.rowAt(position)) }
  }

  const listNamed = (column: Column<Names>, names: readonly string[]) =>
    names.flatMap((name) => {
      const number = findName(column.values, name)
      return number === undefined ? [] : [rowsOf(column, number)]
    })
  /** Returns the lists of rows that were marked, unless the property is a measure. */
  const markWanted = (bits: Uint32Array, wanted: Condition, isByName: boolean) => {
    if ('fits' in wanted) {
      markFitting(bits, measured[wanted.of], wanted.fits)
      return []
    }
    const byName = isByName && words && wanted.of === 'category' ? [words()] : []
    const lists = [named[wanted.of], ...byName].flatMap((column) =>
      listNamed(column, wanted.isOneOf),
    )
    for (const rows of lists) mark(bits, rows)
    return lists
  }

  const matchOne = ({ preference, isByName = false, mayMatch = false, ...one }: Criteria) => {
    const bits = emptyBits()
    if (preference) {
      mark(bits, measured.size.unknown)
      markFitting(bits, measured.size, (value) => isPreferred(sizeOf(value), preference))
      return createRowSet(bits)
    }
    const [{ some, none } = nothing] = listTerms(one)
    const [list, ...others] = some.flatMap((wanted) => {
      if (mayMatch) mark(bits, columns[wanted.of].unknown)
      return markWanted(bits, wanted, isByName)
    })
    const base = some.length === 0 ? everyRow() : bits
    if (none.length === 0) return createRowSet(base, others.length === 0 ? list : undefined)
    const unwanted = emptyBits()
    for (const wanted of none) {
      markWanted(unwanted, wanted, isByName)
      if (!mayMatch) mark(unwanted, columns[wanted.of].unknown)
    }
    return createRowSet(without(base, unwanted))
  }

  return (...criteria: readonly Criteria[]): RowSet =>
    cached(JSON.stringify(criteria), () => {
      const [first, ...others] = criteria
        .flatMap(splitCriteria)
        .map((one) => cached(JSON.stringify([one]), () => matchOne(one)))
      if (first === undefined) return createEveryRow()
      return others.length === 0 ? first : createRowSet(others.reduce(intersect, first.bits))
    })
}

// Evicts the sets that were not used for the longest time.
const createSetCache = () => {
  const sets = new Map<string, RowSet>()
  return (key: string, make: () => RowSet): RowSet => {
    const known = sets.get(key)
    if (known && sets.size < mostSets / 2) return known
    const set = known ?? make()
    sets.delete(key)
    sets.set(key, set)
    for (const oldest of sets.keys()) {
      if (sets.size <= mostSets) break
      sets.delete(oldest)
    }
    return set
  }
}

const splitCriteria = ({ isByName, mayMatch, ...given }: Criteria): Criteria[] =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      [name]: value,
      mayMatch,
      isByName: name === 'category' ? isByName : undefined,
    }))

const nothing: Terms = { some: [], none: [] }

export const rowsOf = ({ starts, rows }: Column<unknown>, number: number): Uint32Array =>
  rows.subarray(starts[number], starts[number + 1])

const mark = (bits: Uint32Array, rows: Uint32Array) => {
  for (const row of rows) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
}

const markFitting = (
  bits: Uint32Array,
  column: Column<Float64Array>,
  fits: (value: number) => boolean,
) => {
  column.values.forEach((value, number) => {
    if (fits(value)) mark(bits, rowsOf(column, number))
  })
}

export interface RowSet extends Pool {
  bits: Uint32Array
}

const blockWords = 16

const intersect = (bits: Uint32Array, other: RowSet): Uint32Array =>
  bits.map((word, at) => word & (other.bits[at] ?? 0))

const without = (bits: Uint32Array, unwanted: Uint32Array): Uint32Array =>
  bits.map((word, at) => word & ~(unwanted[at] ?? 0))

/** @param list the rows of the set in ascending order, if they are known. Reading them is faster than counting bits. */
const createRowSet = (bits: Uint32Array, list?: Uint32Array): RowSet => {
  // The number of rows in all blocks before each block, so that the row at a position is found in a few steps.
  const before = new Uint32Array(Math.ceil(bits.length / blockWords))
  let size = 0
  for (let word = 0; word < bits.length; word++) {
    if (word % blockWords === 0) before[word / blockWords] = size
    size += countBits(bits[word] ?? 0)
  }
  const rows = list?.length === size ? list : undefined
  return {
    bits,
    size,
    has: (row) => (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1,
    rowAt: (position) => {
      if (position >= size) throw new RangeError(`No row ${position}`)
      if (rows) return rows[position] ?? 0
      // The last block that begins at or before the position.
      const block = lowerBound(before, position + 1) - 1
      let rest = position - (before[block] ?? 0)
      for (let word = block * blockWords; ; word++) {
        const ones = bits[word] ?? 0
        const count = countBits(ones)
        if (rest < count) return word * 32 + findBit(ones, rest)
        rest -= count
      }
    },
  }
}

const findBit = (word: number, skip: number): number => {
  let rest = word
  for (let skipped = 0; skipped < skip; skipped++) rest &= rest - 1
  return 31 - Math.clz32(rest & -rest)
}
