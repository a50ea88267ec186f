const decoder = new TextDecoder('utf-8', { fatal: true })

export const toJsonText = (value: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(value))

/** @throws SyntaxError when the text is not JSON, TypeError when it is not UTF-8 */
export const parseJsonText = (text: Uint8Array): unknown => JSON.parse(decoder.decode(text))
