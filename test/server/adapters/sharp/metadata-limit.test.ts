import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openPicture } from '../../../../server/adapters/sharp/open-picture.ts'
import { plain } from '../sample-pictures.ts'

const picture = plain('#336699', 40, 30)
const [png, jpeg, webp, avif] = await Promise.all([
  picture.clone().png().toBuffer(),
  picture.clone().jpeg().toBuffer(),
  picture.clone().webp().toBuffer(),
  picture.clone().avif().toBuffer(),
])

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const join = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )

const text = (bytes: number) => Buffer.alloc(bytes, 'a')
const packed = deflateSync(text(7_000_000))
const chunk = (type: string, ...content: (string | Uint8Array)[]) => {
  const named = join(type, ...content)
  return join(uint32(named.length - 4), named, uint32(crc32(named)))
}
const repeat = (times: number, part: Buffer) => join(...Array<Buffer>(times).fill(part))
/** A PNG with more chunks after its header. */
const withChunks = (chunks: Buffer) => join(png.subarray(0, 33), chunks, png.subarray(33))
const zTXt = chunk('zTXt', 'key\0\0', packed)

const segment = join('\xff\xe1\xff\xff', text(65_533))
const riff = (type: string, bytes: number) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes)
  return join(type, length, text(bytes))
}
const box = (type: string, bytes: number) => join(uint32(bytes + 8), type, text(bytes))

describe('openPicture', () => {
  it.each([
    ['a PNG with packed texts', withChunks(repeat(2, zTXt)), 8],
    [
      'a PNG with packed international texts',
      withChunks(repeat(2, chunk('iTXt', 'key\0\x01\0en\0key\0', packed))),
      8,
    ],
    ['a PNG with texts', withChunks(repeat(9, chunk('tEXt', 'key\0', text(1e6)))), 8],
    [
      'a PNG with a packed profile',
      withChunks(chunk('iCCP', 'key\0\0', deflateSync(text(9e6)))),
      8,
    ],
    ['a PNG with EXIF data', withChunks(chunk('eXIf', text(9e6))), 8],
    ['a JPEG', join(jpeg.subarray(0, 2), repeat(500, segment), jpeg.subarray(2)), 32],
    ['a WebP with XMP', join(webp, riff('XMP ', 33e6)), 32],
    ['an AVIF', join(avif, box('uuid', 33e6), box('mdat', 0)), 32],
  ])('refuses %s whose metadata takes much memory', async (_, content, most) => {
    await expect(openPicture(content)).rejects.toThrow(
      `The picture is too large: its metadata is larger than ${most} MB`,
    )
  })

  it.each([
    ['a PNG with one packed text', withChunks(zTXt)],
    ['a PNG with a damaged text', withChunks(chunk('zTXt', 'key\0\0', text(100)))],
    [
      'a JPEG with a large preview',
      join(jpeg.subarray(0, 2), repeat(50, segment), jpeg.subarray(2)),
    ],
    ['a WebP', webp],
    ['an AVIF', avif],
  ])('opens %s', async (_, content) => {
    const { width } = await (await openPicture(content)).metadata()
    expect(width).toBe(40)
  })
})
