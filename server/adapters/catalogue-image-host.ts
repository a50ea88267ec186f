import type { Catalogue } from '../catalogue/catalogue.ts'
import type { MaybePromise } from '../catalogue/maybe-promise.ts'
import type { Random } from '../catalogue/random.ts'
import { sampleDistinct } from '../catalogue/sample.ts'
import type { WallpaperUrls } from '../catalogue/wallpaper-urls.ts'
import type { ImageHost } from '../hosted/image-host.ts'
import { isSized, type SizedWallpaper, toHosted } from '../hosted/to-hosted.ts'

interface Snapshot {
  readonly catalogue: Catalogue
  readonly urls: WallpaperUrls
}

export interface CatalogueImageHostOptions {
  current(): MaybePromise<Snapshot>
  readonly random: Random
}

/** The catalogue's own wallpapers as an image host; those of unknown size are left out. */
export const createCatalogueImageHost = ({
  current,
  random,
}: CatalogueImageHostOptions): ImageHost => {
  return {
    name: 'the catalogue',
    select: async ({ tag, resolution, count }) => {
      const snapshot = await current()
      const pool = snapshot.catalogue.poolBySize({ tag, resolution })
      return sampleDistinct(pool.size, count, random)
        .map((position) => snapshot.catalogue.at(pool.rowAt(position)))
        .filter(isSized)
        .map((wallpaper) => toRecord(wallpaper, snapshot))
    },
  }
}

const toRecord = (wallpaper: SizedWallpaper, { urls }: Snapshot) =>
  toHosted(
    wallpaper,
    urls,
    // Where nobody can cut it to the size of the spec, it has a preview of its own.
    urls.haveSizes ? `${urls.image(wallpaper)}?w=600&h=400&fit=cover` : urls.preview(wallpaper),
  )
