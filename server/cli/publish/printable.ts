/** What a terminal acts upon instead of showing it: controls, ends of lines, directions of writing. */
const acted = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A line as it can be shown to a person, whatever the files are called that it names. */
export const toPrintable = (line: string): string =>
  line.replace(acted, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
