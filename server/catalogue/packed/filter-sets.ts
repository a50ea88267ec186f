import {
  areNear,
  fitsBox,
  hasRatio,
  isAtLeast,
  isHexColor,
  type PoolFilters,
  roundColor,
} from '../../../shared/filter-rules.ts'
import { resolutions } from '../../../shared/filter-values.ts'
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
  const known = (name: 'tones' | 'sizes' | 'palettes') =>
    cached(name, () => toRowSet(rowCount, findGroups(parts.measures[name], isKnown)))

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
    countUnmeasured: (criteria) => {
      const { tone, ratio, atleast, ...others } = criteria
      const hasHex = others.color?.some(isHexColor)
      const base = find(hasHex ? { ...others, color: undefined } : others)
      const needed = [
        ...(tone ? [known('tones')] : []),
        ...(ratio || atleast ? [known('sizes')] : []),
        ...(hasHex ? [known('palettes')] : []),
      ]
      return base.size - intersect([base, ...needed]).size
    },
  }
}

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

const findRanges = ({ buckets, namePools, measures }: FilterSetsParts, one: Criteria): Range[] => {
  const { category, color, type, tone, ratio, atleast, boxShape, tag, resolution, isSized } = one
  const ofSize = (isWanted: (size: ReturnType<typeof sizeOfKey>) => boolean) =>
    findKnown(measures.sizes, (key) => isWanted(sizeOfKey(key)))
  if (category)
    return category.flatMap((each) => [
      ...buckets.find({ category: each }),
      ...(one.isByName ? (namePools.find({ category: each }) ?? []) : []),
    ])
  if (color)
    return color.flatMap((each) => {
      if (!isHexColor(each)) return buckets.find({ color: each })
      const wanted = roundColor(each)
      return findKnown(measures.palettes, (key) => areNear(wanted, colorOfKey(key)))
    })
  if (type) return buckets.find({ type })
  if (tone) return findGroups(measures.tones, (key) => key === toneKeys[tone])
  if (ratio) return ofSize((size) => ratio.some((each) => hasRatio(size, each)))
  if (atleast) return ofSize((size) => isAtLeast(size, atleast))
  if (boxShape !== undefined)
    return findGroups(measures.sizes, (key) => !isKnown(key) || fitsBox(sizeOfKey(key), boxShape))
  if (tag) return ofSize((size) => hasRatio(size, tag === 'desktop' ? 'landscape' : 'portrait'))
  if (resolution) return ofSize((size) => isAtLeast(size, resolutions[resolution]))
  return isSized ? ofSize(() => true) : buckets.find({})
}

const findKnown = (groups: RowGroups, isWanted: (key: number) => boolean) =>
  findGroups(groups, (key) => isKnown(key) && isWanted(key))
