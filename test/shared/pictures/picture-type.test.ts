import { describe, expect, it } from 'vitest'
import { toPictureType } from '../../../shared/pictures/picture-type.ts'
import { plain } from '../../server/adapters/sample-pictures.ts'

describe('toPictureType', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('recognizes %s', async (format) => {
    const bytes = await plain('#336699').toFormat(format).toBuffer()
    expect(toPictureType(bytes)).toBe(`image/${format}`)
  })

  it('recognizes AVIF by any of its brands', () => {
    const box = Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1miafavif', 'latin1')
    expect(toPictureType(box)).toBe('image/avif')
  })

  it.each([
    '',
    'this is no picture',
    'SQLite format 3\0',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'RIFF\x24\0\0\0WAVEfmt ',
    '\0\0\0\x18ftypisom\0\0\0\0isommp42',
  ])('refuses %j', (text) => {
    expect(toPictureType(Buffer.from(text, 'latin1'))).toBeUndefined()
  })
})
