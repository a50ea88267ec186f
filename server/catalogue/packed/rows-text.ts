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
