import { grown } from './packed-texts.ts'
import { isBlank, JsonRowsError, notJson, type RowsText } from './rows-text.ts'

export interface JsonRowsFinder {
  /** Takes the next piece of the text, of any length. */
  write(piece: Uint8Array): void
  /** Says that there is no more. */
  end(): void
}

/**
 * Finds the rows of a JSON array that comes in pieces and may be longer than any string can be.
 * Here only the ends of the rows are looked for; `parseRows` says whether they are JSON.
 * Both functions throw a JsonRowsError.
 * @param onRows takes whole rows, in memory that is used again afterwards
 */
export const createJsonRowsFinder = (onRows: (rows: RowsText) => void): JsonRowsFinder => {
  const scan = createScan()
  return {
    write: (piece) => {
      for (let from = 0; from < piece.length; from += batchBytes) {
        append(scan, piece.subarray(from, from + batchBytes))
        if (scan.phase === 'before') findStart(scan)
        if (scan.phase === 'inside') findEnds(scan)
        if (scan.phase === 'after') requireNothing(scan)
        handOver(scan, onRows)
      }
    },
    end: () => {
      if (scan.phase !== 'after') throw notJson()
    },
  }
}

/** Rows of about so much text are handed over together. */
const batchBytes = 128_000

const createScan = () => ({
  text: new Uint8Array(1024),
  used: 0,
  /** What is before it has been looked at. */
  at: 0,
  phase: 'before' as 'before' | 'inside' | 'after',
  depth: 0,
  inString: false,
  /** Where the first row begins that has not been read, and where it and those after it end. */
  start: 0,
  ends: [] as number[],
  hasRows: false,
})
type Scan = ReturnType<typeof createScan>

const append = (scan: Scan, piece: Uint8Array) => {
  if (scan.used + piece.length > scan.text.length)
    scan.text = grown(scan.text, scan.used + piece.length)
  scan.text.set(piece, scan.used)
  scan.used += piece.length
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const byteOrderMark = [0xef, 0xbb, 0xbf]

/** What a JSON value that is no array begins with. */
const isOtherValue = (byte: number) => /[{"tfn\d-]/.test(String.fromCharCode(byte))

const findStart = (scan: Scan) => {
  for (; scan.at < scan.used; scan.at++) {
    const byte = scan.text[scan.at]!
    if (byte === openBracket) {
      scan.phase = 'inside'
      scan.depth = 1
      scan.start = ++scan.at
      return
    }
    if (isOtherValue(byte)) throw new JsonRowsError('is no JSON array')
    if (!isBlank(byte) && !byteOrderMark.includes(byte)) throw notJson()
  }
}

const findEnds = (scan: Scan) => {
  const { text, used, ends } = scan
  let { at, depth, inString } = scan
  for (; at < used && depth > 0; at++) {
    const byte = text[at]!
    if (inString || byte === quote) {
      at = findQuote(text, inString ? at : at + 1, used)
      inString = at >= used
      if (inString) break
    } else if (byte === openBracket || byte === openBrace) depth++
    else if (byte === closeBracket || byte === closeBrace) depth--
    else if (byte === comma && depth === 1) ends.push(at)
  }
  Object.assign(scan, { at, depth, inString })
  if (depth === 0) finish(scan)
}

/**
 * Where a string ends; `used` or more when that is yet to come. What a backslash stands before is
 * part of the string, even when it comes with the next piece.
 */
const findQuote = (text: Uint8Array, from: number, used: number): number => {
  let at = from
  while (at < used && text[at] !== quote) at += text[at] === backslash ? 2 : 1
  return at
}

const finish = (scan: Scan) => {
  const end = scan.at - 1
  if (scan.text[end] !== closeBracket) throw notJson()
  const isEmpty = scan.text.subarray(scan.start, end).every(isBlank)
  if (scan.hasRows || !isEmpty) scan.ends.push(end)
  scan.phase = 'after'
}

const requireNothing = (scan: Scan) => {
  if (!scan.text.subarray(scan.at, scan.used).every(isBlank)) throw notJson()
}

/** Hands over the whole rows and moves what is left to the front. */
const handOver = (scan: Scan, onRows: (rows: RowsText) => void) => {
  const { text, start, ends } = scan
  const last = ends.at(-1)
  if (last !== undefined) {
    onRows({ text: text.subarray(start, last), ends: ends.map((end) => end - start) })
    scan.start = last + 1
    scan.hasRows = true
    scan.ends = []
  }
  const moved = scan.phase === 'after' ? scan.used : scan.start
  text.copyWithin(0, moved, scan.used)
  scan.used -= moved
  scan.at = Math.max(scan.at - moved, 0)
  scan.start = 0
}
