import { createNamesPacker, findName, type PackedNames } from './packed-names.ts'
import { sharedUint32 } from './shared-arrays.ts'

/** Which rows carry a word: those of word `n` are `rows[starts[n]]` … `rows[starts[n + 1] - 1]`. */
export interface PackedWordRows {
  readonly words: PackedNames
  readonly starts: Uint32Array
  readonly rows: Uint32Array
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
  const words: number[] = []
  const rows: number[] = []
  return {
    add: (word, row) => {
      words.push(names.numberOf(word))
      rows.push(row)
    },
    pack: () => ({ words: names.pack(), ...groupByWord(words, rows, names.count()) }),
  }
}

/** A counting sort: the rows of a word stay in their order. */
const groupByWord = (words: readonly number[], rows: readonly number[], wordCount: number) => {
  const starts = sharedUint32(wordCount + 1)
  for (const word of words) starts[word + 1]!++
  for (let word = 0; word < wordCount; word++) starts[word + 1]! += starts[word]!
  const next = starts.slice()
  const grouped = sharedUint32(rows.length)
  for (const [at, word] of words.entries()) grouped[next[word]!++] = rows[at]!
  return { starts, rows: grouped }
}
