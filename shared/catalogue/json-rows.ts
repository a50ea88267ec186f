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
  const first = findStart(text)
  for (let start = first, isLast = false; !isLast; ) {
    const found = findEnds(text, start)
    isLast = found.isLast
    // biome-ignore lint/style/noNonNullAssertion: `findEnds` finds at least one end
    const last = found.ends.at(-1)!
    const isEmpty = start === first && isLast && found.ends.length === 1
    if (!isEmpty || !isAllBlank(text, start, last))
      yield { text, start, ends: new Uint32Array(found.ends), nested: found.nested }
    start = last + 1
    if (isLast && !isAllBlank(text, start, text.length)) throw notJson()
  }
}

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

const findStart = (text: Uint8Array): number => {
  for (const [at, byte] of text.entries()) {
    if (byte === openBracket) return at + 1
    if (byte >= 0xfe) throw notUtf8()
    if (isOtherValue(byte)) throw new IndexTextError('is not a JSON array')
    if (!isBlank(byte) && !byteOrderMark.includes(byte)) throw notJson()
  }
  throw notJson()
}

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
  throw notJson()
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
