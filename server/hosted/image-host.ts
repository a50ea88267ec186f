import { type Random, sampleDistinct } from '../../shared/catalogue/draw.ts'
import { toDeviceType, toOrientation } from '../../shared/catalogue/shape-and-format.ts'
import type { HostedPicture, Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { isAtLeast } from '../../shared/filter-rules.ts'
import { resolutions } from '../../shared/filter-values.ts'
import { createComparison, toTags } from '../../shared/filters.ts'
import type { HostedQuery, HostedWallpaper } from '../../shared/hosted-api.ts'
import { toTitle } from '../../shared/title.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { CatalogueSnapshot, CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import { type MaybePromise, whenKnown } from '../catalogue/snapshot-store.ts'
import { findColorHex } from '../pictures/css-colors.ts'

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
  select(query: HostedQuery): MaybePromise<HostedWallpaper[]>
  /** Finds a listed image by its `public_id`. `undefined` if every image is in the catalogue already. */
  find?(id: string): Wallpaper | undefined
}

/**
 * Returns snapshots whose `find` also knows the images of the image host, so that a favorite that was listed by
 * `/api/random-wallpapers` has a page, details and a picture. A wallpaper of the catalogue goes before an image with
 * the same id, and the id of an image goes before the file name of a wallpaper.
 */
export const withHostedImages = (
  current: CurrentSnapshot,
  { find }: ImageHost,
): CurrentSnapshot => {
  if (find === undefined) return current
  const extended = new WeakMap<Catalogue, Catalogue>()
  const extend = (catalogue: Catalogue): Catalogue => {
    const known = extended.get(catalogue)
    if (known !== undefined) return known
    const both: Catalogue = {
      ...catalogue,
      find: (text) => {
        const found = catalogue.find(text)
        return found?.id === text ? found : (find(text) ?? found)
      },
      idOf: (text) => {
        const id = catalogue.idOf(text)
        return id === text ? id : (find(text)?.id ?? id)
      },
    }
    extended.set(catalogue, both)
    return both
  }
  return (): MaybePromise<CatalogueSnapshot> =>
    whenKnown(current(), (snapshot) => ({ ...snapshot, catalogue: extend(snapshot.catalogue) }))
}

export const toWallpaper = (image: HostedWallpaper, hosted: HostedPicture): Wallpaper => ({
  id: image.public_id,
  title: toTitle(image.name) || 'Wallpaper',
  description: '',
  category: '',
  orientation: toOrientation(image.width, image.height),
  width: image.width,
  height: image.height,
  mainFile: `${image.public_id}.${image.format}`,
  cacheFile: '',
  primaryColors: [],
  secondaryColors: [],
  palette: image.colors,
  color: image.colors[0],
  tags: image.tags,
  createdAt: image.created_at,
  hosted,
})

const unknown = { type: undefined, luminance: undefined, tags: undefined, isFree: undefined }

export const selectHosted = (
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
      compare({
        ...image,
        categories: toTags(image.tags),
        colors: [],
        palette: image.colors,
        ...unknown,
      }),
  )
  return sampleDistinct(qualifying.length, query.count, random).flatMap(
    (at) => qualifying[at] ?? [],
  )
}

// An image matches the tag `desktop` or `mobile` only if it has the tag and also the corresponding shape, landscape
// or portrait.
const hasTag = ({ tags, width, height }: HostedWallpaper, tag: HostedQuery['tag']) =>
  tag === undefined || (tags.includes(tag) && toDeviceType(toOrientation(width, height)) === tag)
