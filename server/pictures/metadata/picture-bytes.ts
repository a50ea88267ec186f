/** Reads up to `length` bytes of a file at a position. Returns fewer at the end of the file. */
export type ReadBytes = (at: number, length: number) => Promise<Uint8Array>

const windowBytes = 128 * 1024

/** The most chunks, segments or fields of a picture. More would let one small file occupy the server for minutes. */
const mostReads = 100_000

/** Counts what is read of a picture. The returned function throws after too many reads. */
export const createReadLimit = () => {
  let reads = 0
  return () => {
    reads += 1
    if (reads > mostReads) throw new Error('The picture has too many chunks')
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
     * @throws Error after too many reads
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
