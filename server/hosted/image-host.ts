import { resolutions } from '../../shared/filter-values.ts'
import type { HostedQuery, HostedWallpaper } from '../../shared/hosted-api.ts'
import { sampleDistinct } from '../catalogue/draw.ts'
import { toDeviceType, toOrientation } from '../pictures/shape-and-format.ts'
import type { Random } from '../ports.ts'

/** Port: provides images with details, from an image host or from the catalogue (spec §4.3). */
export interface ImageHost {
  /** Completes the sentence `Failed to fetch wallpapers from …`. */
  name: string
  /**
   * Chooses up to `count` distinct images at random among those that match the query.
   * @throws any error; the route has its own text for callers
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

// The picture must have the tag and also the shape that goes with the tag.
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
