import { createUint32List } from './number-list.ts'
import { createNamesPacker, findName, type PackedNames } from './packed-names.ts'
import { sharedUint32 } from './shared-arrays.ts'

/** Which rows carry a word: those of word `n` are `rows[starts[n]]` … `rows[starts[n + 1] - 1]`. */
export interface PackedWordRows {
  words: PackedNames
  starts: Uint32Array
  rows: Uint32Array
}

/** Ascending numbers of the rows that carry `word`. */
export const findWordRows = (
  { words, starts, rows }: PackedWordRows,
  word: string,
): Uint32Array => {
  const number = findName(words, word)
  return number === undefined ? none : rows.subarray(starts[number], starts[number + 1])
}

const none = new Uint32Array(0)

export interface WordRowsPacker {
  /** Rows come in ascending order. */
  add(word: string, row: number): void
  pack(): PackedWordRows
}

export const createWordRowsPacker = (): WordRowsPacker => {
  const names = createNamesPacker()
  const words = createUint32List()
  const rows = createUint32List()
  return {
    add: (word, row) => {
      words.push(names.numberOf(word))
      rows.push(row)
    },
    pack: () => ({ words: names.pack(), ...groupByWord(words.pack(), rows.pack(), names.count()) }),
  }
}

/** A counting sort: the rows of a word stay in their order. */
const groupByWord = (words: Uint32Array, rows: Uint32Array, wordCount: number) => {
  const starts = sharedUint32(wordCount + 1)
  for (const word of words) starts[word + 1]!++
  for (let word = 0; word < wordCount; word++) starts[word + 1]! += starts[word]!
  const next = starts.slice()
  const grouped = sharedUint32(rows.length)
  for (let at = 0; at < words.length; at++) grouped[next[words[at]!]!++] = rows[at]!
  return { starts, rows: grouped }
}
