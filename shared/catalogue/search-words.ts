// The most words of a search that are used, which limits the time that a search takes. Nobody types more words to
// find a picture.
const maxWords = 12

/**
 * Splits a search text into distinct words of letters and digits. No character remains that has a meaning in the query
 * language of a search engine.
 */
export const toSearchWords = (q: string): string[] => [...new Set(toWords(q))].slice(0, maxWords)

export const toWords = (text: string): string[] => {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns the distinct words of a wallpaper's file name in lower case. The names of its folders do not count. */
export const toNameWords = (id: string): string[] => {
  const words = id
    .slice(id.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[-_\s]+/)
  return words.filter((word, at) => word !== '' && words.indexOf(word) === at)
}

export interface Term {
  word: string
  count: number
}

export type TermsByLength = ReadonlyMap<number, readonly MeasuredTerm[]>

interface MeasuredTerm extends Term {
  letters: number
}

export const groupByLength = (terms: Iterable<Term>): TermsByLength => {
  const byLength = new Map<number, MeasuredTerm[]>()
  for (const term of terms) {
    const group = byLength.get(term.word.length) ?? []
    group.push({ ...term, letters: lettersOf(term.word) })
    byLength.set(term.word.length, group)
  }
  return byLength
}

// Returns 32 bits that show which letters a word contains. Some letters share a bit.
const lettersOf = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

// Compares which letters two words contain. A typing error changes at most two of a word's letter bits, so most
// words are ruled out without comparing letter by letter.
const couldBe = (letters: number, others: number, errors: number): boolean => {
  let different = letters ^ others
  for (let bits = 0; bits <= 2 * errors; bits++) {
    if (different === 0) return true
    different &= different - 1
  }
  return false
}

const maxSimilar = 8

/** Returns the words that a misspelled word may stand for, the most frequent first. */
export const findSimilar = (word: string, byLength: TermsByLength): string[] => {
  const max = toleranceOf(word)
  const letters = lettersOf(word)
  const near = neighbours(word.length, max)
    .flatMap((length) => byLength.get(length) ?? [])
    .filter((term) => couldBe(letters, term.letters, max))
    .map((term) => ({ ...term, distance: editDistance(word, term.word) }))
    .filter(({ distance }) => distance <= max)
  const fewest = Math.min(...near.map(({ distance }) => distance))
  return near
    .filter(({ distance }) => distance === fewest)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, maxSimilar)
    .map(({ word: similar }) => similar)
}

// Returns how many typing errors a search word may have. A short word may have fewer, because two errors could turn
// it into nearly any other word.
const toleranceOf = ({ length }: string): number => {
  if (length < 3) return 0
  return length < 8 ? 1 : 2
}

const neighbours = (length: number, distance: number) =>
  Array.from({ length: 2 * distance + 1 }, (_, at) => length - distance + at)

/**
 * The number of typing errors between two words: missing, extra, wrong or swapped letters (restricted
 * Damerau–Levenshtein distance).
 */
export const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const wrong = a[row - 1] === b[column - 1] ? 0 : 1
      const diagonal = last[column - 1] ?? 0
      const above = last[column] ?? 0
      let least = Math.min(above + 1, (current[column - 1] ?? 0) + 1, diagonal + wrong)
      const isSwap =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
