/**
 * Finds the rows of a JSON array, some at a time: it may be longer than any string can be. Here only
 * the ends of the rows are looked for; `parseRows` says whether they are JSON.
 * @throws JsonRowsError
 */
export function* findRows(text: Uint8Array): Generator<RowsText> {
  const first = findStart(text)
  let start = first
  for (;;) {
    const { ends, isLast } = findEnds(text, start)
    const isOne = isLast && start === first && ends.length === 1
    if (isOne && isAllBlank(text, start, ends[0]!)) return
    yield { text, start, ends: new Uint32Array(ends) }
    if (isLast) return
    start = ends.at(-1)! + 1
  }
}

/** Rows of about so much text are found together. */
const batchBytes = 128_000

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

const findStart = (text: Uint8Array): number => {
  for (const [at, byte] of text.entries()) {
    if (byte === openBracket) return at + 1
    if (isOtherValue(byte)) throw new JsonRowsError('is no JSON array')
    if (!isBlank(byte) && !byteOrderMark.includes(byte)) throw notJson()
  }
  throw notJson()
}

/** Where the rows end that begin at `start`, up to some row or to the last one. */
const findEnds = (text: Uint8Array, start: number) => {
  const ends: number[] = []
  const { length } = text
  let depth = 1
  for (let at = start; at < length; at++) {
    const byte = text[at]!
    if (byte === quote) at = findQuote(text, at + 1, length)
    else if (byte === openBracket || byte === openBrace) depth++
    else if (byte === closeBracket || byte === closeBrace) {
      if (--depth === 0) return { ends: [...ends, requireEnd(text, at)], isLast: true }
    } else if (byte === comma && depth === 1) {
      ends.push(at)
      if (at - start > batchBytes) return { ends, isLast: false }
    }
  }
  throw notJson()
}

/** Where a string ends; what a backslash stands before is a part of it. */
const findQuote = (text: Uint8Array, from: number, length: number): number => {
  for (let at = from; at < length; at++) {
    const byte = text[at]
    if (byte === quote) return at
    if (byte === backslash) at++
  }
  return length
}

/** The end of the array: nothing may follow. */
const requireEnd = (text: Uint8Array, at: number): number => {
  if (text[at] !== closeBracket || !isAllBlank(text, at + 1, text.length)) throw notJson()
  return at
}

const isAllBlank = (text: Uint8Array, from: number, to: number) =>
  text.subarray(from, to).every(isBlank)

/** Some rows of a JSON array that follow each other, where they stand in it. */
export interface RowsText {
  /** The whole array. */
  text: Uint8Array
  /** Where the first of these rows begins in it, and where each ends: the next one begins behind the comma there. */
  start: number
  ends: Uint32Array
}

/** The message says what is wrong with the text: `is no JSON array`. */
export class JsonRowsError extends Error {
  override name = 'JsonRowsError'
}

export const notJson = (cause?: unknown) => new JsonRowsError('is no valid JSON', { cause })

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * All rows at once: quicker than one by one.
 * @throws JsonRowsError when they are no JSON, or other rows than `ends` says
 */
export const parseRows = ({ text, start, ends }: RowsText): readonly unknown[] => {
  const rows = parse(text.subarray(start, ends.at(-1)))
  if (rows.length !== ends.length) throw notJson()
  return rows
}

const parse = (text: Uint8Array): readonly unknown[] => {
  try {
    return JSON.parse(`[${decoder.decode(text)}]`)
  } catch (cause) {
    throw notJson(cause)
  }
}

export const isBlank = (byte: number) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
