/** The bytes `start` to `end`, both included, of a file. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header (RFC 9110 §14.2) for a file of `size` bytes.
 * @returns `undefined` when all of it shall be sent: there is no such header, it is malformed, in
 * another unit, or names several ranges; `unsatisfiable` when the file has none of the bytes
 */
export const parseByteRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return toSatisfiable(Math.max(0, size - Number(last)), size - 1)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return toSatisfiable(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1))
}

const toSatisfiable = (start: number, end: number) =>
  start > end ? 'unsatisfiable' : { start, end }
