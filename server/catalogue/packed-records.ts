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
  /** Rows that follow each other where they come from: copied together, which takes half the time. */
  let run = noRun
  const flush = () => {
    const { memory, from, to, at } = run
    if (to === from) return
    bytes.set(new Uint8Array(memory, from, to - from), at)
    bytes[at + to - from] = comma
    run = noRun
  }
  return {
    add: ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) => {
      const at = starts.at(-1)!
      // What is between two rows there is a comma.
      if (buffer === run.memory && byteOffset === run.to + 1)
        run = { ...run, to: byteOffset + length }
      else {
        flush()
        run = { memory: buffer, from: byteOffset, to: byteOffset + length, at }
      }
      starts.push(at + length + 1)
    },
    /** To be called before the memory of what was added is used again. */
    flush,
    pack: (): PackedRecords => {
      flush()
      const end = Math.max(starts.at(-1)! - 1, 1)
      bytes[end] = closeBracket
      return { body: bytes.subarray(0, end + 1), starts: toSharedUint32(starts) }
    },
  }
}

const noRun = { memory: new ArrayBuffer(0), from: 0, to: 0, at: 1 }

const openBracket = 0x5b
const comma = 0x2c
const closeBracket = 0x5d
