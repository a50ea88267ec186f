import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWallpapersOnly } from '../../../../server/adapters/sharp/open-picture.ts'
import { plain } from '../sample-pictures.ts'

const picture = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff') =>
  plain('#336699', 40, 30).toFormat(format).toBuffer()
const open = async (bytes: Buffer) => (await sharp(bytes).metadata()).width

describe('openWallpapersOnly', () => {
  beforeAll(openWallpapersOnly)

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('still opens %s', async (format) => {
    expect(await open(await picture(format))).toBe(40)
  })

  it.each(['gif', 'tiff'] as const)('opens no %s', async (format) => {
    await expect(open(await picture(format))).rejects.toThrow('unsupported image format')
  })

  it('opens no SVG, which could include other files', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'
    await expect(open(Buffer.from(svg))).rejects.toThrow('unsupported image format')
  })
})
