import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { samplePixels } from '../../../server/adapters/sharp/measure.ts'
import { openPicture } from '../../../server/adapters/sharp/open-picture.ts'
import {
  countDifferences,
  hashPicture,
  readHash,
} from '../../../server/catalogue/perceptual-hash.ts'
import { makeRandom } from '../../builders.ts'
import { expectDefined } from '../../expect-defined.ts'

const main = fileURLToPath(new URL('../../../server/sample/main', import.meta.url))
const [width, height] = [768, 432]

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Cuts pictures out of the wallpapers of the sample catalogue: each whole wallpaper, and parts of it that share at
 * most a quarter of their area with each other.
 */
export async function* cutPictures(wallpapers: number, perWallpaper: number) {
  const files = (await readdir(main)).sort().slice(0, wallpapers)
  for (const file of files) {
    const path = `${main}/${file}`
    const whole = await sharp(path).raw().toBuffer({ resolveWithObject: true })
    for (const box of cutBoxes(file, whole.info, perWallpaper))
      yield await sharp(whole.data, { raw: whole.info })
        .extract(box)
        .resize(width, height, { fit: 'fill' })
        .png({ compressionLevel: 0 })
        .toBuffer()
  }
}

const cutBoxes = (seed: string, whole: { width: number; height: number }, count: number) => {
  const random = makeRandom(seed)
  const boxes: Box[] = [{ left: 0, top: 0, width: whole.width, height: whole.height }]
  for (let tries = 0; boxes.length < count && tries < 10_000; tries++) {
    const scale = 0.2 + 0.4 * random()
    const size = {
      width: Math.round(whole.width * scale),
      height: Math.round(whole.height * scale),
    }
    const left = Math.floor(random() * (whole.width - size.width))
    const top = Math.floor(random() * (whole.height - size.height))
    const box = { left, top, ...size }
    if (boxes.every((other) => sharedArea(other, box) < 0.25)) boxes.push(box)
  }
  return boxes
}

// The area that two boxes share, as a share of the area that they cover together.
const sharedArea = (one: Box, other: Box): number => {
  const overlap = (start: number, length: number, from: number, size: number) =>
    Math.max(0, Math.min(start + length, from + size) - Math.max(start, from))
  const shared =
    overlap(one.left, one.width, other.left, other.width) *
    overlap(one.top, one.height, other.top, other.height)
  return shared / (one.width * one.height + other.width * other.height - shared)
}

const watermark = Buffer.from(
  `<svg width="${width}" height="${height}"><text x="560" y="415" font-size="18" font-family="sans-serif"
  fill="white" fill-opacity="0.7">© photos.example.org</text></svg>`,
)

const edits: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  resize: (picture) => picture.resize(320, 180).jpeg({ quality: 88 }),
  recompress: (picture) => picture.jpeg({ quality: 25 }),
  crop: (picture) => picture.extract({ left: 19, top: 11, width: 730, height: 410 }).jpeg(),
  brightness: (picture) => picture.linear(1.2, 0).jpeg(),
  contrast: (picture) => picture.linear(1.25, -32).jpeg(),
  blur: (picture) => picture.blur(3).jpeg(),
  watermark: (picture) => picture.composite([{ input: watermark }]).jpeg(),
  webp: (picture) => picture.resize(512, 288).webp({ quality: 40 }),
}

export const editNames = Object.keys(edits)

const hashOf = async (content: Buffer) => {
  const picture = await openPicture(content)
  return hashPicture(await samplePixels(picture, await picture.metadata()))
}

/** Returns the hash of a picture and of its eight edited copies, or `undefined` if the picture has none. */
export const hashEdits = async (picture: Buffer) => {
  const original = await hashOf(picture)
  if (original === undefined) return undefined
  const edited = editNames.map(async (name) =>
    hashOf(await expectDefined(edits[name])(sharp(picture)).toBuffer()),
  )
  return { original, edited: await Promise.all(edited) }
}

/** Counts the bits in which two hashes differ. */
export const distanceOf = (one: string, other: string): number => {
  const [high, low] = readHash(one)
  const [otherHigh, otherLow] = readHash(other)
  return countDifferences(high, otherHigh) + countDifferences(low, otherLow)
}
