import type { CategoryRecord } from '../../shared/catalogue-api.ts'
import { categoryNames } from '../../shared/categories.ts'
import { DomainError } from '../domain-error.ts'
import { createBuckets } from './buckets.ts'
import type { Catalogue } from './catalogue.ts'
import { type Columns, createColumns } from './columns.ts'
import { type JsonText, parseJsonText } from './json-text.ts'
import { createNamePools } from './name-pools.ts'
import { parseRow } from './parse-row.ts'
import { createPool } from './pool.ts'
import { isRow, readColors } from './row-readers.ts'
import type { CatalogueDocument } from './source.ts'
import type { Wallpaper } from './wallpaper.ts'

/**
 * Reads a document as a catalogue. A row that cannot be shown, or whose id an earlier row has,
 * costs only itself and is counted in `skipped`.
 * @throws DomainError `CATALOGUE_UNAVAILABLE` when the index is no JSON array
 */
export const createCatalogue = (document: CatalogueDocument): Catalogue => {
  const index = parseArray('index.json', document.index)
  const { byId, rows } = parseRows(index)
  const wallpapers = [...byId.values()]
  const columns = createColumns(wallpapers, categoryNames)
  const buckets = createBuckets(columns, {
    rows: Uint32Array.from(wallpapers.keys()),
    categories: columns.categories,
  })
  const namePools = createNamePools(wallpapers, columns)
  return {
    version: document.version,
    filesUrl: document.filesUrl,
    wallpapers,
    skipped: index.length - wallpapers.length,
    categories: countCategories(columns),
    colorNames: collectColorNames(parseTags(document.tags)) ?? [...columns.colorNumbers.keys()],
    rows,
    find: (id) => byId.get(id),
    pool: (filter) => createPool(wallpapers, buckets.find(filter)),
    poolByName: (filter) =>
      createPool(
        wallpapers,
        filter.category === undefined
          ? buckets.find(filter)
          : [...buckets.find(filter), ...namePools.find(filter)],
      ),
  }
}

const parseArray = (name: string, text: JsonText): readonly unknown[] => {
  const value = parseJson(name, text)
  if (Array.isArray(value)) return value
  throw unavailable(`${name} is no JSON array`)
}

const parseJson = (name: string, text: JsonText): unknown => {
  try {
    return parseJsonText(text)
  } catch (cause) {
    throw unavailable(`${name} is no valid JSON`, cause)
  }
}

const unavailable = (problem: string, cause?: unknown) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `The catalogue's ${problem}`, { cause })

/** Only the list of colours needs `tags.json`. */
const parseTags = (text: JsonText): readonly unknown[] => {
  try {
    return parseArray('tags.json', text)
  } catch {
    return []
  }
}

const parseRows = (index: readonly unknown[]) => {
  const byId = new Map<string, Wallpaper>()
  const rows = index.filter((raw) => {
    const wallpaper = parseRow(raw)
    if (wallpaper === undefined || byId.has(wallpaper.id)) return false
    byId.set(wallpaper.id, wallpaper)
    return true
  })
  return { byId, rows }
}

/** Largest first, then by name; a wallpaper without a category is in none. */
const countCategories = ({ categories, categoryNumbers }: Columns): CategoryRecord[] => {
  const counts = new Uint32Array(categoryNumbers.size)
  for (const number of categories) counts[number]!++
  return [...categoryNumbers]
    .map(([name, number]) => ({ name, count: counts[number]! }))
    .filter(({ name, count }) => name !== '' && count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** The distinct names in the `colors` of all entries (spec §4.5); `undefined` when there are none. */
const collectColorNames = (tags: readonly unknown[]): string[] | undefined => {
  const names = new Set(tags.flatMap(colorsOf))
  return names.size === 0 ? undefined : [...names]
}

const colorsOf = (entry: unknown): readonly string[] =>
  isRow(entry) && Array.isArray(entry.colors) ? (readColors(entry.colors) ?? []) : []
