import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type {
  SearchedCatalogue,
  SearchHits,
  SearchIndex,
  SearchRequest,
} from '../../catalogue/search-index.ts'
import type { Wallpaper } from '../../catalogue/wallpaper.ts'
import { toDeviceType } from '../../pictures/shape-and-format.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

interface SqliteSearchOptions {
  /** So many matches are put in the order of their relevance: some ms on its thread. */
  mostRanked?: number
  /** Where any word will do, the rarest are looked for until they are in so many rows: 0.2 µs each. */
  mostMerged?: number
}

/**
 * Full-text search by SQLite's FTS5 in memory (spec §4.4). All words must match, the last one also
 * as the beginning of a word, a word that the catalogue does not know as one it could have been
 * meant for; when nothing has them all, any of them will do.
 */
export const createSqliteSearch = async (
  catalogue: SearchedCatalogue,
  { mostRanked = 3_000, mostMerged = 20_000 }: SqliteSearchOptions = {},
): Promise<SearchIndex> => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  // Numbered in the order of their ids, so that hits of the same rank come in that order.
  const sorted = sortById(catalogue)
  await insertAll(database, catalogue, sorted)
  const search = createSearch(database, (row) => catalogue.idAt(sorted[row]!), {
    mostRanked,
    mostMerged,
  })
  return {
    search: async (request) => search(request),
    isUsable: () => database.isOpen,
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** The rows of the catalogue in the order of their ids. */
const sortById = ({ size, idAt }: SearchedCatalogue): Uint32Array => {
  const ids = Array.from({ length: size }, (_, row) => idAt(row))
  return Uint32Array.from(ids.keys()).sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1))
}

/** The beginnings of so many letters have lists of their own, however many words begin so. */
const longestPrefix = 3
const prefixes = '1 2 3'

const schema = `
  CREATE VIRTUAL TABLE words USING fts5(
    name, tags, category, description,
    content = '', prefix = '${prefixes}', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TABLE facets (row INTEGER PRIMARY KEY, type TEXT, category TEXT);
  INSERT INTO words (words, rank) VALUES ('rank', 'bm25(8, 4, 3, 1)');
  -- Large enough to write most catalogues in one go, without merging.
  INSERT INTO words (words, rank) VALUES ('hashsize', 33554432);
`

/** Rows per turn of the event loop while building: about 10 ms. */
const chunkSize = 500

const insertAll = async (
  database: DatabaseSync,
  { at }: SearchedCatalogue,
  sorted: Uint32Array,
) => {
  const words = database.prepare(
    'INSERT INTO words (rowid, name, tags, category, description) VALUES (?, ?, ?, ?, ?)',
  )
  const facets = database.prepare('INSERT INTO facets VALUES (?, ?, ?)')
  const insert = (wallpaper: Wallpaper, row: number) => {
    const { tags, category, description, orientation } = wallpaper
    words.run(row, toName(wallpaper), tags.join(' '), category, description)
    facets.run(row, toDeviceType(orientation) ?? null, category)
  }
  database.exec('BEGIN')
  for (const [row, catalogueRow] of sorted.entries()) {
    insert(at(catalogueRow), row)
    if (row % chunkSize === chunkSize - 1) await setImmediate()
  }
  for (let row = sorted.length; row < minRows; row++) words.run(row, '', '', '', filler)
  database.exec('COMMIT')
}

/** A title is mostly the id in other letters: said twice, it would count twice. */
const toName = ({ id, title }: Wallpaper): string => {
  const words = toSearchWords(title)
  return toSearchWords(id).every((word) => words.includes(word)) ? title : `${title} ${id}`
}

/**
 * BM25 gives no weight to a word that half of all rows have, which in a catalogue of a few dozen is
 * nearly every word. Rows of a word that nobody can search for make it rare enough to count.
 */
const minRows = 1000
const filler = '\ue000 '.repeat(30)

const createSearch = (
  database: DatabaseSync,
  idOf: (row: number) => string,
  { mostRanked, mostMerged }: Required<SqliteSearchOptions>,
) => {
  const vocabulary = createVocabulary(database, 'words')
  const all = { table: 'words', mostRanked }
  const findAll = createFinder(database, all)
  const findFiltered = createFinder(database, { ...all, join: joinFacets, where: hasFacets })
  return ({ q, type, category, limit, offset }: SearchRequest): SearchHits => {
    const words = toSearchWords(q)
    const isFiltered = type !== undefined || category !== undefined
    const filter = isFiltered ? { type: type ?? null, category: category ?? null } : {}
    const find = isFiltered ? findFiltered : findAll
    const groups = words.map((word, at) => toGroup(vocabulary, word, at === words.length - 1))
    const toHit = ({ row, rank }: Match) => ({
      id: idOf(row),
      relevance: toRelevance(rank, words.length),
    })
    for (const toMatch of words.length === 0 ? [] : [toAll, toAny]) {
      const { total, page } = find({ match: toMatch(groups, mostMerged), ...filter }, limit, offset)
      if (total > 0) return { total, hits: page.map(toHit) }
    }
    return { total: 0, hits: [] }
  }
}

// The order of the join is fixed: the planner could begin with the facets, and look up every row.
const joinFacets = 'CROSS JOIN facets ON facets.row = words.rowid'
const hasFacets = `(:type IS NULL OR facets.type = :type)
  AND (:category IS NULL OR facets.category = :category)`

/** What a word may stand for. */
interface Group {
  /** An FTS5 expression: quoted words are never operators. */
  match: string
  /** Rows that have it; of beginnings, nobody knows. */
  count: number
}

const toGroup = (vocabulary: Vocabulary, word: string, isLast: boolean): Group => {
  const count = vocabulary.countOf(word)
  const isKnown = count > 0
  const beginning = isLast ? toBeginning(vocabulary, word, isKnown) : undefined
  if (beginning !== undefined)
    return { match: isKnown ? `("${word}" OR ${beginning})` : beginning, count: Infinity }
  if (isKnown) return { match: `"${word}"`, count }
  const variants = vocabulary.findSimilar(word)
  return { match: toAnyOf([word, ...variants]), count: sum(variants.map(vocabulary.countOf)) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const toAll = (groups: readonly Group[]) => groups.map(({ match }) => match).join(' AND ')

/** A word that is everywhere says the least, and takes the longest. */
const toAny = (groups: readonly Group[], mostMerged: number) => {
  const rarestFirst = groups.toSorted((a, b) => (a.count < b.count ? -1 : 1))
  let merged = 0
  const kept = rarestFirst.filter(({ count }) => {
    const isKept = merged < mostMerged
    merged += count
    return isKept
  })
  return kept.map(({ match }) => match).join(' OR ')
}

const toAnyOf = (words: readonly string[]) => `(${words.map((each) => `"${each}"`).join(' OR ')})`

/** More words than these are not gathered for each search: that would take up to 100 ms. */
const fewEndings = 32
const someEndings = 8

/** The words that begin so; `undefined` when there are none, or too many beside the word itself. */
const toBeginning = (vocabulary: Vocabulary, word: string, isKnown: boolean) => {
  if (!vocabulary.hasPrefix(word)) return undefined
  if (word.length <= longestPrefix) return `"${word}"*`
  const endings = vocabulary.findEndings(word, fewEndings + 1)
  if (endings.length <= fewEndings) return `"${word}"*`
  return isKnown ? undefined : toAnyOf(endings.slice(0, someEndings))
}

/**
 * BM25 per word, from 0 to 1: `s / (s + 2)`. A rare word in the name scores about 10 and reads 0.8,
 * a common one in the description about 2 and reads 0.5, in every search alike.
 */
const toRelevance = (rank: number, wordCount: number): number => {
  const score = Math.max(0, -rank) / wordCount
  return score / (score + 2)
}

/** More words than anybody types to find a picture; each costs a look-up. */
const maxWords = 12

/**
 * The distinct words of a search, in lower case and without accents; never anything but letters
 * and digits, so whatever a search engine gives a meaning to is gone.
 */
export const toSearchWords = (q: string): string[] => {
  const plain = q
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))].slice(0, maxWords)
}

export interface Match {
  row: number
  /** BM25 as FTS5 gives it: the more negative the better. */
  rank: number
}

export interface Found {
  /** Of all matches. */
  total: number
  page: readonly Match[]
}

/** What stands in the places of an SQL text. */
type Parameters = Readonly<Record<string, string | number | null>>

export interface FinderOptions {
  table: string
  /** Joined to the table, and what it is filtered by. */
  join?: string
  where?: string
  /** Of so many matches the best come first; those behind them come in the order of their rows. */
  mostRanked: number
}

/**
 * Counts the matches of an FTS5 expression and reads a page of them. To rank a match takes ten times
 * as long as to find it (2 µs), so of a word that is everywhere only a part is ranked.
 */
export const createFinder = (database: DatabaseSync, options: FinderOptions) => {
  const { table, join = '', where = 'true', mostRanked } = options
  const from = `FROM ${table} ${join} WHERE ${table} MATCH :match AND ${where}`
  const count = database.prepare(`SELECT count(*) AS total ${from}`)
  const ranked = database.prepare(
    `SELECT row, rank FROM (
       SELECT ${table}.rowid AS row, ${table}.rank AS rank ${from}
       ORDER BY ${table}.rowid LIMIT ${mostRanked}
     ) ORDER BY rank, row LIMIT :limit OFFSET :offset`,
  )
  const behind = database.prepare(
    `SELECT ${table}.rowid AS row, 0 AS rank ${from}
     ORDER BY ${table}.rowid LIMIT :limit OFFSET :offset`,
  )
  const read = (parameters: Parameters, limit: number, offset: number) => {
    const page = offset < mostRanked ? ranked.all({ ...parameters, limit, offset }) : []
    const missing = limit - page.length
    if (missing === 0 || offset + limit <= mostRanked) return page
    const rest = { limit: missing, offset: Math.max(offset, mostRanked) }
    return [...page, ...behind.all({ ...parameters, ...rest })]
  }

  return (parameters: Parameters, limit: number, offset: number): Found => {
    const total = Number(count.get(parameters)?.total)
    const page = offset < total ? read(parameters, limit, offset) : []
    return { total, page: page.map(({ row, rank }) => ({ row: Number(row), rank: Number(rank) })) }
  }
}
