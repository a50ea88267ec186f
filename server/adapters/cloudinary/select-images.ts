import { type Random, sampleDistinct } from '../../../shared/catalogue/draw.ts'
import { toDeviceType, toOrientation } from '../../../shared/catalogue/shape-and-format.ts'
import { isAtLeast } from '../../../shared/filter-rules.ts'
import { resolutions } from '../../../shared/filter-values.ts'
import { createComparison, type FilteredPicture, toTags } from '../../../shared/filters.ts'
import type { HostedQuery, HostedWallpaper } from '../../../shared/hosted-api.ts'
import { findColorHex } from '../../catalogue/css-colors.ts'

export const selectImages = (
  images: readonly HostedWallpaper[],
  query: HostedQuery,
  random: Random,
): HostedWallpaper[] => {
  const { tag, resolution, category, color, ...filters } = query
  // An image host knows no categories and no names of colors. An image has the category that is one of its tags, and
  // the named color that is near one of its colors.
  const compare = createComparison({
    ...filters,
    category,
    color: color?.map((each) => each.replace(/[^-].*/, (name) => findColorHex(name) ?? name)),
  })
  const qualifying = images.filter(
    (image) =>
      hasTag(image, tag) &&
      (resolution === undefined || isAtLeast(image, resolutions[resolution])) &&
      compare(toFiltered(image)),
  )
  return sampleDistinct(qualifying.length, query.count, random).flatMap(
    (at) => qualifying[at] ?? [],
  )
}

// An image matches the tag `desktop` or `mobile` only if it has the tag and also the corresponding shape, landscape
// or portrait.
const hasTag = ({ tags, width, height }: HostedWallpaper, tag: HostedQuery['tag']) =>
  tag === undefined || (tags.includes(tag) && toDeviceType(toOrientation(width, height)) === tag)

const toFiltered = ({ tags, colors, width, height }: HostedWallpaper): FilteredPicture => ({
  type: undefined,
  categories: toTags(tags),
  colors: [],
  palette: colors,
  width,
  height,
  luminance: undefined,
  tags: undefined,
  isFree: undefined,
  source: undefined,
  takenOn: undefined,
})
