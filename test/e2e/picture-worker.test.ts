import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDefined } from '../expect-defined.ts'
import { firstHalf } from '../server/adapters/sample-pictures.ts'
import {
  everyBrowser,
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

interface Converted {
  type?: string
  base64?: string
  color?: string
  problem?: string
}

/** Hands a file to the extension's worker. The function runs inside a page of the extension. */
const convertInPage = async (
  base64: string,
  screen: { width: number; height: number },
): Promise<Converted> => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const worker = new Worker('/picture-worker.js')
  const answer = await new Promise<{
    done?: { blob: Blob; color: string }
    problem?: string
  }>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage({ file: new Blob([bytes]), screen })
  })
  worker.terminate()
  if (!answer.done) return { problem: answer.problem ?? '' }
  const { blob, color } = answer.done
  const made = new Uint8Array(await blob.arrayBuffer())
  const text = Array.from(made, (byte) => String.fromCharCode(byte)).join('')
  return { type: blob.type, base64: btoa(text), color }
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

describe.each(everyBrowser)('the picture worker in %s', (name) => {
  let browser: TestBrowser
  let page: TestTab

  beforeAll(async () => {
    browser = await launchBrowser(name)
    page = await browser.openOptions()
  })
  afterAll(() => browser?.close())

  const convert = (file: Buffer, size = screen) =>
    page.evaluate(convertInPage, file.toString('base64'), size)

  it.each(Object.keys(formats))('turns a %s into a JPEG of the screen’s size', async (format) => {
    const file = await expectDefined(formats[format])(drawGrain()).toBuffer()
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

  it('keeps the bytes of a JPEG that has about the screen’s size', async () => {
    const file = await drawGrain().resize(160, 90).jpeg().toBuffer()
    const made = await convert(file)
    expect(made.base64).toBe(file.toString('base64'))
    expect(made.color).toMatch(/^#[0-9A-F]{6}$/)
  })

  it.each(['jpeg', 'progressive jpeg', 'png', 'webp', 'avif'])(
    'refuses the first half of a %s',
    async (format) => {
      const file = await expectDefined(formats[format])(drawGrain()).toBuffer()
      expect(await convert(firstHalf(file))).toEqual({ problem: 'damaged' })
    },
  )

  it('refuses a file whose header alone is right', async () => {
    const file = await drawGrain().png().toBuffer()
    expect(await convert(file.fill(7, 100, file.length - 12))).toEqual({ problem: 'damaged' })
  })
})
