import { parseJsonText } from './json-text.ts'
import { sharedBytes, toSharedUint32 } from './shared-arrays.ts'

/** A JSON array of rows, and where each row is in it. */
export interface PackedRecords {
  readonly body: Uint8Array
  /** Row `r` is the text from `starts[r]` up to the byte before `starts[r + 1]`. */
  readonly starts: Uint32Array
}

export const recordAt = ({ body, starts }: PackedRecords, row: number): unknown =>
  parseJsonText([body.subarray(starts[row], starts[row + 1]! - 1)])

/** @param maxBytes the rows will take, with what separates them and the brackets around them */
export const createRecordsPacker = (maxBytes: number) => {
  const bytes = sharedBytes(maxBytes + 2)
  const starts = [1]
  bytes.set([openBracket])
  return {
    add: (text: Uint8Array) => {
      const start = starts.at(-1)!
      bytes.set(text, start)
      bytes[start + text.length] = comma
      starts.push(start + text.length + 1)
    },
    pack: (): PackedRecords => {
      const end = Math.max(starts.at(-1)! - 1, 1)
      bytes[end] = closeBracket
      return { body: bytes.subarray(0, end + 1), starts: toSharedUint32(starts) }
    },
  }
}

const openBracket = 0x5b
const comma = 0x2c
const closeBracket = 0x5d
