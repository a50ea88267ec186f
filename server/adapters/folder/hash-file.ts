import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileState } from '../../pictures/picture-versions.ts'

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

/**
 * The same of a file in a known state: what is replaced while it is read is not taken for what it was.
 * @throws Error when it is not in that state, or no longer
 */
export const hashFileAs = async (path: string, { size, mtimeMs }: FileState): Promise<string> => {
  const hash = await hashFile(path)
  const now = await stat(path)
  if (now.size !== size || now.mtimeMs !== mtimeMs) throw new Error(`${path} has changed meanwhile`)
  return hash
}
