import type { HostedQuery, HostedWallpaper } from '../../shared/hosted-api.ts'
import { resolutions } from '../../shared/resolutions.ts'
import { sampleDistinct } from '../catalogue/draw.ts'
import { toDeviceType, toOrientation } from '../pictures/device-type.ts'
import type { Random } from '../ports.ts'

/** Chooses among images that are all at hand: tag, then resolution, then `count` (spec §4.3). */
export const selectHosted = (
  images: readonly HostedWallpaper[],
  query: HostedQuery,
  random: Random,
): HostedWallpaper[] => {
  const qualifying = images.filter(
    (image) => hasTag(image, query.tag) && hasResolution(image, query.resolution),
  )
  return sampleDistinct(qualifying.length, query.count, random).map((at) => qualifying[at]!)
}

/** The tag alone does not make a picture fit a screen: its shape must agree, and a square's never does. */
const hasTag = ({ tags, width, height }: HostedWallpaper, tag: HostedQuery['tag']) =>
  tag === undefined || (tags.includes(tag) && toDeviceType(toOrientation(width, height)) === tag)

/** Whether both sides reach the minimum of a resolution. */
const hasResolution = (
  size: Pick<HostedWallpaper, 'width' | 'height'>,
  resolution: HostedQuery['resolution'],
): boolean => {
  if (resolution === undefined) return true
  const minimum = resolutions[resolution]
  return size.width >= minimum.width && size.height >= minimum.height
}
