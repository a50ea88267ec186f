import { fitsBox, toBoxShape } from '../../../shared/filter-rules.ts'
import { readLicense } from '../../../shared/license.ts'
import { composePictures } from '../../platform/browser/compose-pictures.ts'
import { type PreparedImage, scaleBy } from '../../platform/browser/image-codec.ts'
import { type ScreenSize, usualScreen } from '../../platform/browser/screen.ts'
import type { Found } from '../sources/source.ts'

type Detail = Found & { catalogue: string }

export type Load = (detail: Detail, box: ScreenSize) => Promise<PreparedImage>

const sizeOf = ({ width, height }: Found): ScreenSize =>
  width && height ? { width, height } : usualScreen

/** Whether a crop to the screen would hide more than half of the picture, and the license lets us show it otherwise. */
const needsRoom = (one: Found, screen: ScreenSize): boolean =>
  !fitsBox(sizeOf(one), toBoxShape(screen)) &&
  !readLicense(one.license ?? '', one.license_url ?? '').forbidsChanges

/**
 * Pairs the tall pictures, because a wide screen has room for two. With an
 * odd number, the last is left out this time. A single tall picture is shown alone.
 */
export const toPairs = (found: readonly Found[], screen: ScreenSize): Found[] => {
  const isTall = (one: Found) =>
    screen.width > screen.height && one.type === 'mobile' && needsRoom(one, screen)
  const tall = found.filter(isTall)
  const pairs = tall.flatMap((one, at) => {
    const beside = tall[at + 1]
    return at % 2 === 0 && beside ? { ...one, beside } : []
  })
  return [...(pairs.length > 0 ? pairs : tall), ...found.filter((one) => !isTall(one))]
}

/** Loads a pair as one picture. A picture of another shape than the screen gets a blurred copy around it. */
export const loadWhole = async (load: Load, detail: Detail, screen: ScreenSize) => {
  const { beside, catalogue } = detail
  if (!beside && !needsRoom(detail, screen)) return load(detail, screen)
  const parts = beside ? [detail, { ...beside, catalogue }] : [detail]
  const files = parts.map(async (one) => {
    const { width, height } = sizeOf(one)
    const scale = Math.min(screen.width / width, screen.height / height)
    return (await load(one, scaleBy({ width, height }, scale))).blob
  })
  return composePictures(await Promise.all(files), screen)
}
