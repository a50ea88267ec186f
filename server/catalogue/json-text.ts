/** A JSON text as UTF-8 bytes in one or more pieces. A piece may end in the middle of a character. */
export type JsonText = readonly Uint8Array[]

export const toJsonText = (value: unknown): JsonText => [
  new TextEncoder().encode(JSON.stringify(value)),
]

export const parseJsonText = (text: JsonText): unknown => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts = text.map((piece) => decoder.decode(piece, { stream: true }))
  return JSON.parse(parts.join('') + decoder.decode())
}

export const joinJsonText = (text: JsonText): Uint8Array => {
  const [first, ...others] = text
  if (first !== undefined && others.length === 0) return first
  const joined = new Uint8Array(countBytes(text))
  let used = 0
  for (const piece of text) {
    joined.set(piece, used)
    used += piece.length
  }
  return joined
}

export const countBytes = (text: JsonText): number =>
  text.reduce((sum, { length }) => sum + length, 0)
