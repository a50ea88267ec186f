import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const pieceBytes = 256_000

/**
 * SHA-256 of a file's content, as hex. Piece by piece: a picture of 100 MB does not have to be in
 * memory at once, and no request waits for longer than a piece takes.
 */
export const hashFile = async (path: string): Promise<string> => {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: pieceBytes }), digest)
  return digest.digest('hex')
}
