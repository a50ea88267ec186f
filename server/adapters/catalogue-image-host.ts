import type { HostedWallpaper } from '../../shared/hosted-api.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { sampleDistinct } from '../catalogue/draw.ts'
import type { MaybePromise } from '../catalogue/snapshot-store.ts'
import type { Wallpaper } from '../catalogue/wallpaper.ts'
import type { WallpaperUrls } from '../catalogue/wallpaper-urls.ts'
import type { ImageHost } from '../hosted/image-host.ts'
import { isSized, type SizedWallpaper, toHosted } from '../hosted/to-hosted.ts'
import type { Random } from '../ports.ts'

interface Snapshot {
  catalogue: Catalogue
  urls: WallpaperUrls
}

export interface CatalogueImageHostOptions {
  current(): MaybePromise<Snapshot>
  random: Random
}

/** The catalogue's own wallpapers as an image host; those of unknown size are left out. */
export const createCatalogueImageHost = ({
  current,
  random,
}: CatalogueImageHostOptions): ImageHost => {
  const read = createReader()
  return {
    name: 'the catalogue',
    select: async ({ tag, resolution, count }) => {
      const snapshot = await current()
      const pool = snapshot.catalogue.poolBySize({ tag, resolution })
      return sampleDistinct(pool.size, count, random)
        .map((position) => read(snapshot, pool.rowAt(position)))
        .filter((known) => known !== undefined)
        .map(({ wallpaper, record }) => ({
          ...record,
          preview_url: toPreview(wallpaper, snapshot),
        }))
    },
  }
}

/** To read a row takes longer than everything else that an answer needs; each takes about 2 kB. */
const mostKnown = 10_000

/** Rows that were read for an earlier request of the same catalogue. */
const createReader = () => {
  let known = new Map<number, KnownRow | undefined>()
  let of: Catalogue | undefined
  return (snapshot: Snapshot, row: number) => {
    if (of !== snapshot.catalogue || known.size >= mostKnown) known = new Map()
    of = snapshot.catalogue
    if (known.has(row)) return known.get(row)
    const wallpaper = of.at(row)
    const found = isSized(wallpaper) ? toKnown(wallpaper, snapshot) : undefined
    known.set(row, found)
    return found
  }
}

interface KnownRow {
  wallpaper: Wallpaper
  record: HostedWallpaper
}

const toKnown = (wallpaper: SizedWallpaper, snapshot: Snapshot): KnownRow => ({
  wallpaper,
  record: toHosted(wallpaper, snapshot.urls, toPreview(wallpaper, snapshot)),
})

/** Another one as soon as the version of the picture is known. */
const toPreview = (wallpaper: Wallpaper, { urls }: Snapshot) =>
  // Where nobody can cut it to the size of the spec, it has a preview of its own.
  urls.haveSizes ? `${urls.image(wallpaper)}?w=600&h=400&fit=cover` : urls.preview(wallpaper)
