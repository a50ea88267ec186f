import type { FileHandle } from 'node:fs/promises'
import type { ByteRange } from './byte-range.ts'

/** As much as Node reads of a file at a time. */
const pieceBytes = 64 * 1024

/**
 * A part of an open file, which is closed when the stream ends, in whatever way. A file that has become
 * shorter fails it: whoever was promised more bytes would wait for them.
 */
export const streamFile = (handle: FileHandle, { start, end }: ByteRange) => {
  let at = start
  const readPiece = async () => {
    const piece = new Uint8Array(Math.min(pieceBytes, end + 1 - at))
    const { bytesRead } = await handle.read(piece, 0, piece.length, at)
    if (bytesRead === 0) throw new Error('The file has become shorter while it was sent')
    at += bytesRead
    return piece.subarray(0, bytesRead)
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        controller.enqueue(await readPiece())
        if (at <= end) return
        controller.close()
        await handle.close()
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    cancel: () => handle.close(),
  })
}
