import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { SearchHits } from '../../shared/catalogue/answers.ts'
import { mix32 } from '../../shared/catalogue/hash.ts'
import { createUint32List, findFirst } from '../../shared/catalogue/number-lists.ts'
import {
  findSimilar,
  groupByLength,
  type Term,
  toSearchWords,
} from '../../shared/catalogue/search-words.ts'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import type { SearchQuery } from '../../shared/search-api.ts'
import { createTextsPacker, textAt } from '../catalogue/packed/packed-names.ts'
import type { SearchedCatalogue, SearchIndex } from '../catalogue/search-index.ts'
import { DomainError } from '../domain-error.ts'

const defaults = {
  // The most matches of a search that are ranked by relevance. Ranking 3,000 matches takes a few milliseconds.
  mostRanked: 3_000,
  // When a match needs only one of the search words, the most common words are ignored as soon as rarer words match
  // this many rows. A row takes 0.2 µs.
  mostMerged: 20_000,
  // The processor time in milliseconds after which a search that looks at many rows ends. Other searches wait meanwhile.
  mostMs: 2_000,
}

/**
 * Full-text search with SQLite's FTS5 in memory. A wallpaper must match every search word. The last word
 * may be incomplete, and an unknown word is replaced by similar words. If no wallpaper matches every word, one
 * matching word is enough.
 */
export const createSqliteSearch = async (
  catalogue: SearchedCatalogue,
  limits: Partial<typeof defaults> = {},
): Promise<SearchIndex> => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  // Wallpapers are inserted in the order of their ids, so equally relevant hits are listed by id.
  const sorted = sortById(catalogue)
  await insertAll(database, catalogue, sorted)
  const search = createSearch(database, { ...catalogue, sorted }, { ...defaults, ...limits })
  return {
    search: async (request) => search(request),
    isUsable: () => database.isOpen,
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

const sortById = ({ size, idAt }: SearchedCatalogue): Uint32Array => {
  const ids = Array.from({ length: size }, (_, row) => idAt(row))
  return Uint32Array.from(ids.keys()).sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1))
}

// The search index has an index of word beginnings with up to three letters. Searching for so short a beginning is
// fast, however many words start with it.
const longestPrefix = 3
const prefixes = '1 2 3'

const schema = `
  CREATE VIRTUAL TABLE words USING fts5(
    name, tags, category, description,
    content = '', prefix = '${prefixes}', tokenize = 'unicode61 remove_diacritics 2'
  );
  INSERT INTO words (words, rank) VALUES ('rank', 'bm25(8, 4, 3, 1)');
  -- Large enough to write the index of most catalogues in one go, without merging.
  INSERT INTO words (words, rank) VALUES ('hashsize', 33554432);
`

const chunkSize = 500

const insertAll = async (
  database: DatabaseSync,
  { at }: SearchedCatalogue,
  sorted: Uint32Array,
) => {
  const words = database.prepare(
    'INSERT INTO words (rowid, name, tags, category, description) VALUES (?, ?, ?, ?, ?)',
  )
  database.exec('BEGIN')
  for (const [row, catalogueRow] of sorted.entries()) {
    const wallpaper = at(catalogueRow)
    const { tags, category, description } = wallpaper
    words.run(row, toName(wallpaper), tags.join(' '), category, description)
    if (row % chunkSize === chunkSize - 1) await setImmediate()
  }
  for (let row = sorted.length; row < minRows; row++) words.run(row, '', '', '', filler)
  database.exec('COMMIT')
}

// Returns the title and the id of a wallpaper as searchable text. An id that only repeats words of the title is left
// out, because a repeated word counts twice.
const toName = ({ id, title }: Wallpaper): string => {
  const words = toSearchWords(title)
  return toSearchWords(id).every((word) => words.includes(word)) ? title : `${title} ${id}`
}

/**
 * A small search index is filled up to this many rows. The ranking function BM25 ignores a word that is in half of
 * all rows, which is nearly every word of a few dozen wallpapers. The extra rows contain only a character that
 * nobody can search for.
 */
const minRows = 1000
const filler = '\ue000 '.repeat(30)

const createSearch = (
  database: DatabaseSync,
  { idAt, rowOf, pool, sorted, ...catalogue }: SearchedCatalogue & { sorted: Uint32Array },
  { mostRanked, mostMerged, mostMs }: typeof defaults,
) => {
  const vocabulary = createVocabulary(database)
  const toRow = (position: number) => sorted[position] ?? 0
  const places = toPlaces(catalogue)
  let isMatch = (_position: number) => true
  let placeOf = (position: number) => position
  const limitTime = createTimeLimit(mostMs)
  database.function('matches', (position) => {
    limitTime.check()
    return Number(isMatch(Number(position)))
  })
  database.function('place', (position) => {
    limitTime.check()
    return placeOf(Number(position))
  })
  const findAll = createFinder(database, mostRanked, 'words WHERE words MATCH :match')
  const findFiltered = createFinder(
    database,
    mostRanked,
    'words WHERE words MATCH :match AND matches(words.rowid)',
  )
  return (request: SearchQuery): SearchHits => {
    const { q, sort = 'relevance', limit, offset, ...filters } = request
    const words = toSearchWords(q)
    limitTime.start()
    const { has, size } = pool(filters)
    isMatch = (position) => has(toRow(position))
    const seed = Math.floor(Math.random() * 2 ** 32)
    placeOf = (position) =>
      sort === 'random' ? mix32(position ^ seed) : (places[toRow(position)] ?? 0)
    const find = size < catalogue.size ? findFiltered : findAll
    const groups = words.map((word, at) => toGroup(vocabulary, word, at === words.length - 1))
    const toHit = ({ row, rank }: { row: number; rank: number }) => ({
      id: idAt(toRow(row)),
      relevance: toRelevance(rank, words.length),
    })
    for (const toMatch of words.length === 0 ? [] : [toAll, toAny]) {
      const match = toMatch(groups, mostMerged)
      const { total, page } = find({ match, limit, offset }, sort === 'relevance')
      if (total > 0) return { total, hits: page.map(toHit) }
    }
    return { total: 0, hits: [] }
  }
}

const checkedRows = 1_000

// SQLite in a thread cannot be interrupted, but it calls a function for each row that it filters or sorts.
const createTimeLimit = (mostMs: number) => {
  let rows = 0
  let endsAt = 0
  return {
    start: () => {
      rows = 0
      endsAt = usedMs() + mostMs
    },
    check: () => {
      rows += 1
      if (rows % checkedRows === 0 && usedMs() > endsAt)
        throw new DomainError('BUSY', 'The search took too long: try rarer words')
    },
  }
}

const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const toPlaces = ({ size, newestAt }: Pick<SearchedCatalogue, 'size' | 'newestAt'>) => {
  const places = new Uint32Array(size)
  for (let place = 0; place < size; place++) places[newestAt(place)] = place
  return places
}

interface Group {
  match: string
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

// Builds a query in which any word may match. The most common search words are left out, because they say the least
// and take the longest.
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

// If an incomplete search word could be the beginning of more than 32 words, not all of these words are searched
// for, because that takes up to 100 ms.
const fewEndings = 32
const someEndings = 8

const toBeginning = (vocabulary: Vocabulary, word: string, isKnown: boolean) => {
  const endings = vocabulary.findEndings(word, fewEndings + 1)
  if (endings.length === 0) return undefined
  if (word.length <= longestPrefix || endings.length <= fewEndings) return `"${word}"*`
  return isKnown ? undefined : toAnyOf(endings.slice(0, someEndings))
}

/**
 * Maps the BM25 score per search word to a relevance from 0 to 1 with `s / (s + 2)`. A rare word in the name scores
 * about 10, so its relevance is 0.8. A common word in the description scores about 2, so its relevance is 0.5.
 */
const toRelevance = (rank: number, wordCount: number): number => {
  const score = Math.max(0, -rank) / wordCount
  return score / (score + 2)
}

type PageOfMatches = Pick<SearchQuery, 'limit' | 'offset'> & { match: string }

/**
 * Counts the matches of an FTS5 query and reads one page of them. Ranking a match takes 2 µs, ten times as long as
 * finding it. So only some matches of a common word are ranked, or in another order only those on the page.
 */
const createFinder = (database: DatabaseSync, mostRanked: number, from: string) => {
  const count = database.prepare(`SELECT count(*) AS total FROM ${from}`)
  const ranked = database.prepare(
    `SELECT row, rank FROM (
       SELECT words.rowid AS row, words.rank AS rank FROM ${from}
       ORDER BY words.rowid LIMIT ${mostRanked}
     ) ORDER BY rank, row LIMIT :limit OFFSET :offset`,
  )
  const behind = database.prepare(
    `SELECT words.rowid AS row, 0 AS rank FROM ${from}
     ORDER BY words.rowid LIMIT :limit OFFSET :offset`,
  )
  const placed = database.prepare(
    `SELECT words.rowid AS row FROM ${from}
     ORDER BY place(words.rowid) LIMIT :limit OFFSET :offset`,
  )
  // With `+`, FTS5 reads all matches once. Otherwise it would look each row up, and read all matches for each.
  const ranks = database.prepare(
    `SELECT words.rowid AS row, rank FROM words
     WHERE words MATCH :match AND +words.rowid IN (SELECT value FROM json_each(:rows))`,
  )
  const readRelevant = ({ match, limit, offset }: PageOfMatches) => {
    const page = offset < mostRanked ? ranked.all({ match, limit, offset }) : []
    const missing = limit - page.length
    if (missing === 0 || offset + limit <= mostRanked) return page
    const rest = { limit: missing, offset: Math.max(offset, mostRanked) }
    return [...page, ...behind.all({ match, ...rest })]
  }
  const readPlaced = ({ match, limit, offset }: PageOfMatches) => {
    const rows = placed.all({ match, limit, offset }).map(({ row }) => row)
    const ranked = ranks.all({ match, rows: JSON.stringify(rows) })
    const rankOf = new Map(ranked.map(({ row, rank }) => [row, rank]))
    return rows.map((row) => ({ row, rank: rankOf.get(row) ?? 0 }))
  }

  return (wanted: PageOfMatches, isRelevantFirst: boolean) => {
    const total = Number(count.get({ match: wanted.match })?.total)
    const read = isRelevantFirst ? readRelevant : readPlaced
    const page = wanted.offset < total ? read(wanted) : []
    return { total, page: page.map(({ row, rank }) => ({ row: Number(row), rank: Number(rank) })) }
  }
}

type Vocabulary = ReturnType<typeof createVocabulary>

/**
 * All words of the search index, sorted by their bytes, for completing search words and correcting typing errors. SQLite
 * takes longer to find a word than to find the rows that contain it.
 */
const createVocabulary = (database: DatabaseSync) => {
  database.exec('CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row)')
  const packer = createTextsPacker()
  const counts = createUint32List()
  const terms: Term[] = []
  for (const { term, doc } of database.prepare('SELECT term, doc FROM vocabulary').iterate()) {
    const [word, count] = [String(term), Number(doc)]
    packer.add(word)
    counts.push(count)
    // A misspelled word is never corrected to a word with a digit. Nearly every wallpaper has a number or a code, and nobody means to type it.
    if (!/[0-9]/.test(word)) terms.push({ word, count })
  }
  const { bytes, starts } = packer.pack()
  const byLength = groupByLength(terms)
  const wordAt = (at: number) => textAt({ bytes, starts }, at)
  const findStart = (start: string): number => {
    const wanted = Buffer.from(start)
    const bytesAt = (at: number) => bytes.subarray(starts[at], starts[at + 1])
    return findFirst(counts.length(), (at) => Buffer.compare(bytesAt(at), wanted) >= 0)
  }
  return {
    countOf: (word: string) => {
      const at = findStart(word)
      return wordAt(at) === word ? counts.at(at) : 0
    },
    findEndings: (start: string, most: number) => {
      const from = findStart(start)
      const length = Math.min(most, counts.length() - from)
      const words = Array.from({ length }, (_, at) => wordAt(from + at))
      return words.filter((word) => word.startsWith(start))
    },
    findSimilar: (word: string) => findSimilar(word, byLength),
  }
}
