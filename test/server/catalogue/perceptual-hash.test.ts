import { describe, expect, it } from 'vitest'
import { distanceLimits, hashPicture } from '../../../server/catalogue/perceptual-hash.ts'
import { cutPictures, distanceOf, editNames, hashEdits } from './edited-pictures.ts'

const plainPixels = (width: number, height: number, red: (x: number) => number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => red(Math.floor(at / 3) % width)),
})

describe('hashPicture', () => {
  it('recognizes eight edited copies of each picture and tells the pictures apart', async () => {
    const found = []
    for await (const picture of cutPictures(4, 2)) found.push(await hashEdits(picture))
    const hashed = found.filter((each) => each !== undefined)
    expect(hashed.length).toBeGreaterThanOrEqual(7)
    const missed = hashed.flatMap(({ original, edited }) =>
      editNames.filter((_, at) => distanceOf(original, edited[at] ?? '') > distanceLimits.small),
    )
    expect(missed.length / (hashed.length * editNames.length)).toBeLessThan(0.02)
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
