import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { samplePixels } from '../../../server/adapters/sharp/measure.ts'
import { openPicture } from '../../../server/adapters/sharp/open-picture.ts'
import {
  countDifferences,
  distanceLimits,
  hashPicture,
  readHash,
} from '../../../server/catalogue/perceptual-hash.ts'

const plainPixels = (width: number, height: number, red: (x: number) => number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => red(Math.floor(at / 3) % width)),
})

const main = fileURLToPath(new URL('../../../server/sample/main', import.meta.url))
const [width, height] = [768, 432]
const watermark = Buffer.from(
  `<svg width="${width}" height="${height}"><text x="560" y="415" font-size="18" font-family="sans-serif"
  fill="white" fill-opacity="0.7">© photos.example.org</text></svg>`,
)
const edits: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture.resize(320, 180).jpeg({ quality: 88 }),
  (picture) => picture.jpeg({ quality: 25 }),
  (picture) => picture.extract({ left: 19, top: 11, width: 730, height: 410 }).jpeg(),
  (picture) => picture.linear(1.2, 0).jpeg(),
  (picture) => picture.linear(1.25, -32).jpeg(),
  (picture) => picture.blur(3).jpeg(),
  (picture) => picture.composite([{ input: watermark }]).jpeg(),
  (picture) => picture.resize(512, 288).webp({ quality: 40 }),
]

const hashOf = async (content: Buffer) => {
  const picture = await openPicture(content)
  return hashPicture(await samplePixels(picture, await picture.metadata())) ?? ''
}

/** Counts the bits in which two hashes differ. */
const distanceOf = (one: string, other: string): number => {
  const [high, low] = readHash(one)
  const [otherHigh, otherLow] = readHash(other)
  return countDifferences(high, otherHigh) + countDifferences(low, otherLow)
}

describe('hashPicture', () => {
  it('recognizes eight edited copies of each picture and tells the pictures apart', async () => {
    const files = (await readdir(main)).sort().slice(0, 8)
    const hashed = await Promise.all(
      files.map(async (file) => {
        const whole = sharp(`${main}/${file}`).resize(width, height, { fit: 'fill' })
        const picture = await whole.png({ compressionLevel: 0 }).toBuffer()
        const copies = edits.map(async (edit) => hashOf(await edit(sharp(picture)).toBuffer()))
        return { original: await hashOf(picture), edited: await Promise.all(copies) }
      }),
    )
    const missed = hashed.flatMap(({ original, edited }) =>
      edited.filter((copy) => distanceOf(original, copy) > distanceLimits.small),
    )
    expect(missed.length / (hashed.length * edits.length)).toBeLessThan(0.02)
    const pairs = hashed.flatMap(({ original }, at) =>
      hashed.slice(0, at).map((other) => distanceOf(original, other.original)),
    )
    expect(Math.min(...pairs)).toBeGreaterThan(distanceLimits.small)
  })

  it('is 16 hex digits and does not depend on the size', () => {
    const small = hashPicture(plainPixels(64, 36, (x) => x * 4))
    expect(small).toMatch(/^[0-9a-f]{16}$/)
    const large = hashPicture(plainPixels(128, 72, (x) => x * 2))
    expect(distanceOf(small ?? '', large ?? '')).toBeLessThanOrEqual(distanceLimits.large)
  })

  it('has none for a picture without contrast', () => {
    expect(hashPicture(plainPixels(64, 36, () => 40))).toBeUndefined()
  })
})
