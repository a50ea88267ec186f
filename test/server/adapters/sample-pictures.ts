import { stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { PictureFile } from '../../../server/catalogue/picture-versions.ts'

/** Returns what a catalogue source knows of the file at `path`. A file that cannot be read is empty. */
export const pictureAt = async (path: string): Promise<PictureFile> => {
  const gone = { size: 0, mtimeMs: 0, ctimeMs: 0 }
  const { size, mtimeMs, ctimeMs } = await stat(path).catch(() => gone)
  return { path, size, mtimeMs, ctimeMs }
}

export const plain = (background: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } })

export const landscape = (width = 640, height = 400) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="sky" x2="0" y2="1">
        <stop stop-color="#3A78C0"/><stop offset="1" stop-color="#A8D0EE"/>
      </linearGradient></defs>
      <rect width="100%" height="60%" fill="url(#sky)"/>
      <rect y="60%" width="100%" height="40%" fill="#5C8A3A"/></svg>`),
  ).removeAlpha()

/** Creates a picture with a large file. Tests cut off the second half. */
export const noise = (side = 300) =>
  sharp(Buffer.from(Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7919) % 251)), {
    raw: { width: side, height: side, channels: 3 },
  })

export const firstHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

/** Creates a PNG of a few bytes that claims to be 60,000 pixels wide and high. */
export const pixelBomb = async () => {
  const bytes = await plain('#FFFFFF', 1, 1).png().toBuffer()
  const [chunk, width, height, checksum] = [12, 16, 20, 29]
  bytes.writeUInt32BE(60_000, width)
  bytes.writeUInt32BE(60_000, height)
  bytes.writeUInt32BE(crc32(bytes.subarray(chunk, checksum)), checksum)
  return bytes
}
