/** Reads up to `length` bytes of a file at a position. Returns fewer at the end of the file. */
export type ReadBytes = (at: number, length: number) => Promise<Uint8Array>

/** A picture does not follow its format, or not in a way that this server supports. */
export class DamagedPictureError extends Error {
  override name = 'DamagedPictureError'
}

const windowBytes = 128 * 1024

/** The most chunks, segments or fields of a picture. More would let one small file occupy the server for minutes. */
const mostReads = 100_000

/** Counts what is read of a picture. The returned function throws after too many reads. */
export const createReadLimit = () => {
  let reads = 0
  return () => {
    reads += 1
    if (reads > mostReads) throw new DamagedPictureError('The picture has too many chunks')
  }
}

/** Random access to the bytes of a picture file. Reads 128 KB at a time, so that many small reads cost little. */
export const createPictureBytes = (size: number, read: ReadBytes) => {
  let window: Uint8Array = new Uint8Array()
  let windowAt = 0
  const countRead = createReadLimit()

  const load = async (at: number, length: number) => {
    const offset = at - windowAt
    if (offset >= 0 && offset + length <= window.length) return offset
    window = await read(at, Math.max(length, windowBytes))
    windowAt = at
    return 0
  }
  return {
    size,
    /**
     * Returns `length` bytes, or fewer at the end of the file.
     * @throws DamagedPictureError after too many reads
     */
    at: async (at: number, length: number): Promise<Uint8Array> => {
      countRead()
      const wanted = Math.max(0, Math.min(length, size - at))
      const offset = await load(at, wanted)
      return window.subarray(offset, offset + wanted)
    },
    /** Returns what is in memory from a position on, at least two bytes unless the file ends before. */
    from: async (at: number): Promise<Uint8Array> => {
      if (at >= size) return new Uint8Array()
      const offset = await load(at, Math.min(2, size - at))
      return window.subarray(offset)
    },
  }
}

export type PictureBytes = ReturnType<typeof createPictureBytes>

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
 * @throws from the returned functions: DamagedPictureError when there are too many parts
 */
export const collectParts = () => {
  const parts: PicturePart[] = []
  const add = (part: PicturePart) => {
    if (parts.length >= mostParts) throw new DamagedPictureError('The picture has too many parts')
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
