import type { FiledRow } from './filed-row.ts'

/** Which files of the index are not in `main/`. */
export interface MissingFiles {
  /** Rows that were left out for it. */
  readonly count: number
  /** Some of their files. */
  readonly examples: readonly string[]
  /** `main/` has none of the files of so many rows, and all of them stayed; 0 where it has any. */
  readonly allOf: number
}

/** A row, and where it stands in the text. */
type AddRow = (row: FiledRow, from: number, to: number) => void

const maxExamples = 5

/**
 * Leaves out rows whose file is not there, unless no file of the index is: an index may come
 * without its pictures. A row that names no file at all is not judged here.
 * @param inMain names in the composed form of Unicode; `undefined`: nobody knows
 */
export const createMissingFiles = (inMain: ReadonlySet<string> | undefined, addRow: AddRow) => {
  /** Rows that are added if no file turns up. */
  const waiting: Parameters<AddRow>[] = []
  const examples: string[] = []
  let count = 0
  let hasAny = inMain === undefined
  const isMissing = (file: string | undefined) =>
    file !== undefined && inMain?.has(file.normalize('NFC')) === false
  return {
    add: (row: FiledRow, from: number, to: number) => {
      const file = inMain && row.mainFile
      if (isMissing(file)) {
        count++
        if (file !== undefined && examples.length < maxExamples) examples.push(file)
        if (hasAny) return
        if (inMain?.size === 0) addRow(row, from, to)
        else waiting.push([row, from, to])
        return
      }
      if (file !== undefined) {
        hasAny = true
        waiting.length = 0
      }
      addRow(row, from, to)
    },
    end: (): MissingFiles => {
      if (hasAny) return { count, examples, allOf: 0 }
      for (const each of waiting) addRow(...each)
      return { count: 0, examples: [], allOf: count }
    },
  }
}
