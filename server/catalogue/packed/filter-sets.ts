import { fitsBox, hasRatio, isAtLeast, type PictureSize } from '../../../shared/filter-rules.ts'
import { resolutions } from '../../../shared/filter-values.ts'
import {
  listWanted,
  type Measure,
  type PoolFilters,
  splitByNeed,
  type Wanted,
} from '../../../shared/filters.ts'
import type { SizeFilter } from '../catalogue.ts'
import type { Buckets, NamePools } from './buckets.ts'
import { colorOfKey, type PackedMeasures, sizeOfKey, toneKeys, unknown } from './measures.ts'
import { findGroups, type Range, type RowGroups } from './row-groups.ts'
import { intersect, type RowSet, toRowSet } from './row-sets.ts'

/** All filters of all routes. With `isByName`, words of file names count as categories, too (spec §4.2). */
export interface Criteria extends PoolFilters, Pick<SizeFilter, 'tag' | 'resolution'> {
  isByName?: boolean
  isSized?: boolean
}

export interface FilterSets {
  find(criteria: Criteria): RowSet
  countUnmeasured(criteria: Criteria): number
}

interface FilterSetsParts {
  rowCount: number
  buckets: Buckets
  namePools: NamePools
  measures: PackedMeasures
}

// A set of a million rows takes 125 kB and a few milliseconds to make. All sets together take up to 32 bytes per row.
const mostSets = 256

/**
 * Answers filters that no list of rows was made for in advance. It makes a set of rows for each criterion, intersects
 * the sets, and caches all of them, so that repeated filters cost no more than a lookup.
 */
export const createFilterSets = (parts: FilterSetsParts): FilterSets => {
  const { rowCount } = parts
  const cached = createSetCache()
  const one = (criteria: Criteria, find: () => readonly Range[]) =>
    cached(toKey(criteria), () => toRowSet(rowCount, find()))
  const known = (measure: Measure) =>
    cached(measure, () =>
      toRowSet(rowCount, findGroups(parts.measures[groupsOf[measure]], isKnown)),
    )

  const find = (criteria: Criteria): RowSet => {
    const key = toKey(criteria)
    return cached(key, () => {
      const sets = splitCriteria(criteria).map((each) => one(each, () => findRanges(parts, each)))
      const [only, ...others] = sets
      if (only === undefined) return toRowSet(rowCount, parts.buckets.find({}))
      return others.length === 0 ? only : intersect(sets)
    })
  }
  return {
    find,
    countUnmeasured: ({ isByName, ...filters }) => {
      const { needs, others } = splitByNeed(filters)
      const base = find(isByName ? { ...others, isByName } : others)
      return base.size - intersect([base, ...needs.map(known)]).size
    },
  }
}

const groupsOf = { size: 'sizes', luminance: 'tones', palette: 'palettes' } as const

const isKnown = (key: number) => key !== unknown

const toKey = (criteria: Criteria) => JSON.stringify(criteria)

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
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => ({ [name]: value })),
]

const findRanges = (parts: FilterSetsParts, one: Criteria): Range[] => {
  const { buckets, namePools, measures } = parts
  const { boxShape, tag, resolution, isSized, isByName } = one
  const ofSize = (fits: (size: PictureSize) => boolean) => findWanted(parts, { of: 'size', fits })
  if (boxShape !== undefined)
    return findGroups(measures.sizes, (key) => !isKnown(key) || fitsBox(sizeOfKey(key), boxShape))
  if (tag) return ofSize((size) => hasRatio(size, tag === 'desktop' ? 'landscape' : 'portrait'))
  if (resolution) return ofSize((size) => isAtLeast(size, resolutions[resolution]))
  if (isSized) return ofSize(() => true)
  const [wanted] = listWanted(one)
  if (wanted === undefined) return buckets.find({})
  const named = isByName ? (one.category ?? []) : []
  return [
    ...wanted.flatMap((each) => findWanted(parts, each)),
    ...named.flatMap((category) => namePools.find({ category }) ?? []),
  ]
}

const findWanted = ({ buckets, measures }: FilterSetsParts, wanted: Wanted): Range[] => {
  switch (wanted.of) {
    case 'category':
      return buckets.find({ category: wanted.is })
    case 'color':
      return buckets.find({ color: wanted.is })
    case 'type':
      return buckets.find({ type: wanted.is })
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
