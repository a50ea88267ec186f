import { countBits } from '../../../shared/catalogue/hash.ts'
import type { Pool } from '../../../shared/catalogue/select.ts'
import { isPreferred, type Preference } from '../../../shared/filter-rules.ts'
import {
  listNeeds,
  listTerms,
  type Measure,
  splitByNeed,
  type Terms,
  type Wanted,
} from '../../../shared/filters.ts'
import { type Criteria, findBucket, findByName } from './buckets.ts'
import { colorOfKey, licenseKeys, sizeOfKey, toneKeys, unknown } from './measures.ts'
import type { PackedCatalogue } from './pack-catalogue.ts'
import { countNames } from './packed-names.ts'
import { findGroups, findNamed, type Range, type RowGroups } from './row-groups.ts'
import { lowerBound } from './shared-arrays.ts'

// A set of a million rows takes 125 kB and a few milliseconds to make. All sets together take up to 32 bytes per row.
const mostSets = 256

/**
 * Answers filters that no list of rows was made for in advance. It makes a set of rows for each criterion, intersects
 * the sets, and caches all of them, so that repeated filters cost no more than a lookup.
 */
export const createFilterSets = (packed: PackedCatalogue) => {
  const rowCount = countNames(packed.ids)
  const cached = createSetCache()
  const toSet = (ranges: readonly Range[]) => toRowSet(rowCount, ranges)
  const known = (measure: Measure) =>
    cached(measure, () => toSet(findGroups(packed.measures[groupsOf[measure]], isKnown)))
  const everyRow = () => cached('', () => toSet(findBucket(packed.buckets, packed.columns, {})))

  const matchOne = ({ preference, isByName = false, ...one }: Criteria): RowSet => {
    if (preference) return toSet(findPreferred(packed, preference))
    const [{ some, none } = nothing] = listTerms(one)
    const setOf = (wanted: readonly Wanted[]) =>
      toSet(wanted.flatMap((each) => findWanted(packed, each, isByName)))
    const base = some.length === 0 ? everyRow() : setOf(some)
    return none.length === 0
      ? base
      : intersect(without(base, setOf(none)), listNeeds(none).map(known))
  }

  /** Returns the rows that match all of the criteria. */
  const find = (...criteria: readonly Criteria[]): RowSet =>
    cached(JSON.stringify(criteria), () => {
      const sets = criteria
        .flatMap(splitCriteria)
        .map((one) => cached(JSON.stringify([one]), () => matchOne(one)))
      const [first, ...others] = sets
      return first ? intersect(first, others) : everyRow()
    })
  return {
    find,
    countUnmeasured: ({ isByName, ...filters }: Criteria): number => {
      const { needs, others } = splitByNeed(filters)
      const base = find(isByName ? { ...others, isByName } : others)
      return base.size - intersect(base, needs.map(known)).size
    },
  }
}

const groupsOf = {
  size: 'sizes',
  luminance: 'tones',
  palette: 'palettes',
  license: 'licenses',
} as const

const isKnown = (key: number) => key !== unknown

// Evicts the sets that were not used for the longest time.
const createSetCache = () => {
  const sets = new Map<string, RowSet>()
  return (key: string, make: () => RowSet): RowSet => {
    const set = sets.get(key) ?? make()
    sets.delete(key)
    sets.set(key, set)
    for (const oldest of sets.keys()) {
      if (sets.size <= mostSets) break
      sets.delete(oldest)
    }
    return set
  }
}

const splitCriteria = ({ category, isByName, ...others }: Criteria): Criteria[] => [
  ...(category ? [isByName ? { category, isByName } : { category }] : []),
  ...Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ [name]: value })),
]

const nothing: Terms = { some: [], none: [] }

const findPreferred = ({ measures }: PackedCatalogue, preference: Preference) =>
  findGroups(measures.sizes, (key) => !isKnown(key) || isPreferred(sizeOfKey(key), preference))

const findWanted = (
  { buckets, namePools, columns, measures, tags }: PackedCatalogue,
  wanted: Wanted,
  isByName: boolean,
): readonly Range[] => {
  switch (wanted.of) {
    case 'category': {
      const bucket = { category: wanted.is }
      const named = isByName ? findByName(namePools, columns, bucket) : []
      return [...findBucket(buckets, columns, bucket), ...(named ?? [])]
    }
    case 'color':
      return findBucket(buckets, columns, { color: wanted.is })
    case 'type':
      return findBucket(buckets, columns, { type: wanted.is })
    case 'tag':
      return findNamed(tags, wanted.is)
    case 'license':
      return findGroups(measures.licenses, (key) => key === licenseKeys[wanted.is])
    case 'luminance':
      return findGroups(measures.tones, (key) => key === toneKeys[wanted.is])
    case 'size':
      return findKnown(measures.sizes, (key) => wanted.fits(sizeOfKey(key)))
    case 'palette':
      return findKnown(measures.palettes, (key) => wanted.fits(colorOfKey(key)))
  }
}

const findKnown = (groups: RowGroups, isWanted: (key: number) => boolean) =>
  findGroups(groups, (key) => isKnown(key) && isWanted(key))

/**
 * A set of rows, with one bit per row. `before[b]` counts the rows of the set in all blocks before block `b`, so that
 * the row at a position is found in a few steps.
 */
interface RowSet extends Pool {
  bits: Uint32Array
}

const blockWords = 16

const toRowSet = (rowCount: number, ranges: readonly Range[]): RowSet => {
  const bits = new Uint32Array(Math.ceil(rowCount / 32))
  for (const { rows, start, size } of ranges)
    for (const row of rows.subarray(start, start + size))
      bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
  return createRowSet(bits)
}

/** Returns the rows that are in all of the sets. */
const intersect = (first: RowSet, others: readonly RowSet[]): RowSet => {
  if (others.length === 0) return first
  const bits = first.bits.slice()
  for (const other of others)
    for (let word = 0; word < bits.length; word++)
      bits[word] = (bits[word] ?? 0) & (other.bits[word] ?? 0)
  return createRowSet(bits)
}

const without = (set: RowSet, unwanted: RowSet): RowSet =>
  createRowSet(set.bits.map((word, at) => word & ~(unwanted.bits[at] ?? 0)))

const createRowSet = (bits: Uint32Array): RowSet => {
  const before = new Uint32Array(Math.ceil(bits.length / blockWords))
  let size = 0
  for (let word = 0; word < bits.length; word++) {
    if (word % blockWords === 0) before[word / blockWords] = size
    size += countBits(bits[word] ?? 0)
  }
  return {
    bits,
    size,
    has: (row) => (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1,
    rowAt: (position) => {
      if (position >= size) throw noRowAt(position)
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

export const noRowAt = (position: number) => new RangeError(`No wallpaper at position ${position}`)

const findBit = (word: number, skip: number): number => {
  let rest = word
  for (let skipped = 0; skipped < skip; skipped++) rest &= rest - 1
  return 31 - Math.clz32(rest & -rest)
}
