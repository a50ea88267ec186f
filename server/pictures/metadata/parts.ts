/** A part of a file, from the byte `from` up to but not including the byte `to`. */
export interface FileSpan {
  from: number
  to: number
}

/** A part of the file as it is, or bytes that replace a part. */
export type PicturePart = FileSpan | Uint8Array<ArrayBuffer>

const lengthOf = (part: PicturePart) => ('from' in part ? part.to - part.from : part.length)

export const sizeOf = (parts: readonly PicturePart[]): number =>
  parts.reduce((sum, part) => sum + lengthOf(part), 0)

// The parts of a picture stay in memory. Ordinary pictures have fewer than a hundred.
const mostParts = 10_000

/**
 * Collects parts in order and joins parts that follow each other in the file.
 * @throws from the returned functions: Error when there are too many parts
 */
export const collectParts = () => {
  const parts: PicturePart[] = []
  const add = (part: PicturePart) => {
    if (parts.length >= mostParts) throw new Error('The picture has too many parts')
    parts.push(part)
  }
  return {
    parts,
    keep: (from: number, to: number) => {
      const last = parts.at(-1)
      if (last !== undefined && 'from' in last && last.to === from) last.to = to
      else if (to > from) add({ from, to })
    },
    add: (bytes: Uint8Array<ArrayBuffer>) => add(bytes),
  }
}

/** Returns the bytes from `from` up to but not including `to` of what the parts are together. */
export const cutParts = (
  parts: readonly PicturePart[],
  { from, to }: FileSpan,
): readonly PicturePart[] => {
  let at = 0
  return parts.flatMap((part): PicturePart[] => {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, lengthOf(part))]
    at += lengthOf(part)
    if (start >= end) return []
    return 'from' in part
      ? [{ from: part.from + start, to: part.from + end }]
      : [part.subarray(start, end)]
  })
}
