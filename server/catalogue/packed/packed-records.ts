import { toUint32 } from '../../../shared/catalogue/number-lists.ts'
import { parseJsonText } from '../json-text.ts'
import { sharedBytes, sharedMemory } from './shared-arrays.ts'

export interface PackedRecords {
  body: Uint8Array
  /** The JSON of row `r` is in `body`, from `starts[r]` up to, but not including, `starts[r + 1] - 1`. */
  starts: Uint32Array
}

export const recordAt = ({ body, starts }: PackedRecords, row: number): unknown =>
  parseJsonText(body.subarray(starts[row], (starts[row + 1] ?? 0) - 1))

interface Run {
  from: number
  to: number
}

/**
 * Collects the JSON of all rows. If no row is left out, the text of the index is used without a copy. A copy would
 * double the memory use and take a second for 600 MB.
 */
export const createRecordsPacker = (text: Uint8Array) => {
  const runs: Run[] = []
  const starts = [1]
  let end = 1
  return {
    add: (from: number, to: number) => {
      const last = runs.at(-1)
      if (last?.to === from - 1) last.to = to
      else runs.push({ from, to })
      end += to - from + 1
      starts.push(end)
    },
    pack: (): PackedRecords => ({
      body: wholeBody(text, runs) ?? copyRuns(text, runs, end),
      starts: toUint32(starts, sharedMemory),
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
