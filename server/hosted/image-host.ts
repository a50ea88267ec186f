import { resolutions } from '../../shared/filter-values.ts'
import type { HostedQuery, HostedWallpaper } from '../../shared/hosted-api.ts'
import { sampleDistinct } from '../catalogue/draw.ts'
import { toDeviceType, toOrientation } from '../pictures/shape-and-format.ts'
import type { Random } from '../ports.ts'

/**
 * Port: provides images with their details, from an image host such as Cloudinary or from the catalogue (spec §4.3).
 */
export interface ImageHost {
  /** The image host's name. It completes the error message `Failed to fetch wallpapers from …`. */
  name: string
  /**
   * Chooses up to `count` distinct images at random among those that match the query.
   * @throws any error, because the route replaces its message
   */
  select(query: HostedQuery): Promise<HostedWallpaper[]>
}

export const selectHosted = (
  images: readonly HostedWallpaper[],
  query: HostedQuery,
  random: Random,
): HostedWallpaper[] => {
  const qualifying = images.filter(
    (image) => hasTag(image, query.tag) && hasResolution(image, query.resolution),
  )
  return sampleDistinct(qualifying.length, query.count, random).flatMap(
    (at) => qualifying[at] ?? [],
  )
}

// An image matches the tag `desktop` or `mobile` only if it has the tag and also the corresponding shape, landscape
// or portrait.
const hasTag = ({ tags, width, height }: HostedWallpaper, tag: HostedQuery['tag']) =>
  tag === undefined || (tags.includes(tag) && toDeviceType(toOrientation(width, height)) === tag)

const hasResolution = (
  size: Pick<HostedWallpaper, 'width' | 'height'>,
  resolution: HostedQuery['resolution'],
): boolean => {
  if (resolution === undefined) return true
  const minimum = resolutions[resolution]
  return size.width >= minimum.width && size.height >= minimum.height
}
