import { join } from 'node:path'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measurePicture } from '../../../../server/adapters/sharp/measure.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { firstHalf, landscape, noise, pixelBomb, plain } from '../sample-pictures.ts'

let dir: string
beforeAll(async () => {
  dir = await makeTempDir('measure')
})
afterAll(() => removeDir(dir))

describe('measurePicture', () => {
  it('measures a picture on disk', async () => {
    const path = join(dir, 'landscape.jpg')
    await landscape().jpeg().toFile(path)
    const measure = await measurePicture(path)
    expect(measure).toMatchObject({
      width: 640,
      height: 400,
      format: 'jpg',
      orientation: 'landscape',
      primaryColors: ['blue', 'green'],
    })
    expect(measure.palette[0]).toMatch(/^#[0-9A-F]{6}$/)
    expect(measure.luminance).toBeGreaterThan(0.2)
    expect(measure.luminance).toBeLessThan(0.5)
    const hash = Buffer.from(measure.placeholder, 'base64')
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(640 / 400, 0)
  })

  it.each([
    ['jpg', () => landscape().jpeg()],
    ['png', () => landscape().png()],
    ['webp', () => landscape().webp()],
    ['avif', () => landscape().avif({ effort: 0 })],
  ])('knows %s', async (format, make) => {
    const measure = await measurePicture(await make().toBuffer())
    expect(measure).toMatchObject({ format, primaryColors: ['blue', 'green'] })
  })

  it('applies the EXIF rotation', async () => {
    const bytes = await landscape().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const measure = await measurePicture(bytes)
    expect(measure).toMatchObject({ width: 400, height: 640, orientation: 'portrait' })
    const hash = Buffer.from(measure.placeholder, 'base64')
    expect(thumbHashToApproximateAspectRatio(hash)).toBeLessThan(1)
  })

  it('puts black behind transparent pixels', async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0 }
    const picture = sharp({ create: { width: 50, height: 50, channels: 4, background } })
    const measure = await measurePicture(await picture.png().toBuffer())
    expect(measure).toMatchObject({ color: '#000000', primaryColors: ['black'] })
  })

  it('reads colors that are not 8-bit RGB', async () => {
    const cmyk = await plain('#D62222').toColourspace('cmyk').jpeg().toBuffer()
    const deep = await plain('#D62222').toColourspace('rgb16').png().toBuffer()
    const gray = await plain('#808080').toColourspace('b-w').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expect((await sharp(gray).metadata()).channels).toBe(1)
    expect((await measurePicture(cmyk)).primaryColors).toEqual(['red'])
    expect(await measurePicture(deep)).toMatchObject({ color: '#D62222', primaryColors: ['red'] })
    expect(await measurePicture(gray)).toMatchObject({ color: '#808080', primaryColors: ['gray'] })
  })

  it('measures the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#D62222', '#1E5FD0'].map((color) => plain(color).png().toBuffer()),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    expect(await measurePicture(animation)).toMatchObject({ height: 40, primaryColors: ['red'] })
  })

  it.each([
    ['text', async () => Buffer.from('not a picture at all')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a truncated png', async () => firstHalf(await noise().png().toBuffer())],
    ['a truncated jpeg', async () => firstHalf(await noise().jpeg().toBuffer())],
    [
      'an svg',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a pixel bomb', pixelBomb],
  ])('refuses %s', async (_what, make) => {
    await expect(measurePicture(await make())).rejects.toThrow()
  })
})
