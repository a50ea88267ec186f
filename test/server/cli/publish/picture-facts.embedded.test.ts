import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEmbeddedFacts } from '../../../../server/cli/publish/picture-facts.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { plain } from '../../adapters/sample-pictures.ts'

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">See im Föhn</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Ada L.</rdf:li></rdf:Seq></dc:creator>
<dc:subject><rdf:Bag><rdf:li>calm</rdf:li><rdf:li>blue hour</rdf:li></rdf:Bag></dc:subject>
<xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">CC BY 4.0</rdf:li></rdf:Alt></xmpRights:UsageTerms>
</rdf:Description></rdf:RDF></x:xmpmeta>`

let folder: string
beforeAll(async () => {
  folder = await makeTempDir('facts')
})
afterAll(() => removeDir(folder))

const read = async (bytes: Buffer) => {
  const file = join(folder, 'picture')
  await writeFile(file, bytes)
  return readEmbeddedFacts(file)
}

describe('readEmbeddedFacts', () => {
  // PNG is left out, because sharp stores XMP in a PNG differently from other programs.
  it.each(['jpeg', 'webp', 'avif'] as const)('reads XMP before EXIF: %s', async (format) => {
    const picture = plain('#336699')
      .withExif({ IFD0: { Artist: 'somebody else', ImageDescription: 'A lake' } })
      .withXmp(xmp)
    expect(await read(await picture.toFormat(format).toBuffer())).toEqual({
      title: 'See im Föhn',
      description: 'A lake',
      tags: ['calm', 'blue hour'],
      credit: 'Ada L.',
      license: 'CC BY 4.0',
    })
  })

  it('reads IPTC', async () => {
    expect(await read(withIptc(await plain('#336699').jpeg().toBuffer()))).toEqual({
      title: 'A lake',
      tags: ['calm', 'water'],
      credit: 'Ada L.',
    })
  })

  it('finds nothing in a picture without metadata or in a broken file', async () => {
    expect(await read(await plain('#336699').jpeg().toBuffer())).toEqual({})
    expect(await read(Buffer.from('no picture'))).toEqual({})
  })
})

/** Inserts a Photoshop segment with IPTC data near the start of a JPEG. */
const withIptc = (jpeg: Buffer): Buffer => {
  const entry = (field: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, field, 0, text.length]), Buffer.from(text)])
  const iptc = Buffer.concat([
    ...[entry(5, 'A lake'), entry(25, 'calm'), entry(25, 'water'), entry(80, 'Ada L.')],
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(iptc.length)
  const padding = Buffer.alloc(iptc.length % 2)
  const block = [Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), size, iptc, padding]
  const body = Buffer.concat(block)
  const head = Buffer.from([0xff, 0xed, (body.length + 2) >> 8, (body.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
