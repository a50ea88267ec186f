import { hashFileName } from './file-names.ts'

/** Which files of the index are not in `main/`. */
export interface MissingFiles {
  /** Rows that were left out for it. */
  count: number
  /** Some of their files. */
  examples: readonly string[]
  /** `main/` has none of the files of so many rows, and all of them stayed; 0 where it has any. */
  allOf: number
}

const maxExamples = 5

/**
 * Leaves out rows whose file is not there, unless no file of the index is: an index may come
 * without its pictures. A row that names no file at all is not judged here.
 * @param inMain `undefined`: nobody knows
 */
export const createMissingFiles = (inMain: ReadonlySet<string> | undefined) => {
  const hashes = inMain && new Set(Array.from(inMain, (file) => hashFileName('main', file)))
  /** Adds rows that are shown if no file turns up. */
  const waiting: (() => void)[] = []
  const examples: string[] = []
  let count = 0
  let hasAny = hashes === undefined
  return {
    /** @param mainHash `hashFileName` of the row's file; NaN: it names none */
    isMissing: (mainHash: number): boolean => {
      if (hashes === undefined || Number.isNaN(mainHash)) return false
      if (hashes.has(mainHash)) {
        hasAny = true
        waiting.length = 0
        return false
      }
      count++
      return hashes.size > 0
    },
    /** What to do with a row that is missing. */
    leaveOut: (readFile: () => string, add: () => void) => {
      if (examples.length < maxExamples) examples.push(readFile())
      if (!hasAny) waiting.push(add)
    },
    end: (): MissingFiles => {
      if (hasAny) return { count, examples, allOf: 0 }
      for (const add of waiting) add()
      return { count: 0, examples: [], allOf: count }
    },
  }
}
