import type { Random } from '../../../shared/catalogue/draw.ts'
import { drawRows } from '../../../shared/catalogue/select.ts'
import {
  toDeviceType,
  toFileFormat,
  toOrientation,
} from '../../../shared/catalogue/shape-and-format.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import { toColorNames } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { HostedQuery, HostedWallpaper } from '../../../shared/hosted-api.ts'
import type { CatalogueSnapshot } from '../../catalogue/catalogue-store.ts'
import { findColorHex } from '../../catalogue/css-colors.ts'
import { type MaybePromise, whenKnown } from '../../catalogue/snapshot-store.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'

/**
 * Port: provides images with their details, from an image host such as Cloudinary or from the catalogue.
 */
export interface ImageHost {
  /** The image host's name. It completes the error message `Failed to fetch wallpapers from …`. */
  name: string
  /**
   * Chooses up to `count` distinct images at random among those that match the query.
   * @throws any error, because the route replaces its message
   */
  select(query: HostedQuery): MaybePromise<HostedWallpaper[]>
}

type Snapshot = Pick<CatalogueSnapshot, 'catalogue' | 'urls'>

export const createCatalogueImageHost = ({
  current,
  random,
}: {
  current: () => MaybePromise<Snapshot>
  random: Random
}): ImageHost => {
  const read = createReader()
  return {
    name: 'the catalogue',
    select: ({ count, ...filters }) =>
      whenKnown(current(), (snapshot) => {
        const pool = snapshot.catalogue.poolBySize(filters)
        return drawRows(snapshot.catalogue, pool, { count, exclude: [], random })
          .map((row) => read(snapshot, row))
          .filter((record) => record !== undefined)
      }),
  }
}

// Caches the records of wallpapers that the catalogue caches, because making one takes as long as the rest of a request.
const createReader = () => {
  const known = new WeakMap<Wallpaper, HostedWallpaper>()
  return (snapshot: Snapshot, row: number) => {
    const wallpaper = snapshot.catalogue.at(row)
    if (!isSized(wallpaper)) return undefined
    const before = known.get(wallpaper)
    // The preview URL contains the version of the picture, which may become known later than the rest.
    const preview = toPreview(wallpaper, snapshot)
    if (before?.preview_url === preview) return before
    const record = toHostedRecord(wallpaper, snapshot.urls, preview)
    known.set(wallpaper, record)
    return record
  }
}

// If no server can resize the picture to the documented 600 × 400 pixels, the catalogue's preview is used.
const toPreview = (wallpaper: Wallpaper, { urls }: Snapshot) =>
  urls.haveSizes(wallpaper)
    ? `${urls.image(wallpaper)}?w=600&h=400&fit=cover`
    : urls.preview(wallpaper)

type SizedWallpaper = Wallpaper & { width: number; height: number }

const isSized = (wallpaper: Wallpaper): wallpaper is SizedWallpaper =>
  wallpaper.width !== undefined && wallpaper.height !== undefined

// Describes a wallpaper as `/api/random-wallpapers` returns it.
const toHostedRecord = (
  wallpaper: SizedWallpaper,
  urls: WallpaperUrls,
  previewUrl: string,
): HostedWallpaper => ({
  public_id: wallpaper.id,
  name: wallpaper.id.slice(wallpaper.id.lastIndexOf('/') + 1),
  width: wallpaper.width,
  height: wallpaper.height,
  format: toFileFormat(wallpaper.mainFile),
  created_at: wallpaper.createdAt ?? '1970-01-01T00:00:00.000Z',
  tags: toTags(wallpaper),
  colors: toHexColors(wallpaper),
  preview_url: previewUrl,
  download_url: urls.full(wallpaper),
})

const toTags = ({ width, height, category, tags }: SizedWallpaper): string[] => {
  const type = toDeviceType(toOrientation(width, height)) ?? ''
  return [...new Set([type, category, ...tags])].filter((tag) => tag !== '')
}

const toHexColors = (wallpaper: Wallpaper): string[] => {
  if (wallpaper.palette.length > 0) return [...wallpaper.palette]
  const known = toColorNames(wallpaper).map(findColorHex)
  return [...new Set(known.filter((hex) => hex !== undefined))]
}
