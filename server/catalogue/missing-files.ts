import { type FiledRow, readFiledRow } from './filed-row.ts'
import { parseJsonText } from './json-text.ts'

/** Which files of the index are not in `main/`. */
export interface MissingFiles {
  /** Rows that were left out for it. */
  readonly count: number
  /** Some of their files. */
  readonly examples: readonly string[]
  /** `main/` has none of the files of so many rows, and all of them stayed; 0 where it has any. */
  readonly allOf: number
}

type AddRow = (row: FiledRow, text: Uint8Array<ArrayBuffer>) => void

const maxExamples = 5

/**
 * Leaves out rows whose file is not there, unless no file of the index is: an index may come
 * without its pictures. A row that names no file at all is not judged here.
 * @param inMain names in the composed form of Unicode; `undefined`: nobody knows
 */
export const createMissingFiles = (inMain: ReadonlySet<string> | undefined, addRow: AddRow) => {
  /** Rows that are added if no file turns up. */
  const waiting: Uint8Array<ArrayBuffer>[] = []
  const examples: string[] = []
  let count = 0
  let hasAny = inMain === undefined
  const isMissing = (file: string | undefined) =>
    file !== undefined && inMain?.has(file.normalize('NFC')) === false
  return {
    add: (row: FiledRow, text: Uint8Array<ArrayBuffer>) => {
      const file = inMain && row.mainFile
      if (isMissing(file)) {
        count++
        if (file !== undefined && examples.length < maxExamples) examples.push(file)
        if (hasAny) return
        if (inMain?.size === 0) addRow(row, text)
        else waiting.push(text.slice())
        return
      }
      if (file !== undefined) {
        hasAny = true
        waiting.length = 0
      }
      addRow(row, text)
    },
    end: (): MissingFiles => {
      if (hasAny) return { count, examples, allOf: 0 }
      for (const text of waiting) addRow(readFiledRow(parseJsonText([text])), text)
      return { count: 0, examples: [], allOf: count }
    },
  }
}
