/** The text of an index is not a JSON array. The message is written for people. */
export class IndexTextError extends Error {
  override name = 'IndexTextError'
  code = 'CATALOGUE_UNAVAILABLE' as const

  constructor(problem: string, options?: ErrorOptions) {
    super(`The catalogue's index.json ${problem}`, options)
  }
}

/**
 * Splits the JSON array in index.json into batches of rows. The array is not parsed at once, because it may be
 * longer than the longest JavaScript string. The JSON of the rows is not checked here.
 * @throws IndexTextError when the text is not an array
 */
export function* findRows(text: Uint8Array): Generator<RowsText> {
  const splitter = createRowSplitter()
  yield* splitter.add(text)
  splitter.end()
}

export interface RowsPart extends RowsText {
  /** Where `text` begins in the whole text, in bytes. */
  offset: number
}

/**
 * Does the work of `findRows` for a text that comes in parts. Holds only the part, and the row that it cuts off.
 * `add` and `end` throw `IndexTextError` when the text is not an array.
 */
export const createRowSplitter = () => {
  let rest: Uint8Array = new Uint8Array()
  let offset = 0
  let state: 'before' | 'first' | 'within' | 'after' = 'before'

  function* add(part: Uint8Array): Generator<RowsPart> {
    const text = join(rest, part)
    let start = 0
    if (state === 'before') {
      start = findStart(text)
      if (start > 0) state = 'first'
    }
    while (state === 'first' || state === 'within') {
      const found = findEnds(text, start)
      if (!found) break
      const { ends, nested, isLast } = found
      // biome-ignore lint/style/noNonNullAssertion: `findEnds` finds at least one end
      const last = ends.at(-1)!
      const isEmpty = state === 'first' && isLast && ends.length === 1
      state = isLast ? 'after' : 'within'
      if (!isEmpty || !isAllBlank(text, start, last))
        yield { text, start, ends: new Uint32Array(ends), nested, offset }
      start = last + 1
    }
    if (state === 'after' && !isAllBlank(text, start, text.length)) throw notJson()
    rest = text.subarray(start)
    offset += start
    if (rest.length > mostHeldBytes && rest.length > part.length)
      throw new IndexTextError('has a row of more than 4 megabytes')
  }
  const end = () => {
    if (state !== 'after') throw notJson()
  }
  return { add, end }
}

const join = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  if (one.length === 0) return other
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

// Each new part scans the unfinished row again from its start, so very long rows would be slow.
const mostHeldBytes = 4_000_000
const batchBytes = 128_000

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const byteOrderMark = [0xef, 0xbb, 0xbf]

const isOtherValue = (byte: number) => /[{"tfn\d-]/.test(String.fromCharCode(byte))

// Returns 0 if the array has not begun.
const findStart = (text: Uint8Array): number => {
  for (const [at, byte] of text.entries()) {
    if (byte === openBracket) return at + 1
    if (byte >= 0xfe) throw notUtf8()
    if (isOtherValue(byte)) throw new IndexTextError('is not a JSON array')
    if (!isBlank(byte) && !byteOrderMark.includes(byte)) throw notJson()
  }
  return 0
}

// Returns `undefined` if the text ends within a row, unless the batch is long enough already.
const findEnds = (text: Uint8Array, start: number) => {
  const ends: number[] = []
  const nested = new Set<number>()
  const { length } = text
  let depth = 1
  for (let at = start; at < length; at++) {
    const byte = text[at]
    if (byte === quote) at = findQuote(text, at + 1, length)
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > mostLevels) nested.add(ends.length)
    } else if (byte === closeBracket || byte === closeBrace) {
      if (--depth > 0) continue
      if (byte === closeBrace) throw notJson()
      ends.push(at)
      return { ends, nested, isLast: true }
    } else if (byte === comma && depth === 1) {
      ends.push(at)
      if (at - start > batchBytes) return { ends, nested, isLast: false }
    }
  }
}

const findQuote = (text: Uint8Array, from: number, length: number): number => {
  for (let at = from; at < length; at++) {
    const byte = text[at]
    if (byte === quote) return at
    if (byte === backslash) at++
  }
  return length
}

const isAllBlank = (text: Uint8Array, from: number, to: number) =>
  text.subarray(from, to).every(isBlank)

export interface RowsText {
  text: Uint8Array
  start: number
  /** The position of the comma or closing bracket behind each row, counted in bytes from the start of `text`. */
  ends: Uint32Array
  /** The rows with more than 100 levels of lists and objects. */
  nested: ReadonlySet<number>
}

const notJson = (cause?: unknown) => new IndexTextError('is not valid JSON', { cause })

const notUtf8 = (cause?: unknown) => new IndexTextError('is not UTF-8 text', { cause })

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Real rows have 1 to 3 KB. A longer one could make an expression slow, or fill the storage with its texts.
export const mostRowBytes = 16 * 1024
// Real rows have 3 levels. Writing a value with 5,000 levels as JSON fails.
const mostLevels = 100

/** Parses the rows. One of more than 16 KB or 100 levels is `null`, like a row that cannot be used. */
export const parseRows = ({ text, start, ends, nested }: RowsText): readonly unknown[] => {
  const rows = parse(text.subarray(start, ends.at(-1)))
  if (rows.length !== ends.length) throw notJson()
  let from = start
  ends.forEach((end, at) => {
    if (end - from > mostRowBytes || nested.has(at)) rows[at] = null
    from = end + 1
  })
  return rows
}

const parse = (text: Uint8Array): unknown[] => {
  try {
    return JSON.parse(`[${decoder.decode(text)}]`)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw notJson(cause)
    // A fatal decoder throws a TypeError for malformed text (WHATWG Encoding, TextDecoder).
    throw cause instanceof TypeError ? notUtf8(cause) : cause
  }
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
