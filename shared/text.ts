/** Quotes a value in an error. What is inside a list or an object is not written, because a client chooses how deep it is. */
export const quoted = (value: unknown): string => {
  const text = toText(value).replace(/\p{Cc}/gu, ' ')
  return `'${text.length > 80 ? `${cut(text, 80)}…` : text}'`
}

const toText = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}

export const escapeUnicode = (text: string, unsafe: RegExp): string =>
  text.replace(unsafe, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Escapes the control characters of a line, because a file name could contain commands for the terminal. */
export const toPrintable = (line: string): string => escapeUnicode(line, unprintable)

/** Returns the beginning of a text: as many whole characters, as people see them, as fit into `length` code units. */
export const cut = (text: string, length: number): string => {
  if (text.length <= length) return text
  // The text after the cut shows whether the last character ends there.
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, length + 2)))
    if (index + segment.length > length) return text.slice(0, index)
  return text.slice(0, length)
}

/** Writes the name of a folder as one word, for use as a category or a tag. */
export const toWord = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s#,]+/g, '-')
    .replace(/^-+|-+$/g, '')
