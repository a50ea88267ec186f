import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnPicture } from '../../extension/features/own-pictures/own-picture.ts'
import { measurePicture } from '../../server/adapters/sharp/measure.ts'
import { expectDefined } from '../expect-defined.ts'
import { firstHalf } from '../server/adapters/sample-pictures.ts'
import {
  browserNames,
  launchBrowser,
  type TestBrowser,
  type TestTab,
} from './support/test-browser.ts'

const screen = { width: 128, height: 72 }
const [width, height] = [screen.width * 4, screen.height * 4]

/** A picture with grain, of which bad scaling leaves much. */
const drawGrain = (): Sharp => {
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height]
    const grain = ((at * 7919) % 61) - 30
    pixels.set(
      [40 + 170 * x, 200 - 150 * y, 128 + 60 * Math.sin(x * 20)].map((v) => v + grain),
      at * 3,
    )
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const formats: Record<string, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 95 }),
  'progressive jpeg': (picture) => picture.jpeg({ quality: 95, progressive: true }),
  'turned jpeg': (picture) => picture.withMetadata({ orientation: 6 }).jpeg({ quality: 95 }),
  'jpeg in Display P3': (picture) => picture.withIccProfile('p3').jpeg({ quality: 95 }),
  png: (picture) => picture.png(),
  'png in Display P3': (picture) => picture.withIccProfile('p3').png(),
  '16-bit png': (picture) => picture.toColourspace('rgb16').png(),
  'transparent png': (picture) => picture.ensureAlpha(0.5).png(),
  webp: (picture) => picture.webp({ quality: 95 }),
  avif: (picture) => picture.avif({ quality: 90, effort: 0 }),
  '10-bit avif': (picture) => picture.avif({ quality: 90, effort: 0, bitdepth: 10 }),
}

const encoded = new Map<string, Promise<Buffer>>()
const encode = (format: string): Promise<Buffer> => {
  const file = encoded.get(format) ?? expectDefined(formats[format])(drawGrain()).toBuffer()
  encoded.set(format, file)
  return file
}

interface Answer {
  done?: { blob: Blob; color: string; kind: string; reason?: string }
  problem?: string
  message?: string
}

/** Runs inside an extension page. A picture of the answer comes as base64. */
const askWorker = async (path: string, file: { base64: string; name: string }, task: object) => {
  const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
  const worker = new Worker(path)
  const answer = await new Promise<Answer>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage({ file: new File([bytes], file.name), ...task })
  })
  worker.terminate()
  const { done, problem, message } = answer
  if (!done?.blob) return { problem: problem ?? message ?? done?.reason ?? done?.kind ?? '' }
  const made = new Uint8Array(await done.blob.arrayBuffer())
  const text = Array.from(made, (byte) => String.fromCharCode(byte)).join('')
  return { type: done.blob.type, base64: btoa(text), color: done.color }
}

/** The likeness of two pictures in decibels. Above 40, nobody sees a difference. */
const compare = async (made: Buffer, reference: Sharp): Promise<number> => {
  const [one, other] = await Promise.all(
    [sharp(made), reference].map((picture) => picture.removeAlpha().raw().toBuffer()),
  )
  expect(one?.length).toBe(other?.length)
  const squares = Array.from(expectDefined(one), (value, at) => (value - (other?.[at] ?? 0)) ** 2)
  const mean = squares.reduce((sum, value) => sum + value, 0) / squares.length
  return 10 * Math.log10(255 ** 2 / mean)
}

interface StoredOwn {
  picture: OwnPicture
  image: { type: string; size: number; width: number; height: number }
  thumbnail: { type: string; size: number; width: number; height: number }
}

/** Runs inside a page of the extension. */
const readOwn = async (): Promise<{ count: number; first: StoredOwn }> => {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('fresco-own')
    opening.onsuccess = () => resolve(opening.result)
  })
  const readAll = <T>(store: string) =>
    new Promise<T[]>((resolve) => {
      const reading = database.transaction(store).objectStore(store).getAll()
      reading.onsuccess = () => resolve(reading.result)
    })
  const look = async (blob: Blob) => {
    const { width, height } = await createImageBitmap(blob)
    return { type: blob.type, size: blob.size, width, height }
  }
  const pictures = await readAll<OwnPicture>('pictures')
  const [[image = new Blob()], [thumbnail = new Blob()]] = await Promise.all([
    readAll<Blob>('images'),
    readAll<Blob>('thumbnails'),
  ])
  database.close()
  const [picture] = pictures
  if (!picture) throw new Error('No picture is stored')
  const first = { picture, image: await look(image), thumbnail: await look(thumbnail) }
  return { count: pictures.length, first }
}

const sample = resolve(import.meta.dirname, '../../server/sample/main/bridge-in-mist.jpg')

describe.each(browserNames)('the picture workers in %s', (name) => {
  let browser: TestBrowser
  let page: TestTab

  beforeAll(async () => {
    browser = await launchBrowser(name)
    page = await browser.openOptions()
  })
  afterAll(() => browser?.close())

  const convert = (file: Buffer, size = screen) =>
    page.evaluate(
      askWorker,
      '/picture-worker.js',
      { base64: file.toString('base64'), name: '' },
      { screen: size },
    )

  it.each(Object.keys(formats))('turn a %s into a JPEG of the screen’s size', async (format) => {
    const file = await encode(format)
    const upright = sharp(file).autoOrient().flatten({ background: '#000' }).toColourspace('srgb')
    const isTall = format.startsWith('turned')
    const size = isTall ? { width: screen.height, height: screen.width } : screen
    const made = await convert(file, size)
    expect(made.type).toBe('image/jpeg')
    const jpeg = Buffer.from(expectDefined(made.base64), 'base64')
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', ...size })
    // Firefox's `drawImage` reaches 32, and colors that were not converted to sRGB reach 29.
    expect(await compare(jpeg, upright.clone().resize(size))).toBeGreaterThan(36)
  })

  it('measure transparent parts as black, which they become', async () => {
    const gray = sharp({ create: { width, height, channels: 4, background: '#FFFFFF80' } })
    expect(await convert(await gray.png().toBuffer())).toMatchObject({ color: '#808080' })
  })

  it('keep the bytes of a JPEG that has about the screen’s size', async () => {
    const file = await drawGrain().resize(160, 90).jpeg().toBuffer()
    const made = await convert(file)
    expect(made.base64).toBe(file.toString('base64'))
    expect(made.color).toMatch(/^#[0-9A-F]{6}$/)
  })

  it('refuse a file whose header alone is right', async () => {
    const file = await drawGrain().png().toBuffer()
    expect(await convert(file.fill(7, 100, file.length - 12))).toEqual({ problem: 'damaged' })
  })

  const importFile = async (file: Buffer, name: string) => {
    const task = { folder: 'Trips', screen: { width: 640, height: 360 } }
    const sent = { base64: file.toString('base64'), name }
    return (await page.evaluate(askWorker, '/own-pictures-worker.js', sent, task)).problem
  }

  it('store copies of an own picture, measured as a server measures it', async () => {
    const file = await sharp(sample).resize(1920, 1080, { fit: 'cover' }).jpeg().toBuffer()
    expect(await importFile(file, 'bridge.jpg')).toBe('added')
    const { first } = await page.evaluate(readOwn)
    const { picture, image, thumbnail } = first
    expect(picture).toMatchObject({
      name: 'bridge.jpg',
      folder: 'Trips',
      width: 1920,
      height: 1080,
    })
    expect(picture.bytes).toBe(image.size + thumbnail.size)
    expect(image).toMatchObject({ type: 'image/jpeg', width: 640, height: 360 })
    expect(thumbnail).toMatchObject({ type: 'image/webp', width: 400, height: 225 })
    const measured = await measurePicture(file)
    // Browsers scale a bit differently, which swaps two colors of about the same share.
    expect(picture.primaryColors.toSorted()).toEqual(measured.primaryColors.toSorted())
    expect(picture.secondaryColors.toSorted()).toEqual(measured.secondaryColors.toSorted())
    expect(picture.luminance).toBeCloseTo(measured.luminance, 2)
    expect(picture.focalPoint.x).toBeCloseTo(measured.focalPoint.x, 1)
    expect(picture.focalPoint.y).toBeCloseTo(measured.focalPoint.y, 1)
  })

  it('store a picture once, whatever its name', async () => {
    const file = await readFile(sample)
    expect(await importFile(file, 'one.jpg')).toBe('added')
    expect(await importFile(file, 'one.jpg')).toBe('known')
    expect(await importFile(file, 'copy of one.jpg')).toBe('known')
    expect(await page.evaluate(readOwn)).toMatchObject({ count: 2 })
  })

  it('skip a file that is not a whole picture', async () => {
    const file = await readFile(sample)
    expect(await importFile(firstHalf(file), 'cut.jpg')).toBe('damaged')
    expect(await importFile(Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1'), 'a.heic')).toBe('heic')
    expect(await importFile(Buffer.from('notes'), 'notes.txt')).toBe('not-a-picture')
    expect(await page.evaluate(readOwn)).toMatchObject({ count: 2 })
  })
})
