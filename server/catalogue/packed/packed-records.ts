import { parseJsonText } from '../json-text.ts'
import { sharedBytes, toSharedUint32 } from './shared-arrays.ts'

/** A JSON array of rows, and where each row is in it. */
export interface PackedRecords {
  body: Uint8Array
  /** Row `r` is the text from `starts[r]` up to the byte before `starts[r + 1]`. */
  starts: Uint32Array
}

export const recordAt = ({ body, starts }: PackedRecords, row: number): unknown =>
  parseJsonText([body.subarray(starts[row], starts[row + 1]! - 1)])

/** Rows that follow each other in the text of an array: with the byte at `to`, which separates or ends them. */
interface Run {
  from: number
  to: number
}

/**
 * Keeps rows of an array's text. When it keeps them all that text is the body, where it lies: a copy
 * takes as much memory again, and of 600 MB a second.
 */
export const createRecordsPacker = (text: Uint8Array) => {
  const runs: Run[] = []
  const starts = [1]
  return {
    add: (from: number, to: number) => {
      const last = runs.at(-1)
      if (last?.to === from - 1) last.to = to
      else runs.push({ from, to })
      starts.push(starts.at(-1)! + to - from + 1)
    },
    pack: (): PackedRecords => ({
      body: wholeBody(text, runs) ?? copyRuns(text, runs, starts.at(-1)!),
      starts: toSharedUint32(starts),
    }),
  }
}

const wholeBody = (text: Uint8Array, [run, ...others]: readonly Run[]) =>
  run !== undefined &&
  others.length === 0 &&
  text[run.from - 1] === openBracket &&
  text[run.to] === closeBracket
    ? text.subarray(run.from - 1, run.to + 1)
    : undefined

const copyRuns = (text: Uint8Array, runs: readonly Run[], end: number) => {
  const body = sharedBytes(Math.max(end, 2))
  body[0] = openBracket
  let at = 1
  for (const { from, to } of runs) {
    body.set(text.subarray(from, to), at)
    at += to - from + 1
    body[at - 1] = comma
  }
  body[body.length - 1] = closeBracket
  return body
}

const openBracket = 0x5b
const comma = 0x2c
const closeBracket = 0x5d
