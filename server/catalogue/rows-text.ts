/** Some rows of a JSON array as they stand in it, with what is between them. */
export interface RowsText {
  readonly text: Uint8Array<ArrayBuffer>
  /** Where each row ends in it; the next one begins behind the comma there. */
  readonly ends: ArrayLike<number>
}

/** The message says what is wrong with the text: `is no JSON array`. */
export class JsonRowsError extends Error {
  override readonly name = 'JsonRowsError'
}

export const notJson = (cause?: unknown) => new JsonRowsError('is no valid JSON', { cause })

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * All rows at once: quicker than one by one.
 * @throws JsonRowsError when they are no JSON, or other rows than `ends` says
 */
export const parseRows = ({ text, ends }: RowsText): readonly unknown[] => {
  const rows = parse(text)
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

/** Each row's own text, without the blanks around it. */
export function* eachRowText({ text, ends }: RowsText): Generator<Uint8Array<ArrayBuffer>> {
  let start = 0
  for (let row = 0; row < ends.length; row++) {
    const end = ends[row]!
    yield trimmed(text, start, end)
    start = end + 1
  }
}

/** It holds more than blanks. */
const trimmed = (text: Uint8Array<ArrayBuffer>, from: number, to: number) => {
  let [start, end] = [from, to]
  while (isBlank(text[start]!)) start++
  while (isBlank(text[end - 1]!)) end--
  return text.subarray(start, end)
}

export const isBlank = (byte: number) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
