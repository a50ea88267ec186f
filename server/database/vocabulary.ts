import type { DatabaseSync } from 'node:sqlite'
import { findSimilar, groupByLength, type Term } from '../../shared/catalogue/search-words.ts'

export type Vocabulary = ReturnType<typeof createVocabulary>

/**
 * All words of the search index (the FTS5 table `words`), for completing search words and correcting typing errors.
 */
export const createVocabulary = (database: DatabaseSync) => {
  database.exec('CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row)')
  const findTerm = database.prepare('SELECT doc FROM vocabulary WHERE term = ?')
  const begins = 'FROM vocabulary WHERE term >= ? AND term < ?'
  const findPrefix = database.prepare(`SELECT 1 ${begins} LIMIT 1`)
  const findEndings = database.prepare(`SELECT term ${begins} LIMIT ?`)
  // A misspelled word is never corrected to a word with a digit. Nearly every wallpaper has a number or a code, and nobody means to type it.
  const terms = database.prepare("SELECT term, doc FROM vocabulary WHERE NOT term GLOB '*[0-9]*'")
  const byLength = groupByLength(toTerms(terms.iterate()))
  return {
    countOf: (word: string) => Number(findTerm.get(word)?.doc ?? 0),
    hasPrefix: (start: string) => findPrefix.get(start, `${start}\u{10ffff}`) !== undefined,
    findEndings: (start: string, most: number) =>
      findEndings.all(start, `${start}\u{10ffff}`, most).map(({ term }) => String(term)),
    findSimilar: (word: string) => findSimilar(word, byLength),
  }
}

function* toTerms(rows: Iterable<Readonly<Record<string, unknown>>>): Generator<Term> {
  for (const { term, doc } of rows) yield { word: String(term), count: Number(doc) }
}
