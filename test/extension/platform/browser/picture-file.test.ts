import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  PictureError,
  type PictureProblem,
} from '../../../../extension/platform/browser/picture-error.ts'
import { parsePicture } from '../../../../extension/platform/browser/picture-file.ts'
import { noise, pixelBomb, plain } from '../../../server/adapters/sample-pictures.ts'

const [width, height] = [90, 70]
const picture = () => noise(width).resize(width, height, { fit: 'fill' })

/** A JPEG with a preview inside, which ends with the same two bytes as the whole file. */
const withPreview = async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const preview = await plain('#336699').jpeg().toBuffer()
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(preview.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, preview, jpeg.subarray(2)])
}

const files = {
  jpeg: () => picture().jpeg().toBuffer(),
  'progressive jpeg': () => picture().jpeg({ progressive: true }).toBuffer(),
  'gray jpeg': () => picture().grayscale().jpeg().toBuffer(),
  'cmyk jpeg': () => picture().toColourspace('cmyk').jpeg().toBuffer(),
  'jpeg with a preview': withPreview,
  'jpeg with metadata': () =>
    picture().withMetadata({ orientation: 6 }).withIccProfile('p3').jpeg().toBuffer(),
  png: () => picture().png().toBuffer(),
  'interlaced png': () => picture().png({ progressive: true, palette: true }).toBuffer(),
  '16-bit png': () => picture().toColourspace('rgb16').png().toBuffer(),
  webp: () => picture().webp().toBuffer(),
  'lossless webp': () => picture().webp({ lossless: true }).toBuffer(),
  'webp with a profile': () => picture().withIccProfile('p3').webp().toBuffer(),
  avif: () => picture().avif({ effort: 0 }).toBuffer(),
  '10-bit avif': () => picture().avif({ effort: 0, bitdepth: 10 }).toBuffer(),
  gif: () => picture().gif().toBuffer(),
} as const
const names = Object.keys(files) as (keyof typeof files)[]

const problemOf = (bytes: Uint8Array): PictureProblem | undefined => {
  try {
    parsePicture(bytes)
    return undefined
  } catch (error) {
    if (error instanceof PictureError) return error.code
    throw error
  }
}

const animate = async () => {
  const frames = ['#112233', '#445566'].map((color) => plain(color).png().toBuffer())
  return sharp(await Promise.all(frames), { join: { animated: true } })
}

const toChunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), content])
  const chunk = Buffer.alloc(8 + body.length)
  chunk.writeUInt32BE(content.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), 4 + body.length)
  return chunk
}

const animatedPng = async (frames: number) => {
  const png = await picture().png().toBuffer()
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  const afterHeader = 33
  return Buffer.concat([
    png.subarray(0, afterHeader),
    toChunk('acTL', control),
    png.subarray(afterHeader),
  ])
}

/** A JPEG whose frame header says 9000 × 9000 pixels. */
const largeJpeg = async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0))
  jpeg.writeUInt16BE(9000, frame + 5)
  jpeg.writeUInt16BE(9000, frame + 7)
  return jpeg
}
const smallFrame = Buffer.of(0xff, 0xc0, 0, 11, 8, 0, 100, 0, 100, 1, 1, 0x11, 0)
const endOfImage = Buffer.of(0xff, 0xd9)
const comment = (content: Buffer) => {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

const text = (content: string) => Buffer.from(content, 'latin1')

describe('parsePicture', () => {
  it.each(names)('reads the type and the size of %s', async (name) => {
    const type = `image/${name.match(/jpeg|png|webp|avif|gif/)?.[0]}`
    expect(parsePicture(await files[name]())).toEqual({ type, width, height })
  })

  it('reads the size as it is stored, before the picture is turned upright', async () => {
    const turned = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(turned).metadata()).autoOrient).toEqual({ width: height, height: width })
    expect(parsePicture(turned)).toMatchObject({ width, height })
  })

  it.each(names)('refuses %s that ends anywhere before its end', async (name) => {
    const bytes = await files[name]()
    const cut = fc.nat({ max: bytes.length - 1 })
    const isRefused = (end: number) => problemOf(bytes.subarray(0, end)) !== undefined
    const examples: [number][] = [[0], [1], [12], [bytes.length - 2], [bytes.length - 1]]
    fc.assert(fc.property(cut, isRefused), { numRuns: 500, examples })
  })

  it('accepts a file in which other data follows the picture', async () => {
    for (const name of names) {
      const bytes = Buffer.concat([await files[name](), text('appended by a phone')])
      expect(problemOf(bytes), name).toBeUndefined()
    }
  })

  it.each(names)('survives any change of a few bytes in %s', async (name) => {
    const bytes = await files[name]()
    const changes = fc.array(
      fc.record({ at: fc.nat({ max: Math.min(bytes.length, 2_000) - 1 }), to: fc.nat(255) }),
      { minLength: 1, maxLength: 4 },
    )
    const read = (list: { at: number; to: number }[]) => {
      const changed = Uint8Array.from(bytes)
      for (const { at, to } of list) changed[at] = to
      if (problemOf(changed)) return
      const { width, height } = parsePicture(changed)
      expect(width * height).toBeGreaterThan(0)
      expect(width * height).toBeLessThanOrEqual(8192 * 8192)
    }
    fc.assert(fc.property(changes, read), { numRuns: 500 })
  })

  it.each([
    ['gif', async () => (await animate()).gif().toBuffer()],
    ['webp', async () => (await animate()).webp().toBuffer()],
    ['png', () => animatedPng(2)],
    ['avif', async () => text(`\0\0\0\x1cftypavis\0\0\0\0avifavismsf1`)],
  ] as const)('refuses an animated %s', async (_format, make) => {
    expect(problemOf(await make())).toBe('animated')
  })

  it('accepts a PNG whose animation has one frame', async () => {
    expect(problemOf(await animatedPng(1))).toBeUndefined()
  })

  it('refuses a small file that would be decoded into billions of pixels', async () => {
    expect(problemOf(await pixelBomb())).toBe('too-large')
  })

  it('refuses a JPEG with a marker that decoders skip and that hides the frame behind it', async () => {
    const jpeg = await largeJpeg()
    const [start, padding] = [jpeg.subarray(0, 2), comment(Buffer.alloc(60_000))]
    const decoy = comment(Buffer.concat([Buffer.alloc(5_528), smallFrame, endOfImage]))
    const bytes = Buffer.concat([start, Buffer.of(0xff, 0x01), padding, decoy, jpeg.subarray(2)])
    expect(problemOf(bytes)).toBe('damaged')
  })

  it('judges a JPEG by its largest frame', async () => {
    const jpeg = await largeJpeg()
    const bytes = Buffer.concat([jpeg.subarray(0, -2), smallFrame, endOfImage])
    expect(problemOf(bytes)).toBe('too-large')
  })

  it.each([
    [8192, 8192, undefined],
    [8193, 8192, 'too-large'],
    [16_385, 1, 'too-large'],
  ])('judges a picture of %d × %d pixels', async (width, height, problem) => {
    const bytes = await plain('#123456', 1, 1).png().toBuffer()
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    expect(problemOf(bytes)).toBe(problem)
  })

  it.each([
    ['an empty file', '', 'not-a-picture'],
    ['a text', 'this is no picture', 'not-a-picture'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'not-a-picture'],
    ['a web page', '<!DOCTYPE html><title>404</title>', 'web-page'],
    ['a web page with a comment in front', '\xef\xbb\xbf\n <html lang="en">', 'web-page'],
    [
      'a pointer of Git LFS',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n',
      'lfs-pointer',
    ],
    ['a photograph of an iPhone', '\0\0\0\x24ftypheic\0\0\0\0mif1MiHEmiaf', 'heic'],
    ['a video', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'not-a-picture'],
  ] as const)('refuses %s', (_what, content, problem) => {
    expect(problemOf(text(content))).toBe(problem)
  })
})
