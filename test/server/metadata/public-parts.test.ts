import ExifReader from 'exifreader'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { createPictureBytes } from '../../../server/metadata/picture-bytes.ts'
import { findPublicPicture } from '../../../server/metadata/public-parts.ts'
import { toPictureType } from '../../../shared/pictures/picture-type.ts'
import { expectDefined } from '../../expect-defined.ts'
import { landscape, noise } from '../adapters/sample-pictures.ts'

const secret = 'Secret Owner'
const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${secret}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const withSecrets = (picture: Sharp, orientation = 1) =>
  picture
    .withExif({
      IFD0: { Artist: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withXmp(xmp)
    .withMetadata({ orientation })
    .withIccProfile('p3')

const formats = {
  jpeg: (picture: Sharp) => picture.jpeg(),
  'progressive jpeg': (picture: Sharp) => picture.jpeg({ progressive: true }),
  png: (picture: Sharp) => picture.png(),
  webp: (picture: Sharp) => picture.webp(),
  'lossless webp': (picture: Sharp) => picture.webp({ lossless: true }),
  avif: (picture: Sharp) => picture.avif({ effort: 0 }),
} as const
const names = Object.keys(formats) as (keyof typeof formats)[]
const make = (name: keyof typeof formats, orientation?: number) =>
  formats[name](withSecrets(noise(), orientation)).toBuffer()

const find = async (file: Buffer, readBytes = Number.POSITIVE_INFINITY) => {
  const type = toPictureType(file) ?? ''
  const read = async (at: number, length: number) =>
    Uint8Array.from(file.subarray(at, at + Math.max(2, Math.min(length, readBytes))))
  return findPublicPicture(type, createPictureBytes(file.length, read))
}

const strip = async (file: Buffer) => {
  const found = await find(file)
  if (found === undefined) return file
  const sent = Buffer.concat(
    found.parts.map((part) => ('from' in part ? file.subarray(part.from, part.to) : part)),
  )
  expect(sent).toHaveLength(found.size)
  return sent
}

const pixelsOf = (file: Buffer) => sharp(file).raw().toBuffer()

describe('findPublicPicture', () => {
  it.each(names)('removes place and owner from %s, and keeps pixels and profile', async (name) => {
    const file = await make(name)
    expect(file.includes(secret)).toBe(true)
    expect(ExifReader.load(file)).toHaveProperty('GPSLatitude')
    const sent = await strip(file)
    expect(sent.includes(secret)).toBe(false)
    expect(ExifReader.load(sent)).not.toHaveProperty('GPSLatitude')
    expect((await pixelsOf(sent)).equals(await pixelsOf(file))).toBe(true)
    const [before, after] = await Promise.all([sharp(file).metadata(), sharp(sent).metadata()])
    expect(after.icc).toEqual(expectDefined(before.icc))
    // In an AVIF, zeros take the place of what was removed.
    const isRemoved = (bytes: Buffer | undefined) => bytes === undefined || /^\0+$/.test(`${bytes}`)
    expect([after.exif, after.xmp].map(isRemoved)).toEqual([true, true])
    if (name !== 'avif') expect(await find(sent)).toBeUndefined()
  })

  it.each(['jpeg', 'png', 'webp'] as const)('keeps how a %s is turned', async (name) => {
    for (const orientation of [3, 6]) {
      const sent = await strip(await make(name, orientation))
      expect(sent.includes(secret)).toBe(false)
      expect((await sharp(sent).metadata()).orientation).toBe(orientation)
      expect(Object.keys(ExifReader.load(sent))).not.toContain('Artist')
    }
  })

  it.each(names)('leaves %s without metadata as it is', async (name) => {
    expect(await find(await formats[name](landscape()).toBuffer())).toBeUndefined()
  })

  it.each(names)(
    'removes what follows the end of %s, such as the film of a phone',
    async (name) => {
      const file = await formats[name](landscape()).toBuffer()
      const film = Buffer.from(`\0\0\0\x40mpvd${secret.padEnd(56)}`)
      expect((await strip(Buffer.concat([file, film]))).equals(file)).toBe(true)
    },
  )

  it('removes IPTC, comments, second pictures and data of programs from a JPEG', async () => {
    const file = await landscape().jpeg().toBuffer()
    const segment = (code: number, content: string) =>
      Buffer.from([0xff, code, 0, content.length + 2, ...Buffer.from(content, 'latin1')])
    const odd = [
      segment(0xed, `Photoshop 3.0\0${secret}`),
      segment(0xfe, secret),
      segment(0xe2, `MPF\0${secret}`),
      segment(0xe4, secret),
      Buffer.from('between'),
      Buffer.from([0xff, 0xff]),
    ]
    const all = Buffer.concat([file.subarray(0, 2), ...odd, file.subarray(2), file])
    expect((await strip(all)).equals(file)).toBe(true)
  })

  it('removes the thumbnail and what else is longer than the format says from a JPEG', async () => {
    const file = await landscape().jpeg().toBuffer()
    const segment = (code: number, content: string) =>
      Buffer.from([0xff, code, 0, content.length + 2, ...Buffer.from(content, 'latin1')])
    const withHead = (...head: Buffer[]) =>
      Buffer.concat([file.subarray(0, 2), ...head, file.subarray(2)])
    const density = 'JFIF\0\x01\x02\0\0\x48\0\x48'
    const adobe = 'Adobe\0d\0\0\0\0\x01'
    const thumbnail = `\x02\x01${secret}`
    const long = withHead(segment(0xe0, density + thumbnail), segment(0xee, adobe + secret))
    const short = withHead(segment(0xe0, `${density}\0\0`), segment(0xee, adobe))
    expect((await strip(long)).equals(short)).toBe(true)
    expect(await find(short)).toBeUndefined()
  })

  it('removes bytes of an AVIF that belong to no item', async () => {
    const file = await make('avif')
    const data = file.lastIndexOf('mdat') - 4
    const left = Buffer.concat([file, Buffer.from(secret.repeat(3))])
    left.writeUInt32BE(left.length - data, data)
    const sent = await strip(left)
    expect(sent.includes(secret)).toBe(false)
    expect(sent).toHaveLength(left.length)
    expect((await pixelsOf(sent)).equals(await pixelsOf(file))).toBe(true)
  })

  it('leaves an animated AVIF with its pictures', async () => {
    const box = (type: string, ...content: Buffer[]) => {
      const body = Buffer.concat(content)
      const size = Buffer.alloc(4)
      size.writeUInt32BE(body.length + 8)
      return Buffer.concat([size, Buffer.from(type), body])
    }
    const brands = Buffer.from('avis\0\0\0\0avis')
    const file = [box('ftyp', brands), box('moov'), box('mdat', Buffer.from('a frame'))]
    expect(await find(Buffer.concat(file))).toBeUndefined()
  })

  it('removes texts and times from a PNG', async () => {
    const file = await landscape().png().toBuffer()
    const chunk = (type: string) => {
      const bytes = Buffer.from(`\0\0\0\x00${type}${secret}\0\0\0\0`)
      bytes.writeUInt32BE(secret.length)
      return bytes
    }
    const texts = ['tEXt', 'iTXt', 'zTXt', 'tIME', 'caBX'].map(chunk)
    const all = Buffer.concat([file.subarray(0, 33), ...texts, file.subarray(33)])
    expect((await strip(all)).equals(file)).toBe(true)
  })

  it('sends no GIF, which may have comments and the data of programs', async () => {
    const file = await landscape().gif().toBuffer()
    await expect(find(file)).rejects.toThrow('The metadata of image/gif cannot be found')
  })

  it.each(names)('finds the same in %s however little is read at once', async (name) => {
    const file = await make(name, 6)
    expect(await find(file, 1_000)).toEqual(await find(file))
  })

  it.each(names)('never sends the metadata of a %s that ends too early', async (name) => {
    const file = await make(name, 6)
    for (let length = 70; length < file.length; length += Math.ceil(file.length / 40)) {
      const cut = file.subarray(0, length)
      const sent = await strip(cut).catch(() => Buffer.alloc(0))
      expect([length, sent.includes(secret)]).toEqual([length, false])
    }
  })

  describe('of a picture that was made to overload the server', () => {
    const text = (letters: string) => Buffer.from(letters, 'latin1')
    const int = (value: number, bytes: 2 | 4 = 4) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntBE(value, 0, bytes)
      return buffer
    }
    const repeat = (times: number, ...parts: Buffer[]) =>
      Buffer.concat(Array.from({ length: times }, () => parts).flat())
    const pngChunk = (type: string) => Buffer.concat([int(0), text(type), int(0)])
    const box = (type: string, ...content: Buffer[]) => {
      const body = Buffer.concat(content)
      return Buffer.concat([int(body.length + 8), text(type), body])
    }
    const png = text('\x89PNG\r\n\x1a\n')
    // Each item says that it has 65,535 parts, whose positions take no bytes.
    const items = 40
    const itemList = box(
      'iloc',
      int(0),
      int(0, 2),
      int(items, 2),
      repeat(items, text('\0\x01\0\0\xff\xff')),
    )
    const vp8x = Buffer.alloc(1_000_000)

    it.each([
      ['png', 'many chunks', [png, repeat(60_000, pngChunk('tEXt'), pngChunk('tEXt'))]],
      ['png', 'many parts to send', [png, repeat(12_000, pngChunk('tEXt'), pngChunk('sBIT'))]],
      ['jpeg', 'many segments', [text('\xff\xd8'), repeat(120_000, text('\xff\xe1\0\x02'))]],
      [
        'avif',
        'many positions',
        [box('ftyp', text('avif\0\0\0\0avif')), box('meta', int(0), itemList), box('mdat', int(0))],
      ],
      [
        'webp',
        'a long list of flags',
        [text('RIFF'), text('\x48\x42\x0f\0WEBPVP8X'), text('\x40\x42\x0f\0'), vp8x],
      ],
    ] as const)('refuses a %s with %s', async (_type, _what, parts) => {
      await expect(find(Buffer.concat(parts))).rejects.toThrow(/too (many|long)/)
    })
  })
})
