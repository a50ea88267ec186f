/** The text of an index is not a JSON array. The message is the end of a sentence that begins with the name of the file. */
export class IndexTextError extends Error {
  override name = 'IndexTextError'
}

/**
 * Splits the JSON array in index.json into batches of rows. The array is not parsed at once, because it may be
 * longer than the longest JavaScript string. The JSON of the rows is not checked here.
 * @throws IndexTextError when the text is not an array
 */
export function* findRows(text: Uint8Array): Generator<RowsText> {
  const first = findStart(text)
  let start = first
  for (;;) {
    const { ends, isLast } = findEnds(text, start)
    // biome-ignore lint/style/noNonNullAssertion: `findEnds` finds at least one end, or throws
    const last = ends.at(-1)!
    const isOne = isLast && start === first && ends.length === 1
    if (isOne && isAllBlank(text, start, last)) return
    yield { text, start, ends: new Uint32Array(ends) }
    if (isLast) return
    start = last + 1
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
    if (isOtherValue(byte)) throw new IndexTextError('is not a JSON array')
    if (!isBlank(byte) && !byteOrderMark.includes(byte)) throw notJson()
  }
  throw notJson()
}

const findEnds = (text: Uint8Array, start: number) => {
  const ends: number[] = []
  const { length } = text
  let depth = 1
  for (let at = start; at < length; at++) {
    const byte = text[at]
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

const findQuote = (text: Uint8Array, from: number, length: number): number => {
  for (let at = from; at < length; at++) {
    const byte = text[at]
    if (byte === quote) return at
    if (byte === backslash) at++
  }
  return length
}

const requireEnd = (text: Uint8Array, at: number): number => {
  if (text[at] !== closeBracket || !isAllBlank(text, at + 1, text.length)) throw notJson()
  return at
}

const isAllBlank = (text: Uint8Array, from: number, to: number) =>
  text.subarray(from, to).every(isBlank)

export interface RowsText {
  text: Uint8Array
  start: number
  /** The position of the comma or closing bracket behind each row, counted in bytes from the start of `text`. */
  ends: Uint32Array
}

const notJson = (cause?: unknown) => new IndexTextError('is not valid JSON', { cause })

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

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

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
