import type { CategoryRecord } from '../../../shared/catalogue-api.ts'
import { toColorRecord } from '../../pictures/color-hex.ts'
import { type JsonText, parseJsonText } from '../json-text.ts'
import { isRow, readColors } from '../row-readers.ts'
import type { Columns } from './columns.ts'
import { countNames, nameAt, type PackedNames } from './packed-names.ts'
import { toSharedBytes } from './shared-arrays.ts'

/** Largest first, then by name; a wallpaper without a category is in none. */
export const packCategories = ({ categories, categoryNames }: Columns): Uint8Array => {
  const counts = new Uint32Array(countNames(categoryNames))
  for (const number of categories) counts[number]!++
  const records = toNames(categoryNames)
    .map((name, number): CategoryRecord => ({ name, count: counts[number]! }))
    .filter(({ name, count }) => name !== '' && count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return toBytes(records)
}

/**
 * The distinct names in the `colors` of all entries of `tags.json` (spec §4.5), those of the index
 * when there are none.
 */
export const packColors = (tags: JsonText, { colorNames }: Columns) => {
  const { entries, problem } = readTags(tags)
  const names = new Set(entries.flatMap(colorsOf))
  const used = names.size === 0 ? toNames(colorNames) : [...names]
  return { bytes: toBytes(used.map(toColorRecord)), problem }
}

const readTags = (text: JsonText): { entries: readonly unknown[]; problem?: string } => {
  try {
    const entries = parseJsonText(text)
    return Array.isArray(entries) ? { entries } : { entries: [], problem: 'is no JSON array' }
  } catch {
    return { entries: [], problem: 'is no valid JSON' }
  }
}

const colorsOf = (entry: unknown): readonly string[] =>
  isRow(entry) && Array.isArray(entry.colors) ? (readColors(entry.colors) ?? []) : []

const toNames = (names: PackedNames) =>
  Array.from({ length: countNames(names) }, (_, number) => nameAt(names, number))

const toBytes = (value: unknown) => toSharedBytes(new TextEncoder().encode(JSON.stringify(value)))
