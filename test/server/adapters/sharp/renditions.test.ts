import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toInput } from '../../../../server/adapters/sharp/open-picture.ts'
import { createPictureWork } from '../../../../server/adapters/sharp/picture-work.ts'
import { createSharpRenditions } from '../../../../server/adapters/sharp/renditions.ts'
import type { Rendition, RenditionRequest } from '../../../../server/catalogue/renditions.ts'
import { createMemoryLog, openFolder, type TestFolder } from '../folder/harness.ts'
import { firstHalf, landscape, noise, pictureAt, plain } from '../sample-pictures.ts'

let folder: TestFolder
let cacheDir: string
const { log, lines } = createMemoryLog()
beforeEach(async () => {
  folder = await openFolder()
  cacheDir = join(folder.base, 'renditions')
  lines.length = 0
})
afterEach(() => folder.close())

const open = (options: Partial<Parameters<typeof createSharpRenditions>[0]> = {}) => {
  const renditions = createSharpRenditions({ dir: cacheDir, maxBytes: 10_000_000, log, ...options })
  return {
    render: async (file: string, request: RenditionRequest) =>
      renditions.render(await pictureAt(file), request),
  }
}
const small: RenditionRequest = { width: 100, fit: 'cover', format: 'jpeg' }
const putLandscape = async () => folder.put('landscape.jpg', await landscape().jpeg().toBuffer())

const pixelOf = async (picture: Rendition['picture'], left: number, top: number) => {
  const { data } = await sharp(toInput(picture))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}
const near = (value: number) => expect.toSatisfy((it: number) => Math.abs(it - value) < 25)

describe('createSharpRenditions', () => {
  it.each([
    ['covers a box', { width: 300, height: 300, fit: 'cover', format: 'jpeg' }, 300, 300],
    ['fits inside a box', { width: 300, height: 300, fit: 'contain', format: 'webp' }, 300, 188],
    ['keeps the size when none is asked for', { fit: 'cover', format: 'jpeg' }, 640, 400],
  ] as const)('%s', async (_, request, width, height) => {
    const { picture, contentType } = await open().render(await putLandscape(), request)
    expect(contentType).toBe(`image/${request.format}`)
    const metadata = await sharp(toInput(picture)).metadata()
    expect(metadata).toMatchObject({ width, height, format: request.format })
  })

  it('reports what is missing or no picture as not found', async () => {
    const text = await folder.put('text.jpg', 'not a picture at all')
    for (const file of [text, join(folder.base, 'absent.jpg')])
      await expect(open().render(file, small)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('does not blame the picture for a bug', async () => {
    const bug = new TypeError('x is not a function')
    const request = {
      ...small,
      get width(): number {
        throw bug
      },
    }
    await expect(open().render(await putLandscape(), request)).rejects.toBe(bug)
  })

  it('reports a file that cannot be opened like a missing one, with the cause', async () => {
    const file = join(folder.base, 'endless.jpg')
    await symlink(file, file)
    await expect(open().render(file, small)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      cause: { code: 'ELOOP' },
    })
  })

  it('makes each rendition once, also across a restart', async () => {
    const file = await putLandscape()
    const renditions = open()
    const pathOf = async (made: Promise<Rendition>) => toInput((await made).picture)
    const [first] = await Promise.all([
      pathOf(renditions.render(file, small)),
      pathOf(renditions.render(file, small)),
    ])
    expect(await pathOf(renditions.render(file, small))).toBe(first)
    expect(await pathOf(open().render(file, small))).toBe(first)
    expect(lines).toHaveLength(1)
    await renditions.render(file, { ...small, format: 'webp' })
    await renditions.render(file, { ...small, width: 101 })
    expect(lines).toHaveLength(3)
  })

  it('makes a rendition again when the original changed or the cached file is gone', async () => {
    const file = await folder.put('picture.png', await plain('#FFFFFF', 200, 100).png().toBuffer())
    const renditions = open()
    const white = await renditions.render(file, small)
    await writeFile(file, await plain('#000000', 200, 101).png().toBuffer())
    const black = await renditions.render(file, small)
    expect(toInput(black.picture)).not.toBe(toInput(white.picture))
    expect(await pixelOf(black.picture, 50, 25)).toEqual([near(0), near(0), near(0)])
    await rm(String(toInput(black.picture)))
    expect(await pixelOf((await renditions.render(file, small)).picture, 50, 25)).toHaveLength(3)
  })

  it('applies the EXIF rotation and removes the metadata', async () => {
    const turned = await landscape().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const file = await folder.put('turned.jpg', turned)
    const { picture } = await open().render(file, small)
    const metadata = await sharp(toInput(picture)).metadata()
    expect(metadata).toMatchObject({ width: 100, height: 160 })
    expect(metadata.orientation).toBeUndefined()
    expect(metadata.exif).toBeUndefined()
  })

  it('crops around the focal point and caches each crop', async () => {
    const file = await folder.put(
      'half.png',
      await plain('#FFFFFF', 200, 100)
        .composite([{ input: await plain('#000000', 100, 100).png().toBuffer(), left: 0, top: 0 }])
        .png()
        .toBuffer(),
    )
    const square = { width: 80, height: 80, fit: 'cover', format: 'webp' } as const
    const renditions = open()
    const crop = async (x: number) =>
      (await renditions.render(file, { ...square, focalPoint: { x, y: 0.5 } })).picture
    expect(await pixelOf(await crop(0), 76, 40)).toEqual([near(0), near(0), near(0)])
    expect(await pixelOf(await crop(1), 4, 40)).toEqual([near(255), near(255), near(255)])
    expect(await crop(0)).not.toBe(await crop(1))
  })

  it('puts black behind transparency', async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0 }
    const clear = sharp({ create: { width: 50, height: 50, channels: 4, background } })
    const file = await folder.put('clear.png', await clear.png().toBuffer())
    const { picture } = await open().render(file, { fit: 'cover', format: 'webp' })
    expect(await pixelOf(picture, 25, 25)).toEqual([near(0), near(0), near(0)])
  })

  it('converts every color space to sRGB', async () => {
    const cmyk = await plain('#A05A46').withIccProfile('cmyk').jpeg().toBuffer()
    const deep = await plain('#A05A46').toColourspace('rgb16').png().toBuffer()
    const wide = await plain('#A05A46').withIccProfile('p3').png().toBuffer()
    for (const bytes of [cmyk, deep, wide]) {
      const file = await folder.put('odd.png', bytes, new Date())
      const { picture } = await open().render(file, { fit: 'cover', format: 'webp' })
      expect((await sharp(toInput(picture)).metadata()).space).toBe('srgb')
      expect(await pixelOf(picture, 20, 20)).toEqual([near(0xa0), near(0x5a), near(0x46)])
    }
  })

  it('converts CMYK without a profile as browsers do', async () => {
    // Its inks are 189, 0, 240 and 5.
    const cmyk = await plain('#20A040').toColourspace('cmyk').jpeg().toBuffer()
    const file = await folder.put('cmyk.jpg', cmyk)
    const { picture } = await open().render(file, { width: 30, fit: 'cover', format: 'jpeg' })
    expect(await pixelOf(picture, 20, 10)).toEqual([near(0x41), near(0xfa), near(0x0f)])
  })

  it('throws BUSY when too many wait, but still serves cached renditions', async () => {
    const file = await putLandscape()
    const renditions = open({ work: createPictureWork({ concurrency: 1, maxWaiting: 2 }) })
    const kept = await renditions.render(file, small)
    const asked = Array.from({ length: 10 }, (_, at) =>
      renditions.render(file, { ...small, width: 200 + at }),
    )
    const results = await Promise.allSettled([...asked, renditions.render(file, small)])
    const failures = results.filter((result) => result.status === 'rejected')
    expect(failures).toHaveLength(7)
    for (const { reason } of failures) expect(reason).toMatchObject({ code: 'BUSY' })
    expect(results.at(-1)).toMatchObject({ status: 'fulfilled', value: kept })
  })

  it('does not open a picture that takes too much memory, and logs that once', async () => {
    const content = await plain('#336699', 900, 900).png({ progressive: true }).toBuffer()
    const file = await folder.put('interlaced.png', content)
    const renditions = open({ work: createPictureWork({ memoryBytes: 12_000_000 }) })
    const text =
      'The picture is too large: it takes about 13 MB of memory to open, and PICTURE_MEMORY_MB allows 12 MB'
    for (const width of [100, 110])
      await expect(renditions.render(file, { ...small, width })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: text,
      })
    expect(lines).toEqual([text])
  })

  it('reports half a picture as not found and leaves no file behind', async () => {
    const file = await folder.put('half.png', firstHalf(await noise().png().toBuffer()))
    await expect(open().render(file, small)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await readdir(cacheDir)).toEqual([])
  })

  it('returns the content while the disk fails, logs it once, and caches again as soon as the disk works', async () => {
    const file = await putLandscape()
    await writeFile(cacheDir, 'a file where the folder should be')
    const renditions = open()
    for (const width of [100, 110]) {
      const { picture, contentType } = await renditions.render(file, { ...small, width })
      expect(await sharp(toInput(picture)).metadata()).toMatchObject({ width, format: 'jpeg' })
      expect({ contentType, isKept: typeof picture === 'string' }).toEqual({
        contentType: 'image/jpeg',
        isKept: false,
      })
    }
    const warnings = () =>
      lines.filter((line) => line.startsWith('Resized pictures cannot be cached'))
    expect(warnings()).toHaveLength(1)
    await rm(cacheDir)
    expect((await renditions.render(file, small)).picture).toHaveProperty('path')
    expect(warnings()).toHaveLength(1)
  })
})
