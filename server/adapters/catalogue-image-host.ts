import { type HostedQuery, type Resolution, resolutions } from '../../shared/hosted-api.ts'
import type { DeviceType } from '../../shared/wallpaper.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { toDeviceType, toOrientation } from '../catalogue/device-type.ts'
import type { Random } from '../catalogue/random.ts'
import { sampleDistinct } from '../catalogue/sample.ts'
import type { WallpaperUrls } from '../catalogue/wallpaper-urls.ts'
import type { ImageHost } from '../hosted/image-host.ts'
import { hasResolution } from '../hosted/select-hosted.ts'
import { isSized, type SizedWallpaper, toHosted } from '../hosted/to-hosted.ts'

interface Snapshot {
  readonly catalogue: Catalogue
  readonly urls: WallpaperUrls
}

export interface CatalogueImageHostOptions {
  current(): Promise<Snapshot>
  readonly random: Random
}

/** The catalogue's own wallpapers as an image host; those of unknown size are left out. */
export const createCatalogueImageHost = ({
  current,
  random,
}: CatalogueImageHostOptions): ImageHost => {
  const shelvesOf = new WeakMap<Catalogue, Shelves>()
  const getShelves = (catalogue: Catalogue): Shelves => {
    const shelves = shelvesOf.get(catalogue) ?? createShelves(catalogue)
    shelvesOf.set(catalogue, shelves)
    return shelves
  }
  return {
    name: 'the catalogue',
    select: async ({ tag, resolution, count }) => {
      const snapshot = await current()
      const shelf = getShelves(snapshot.catalogue)[tag ?? 'any']
      const positions = sampleDistinct(shelf.countAtLeast(resolution), count, random)
      return positions.map((position) => toRecord(shelf.wallpapers[position]!, snapshot))
    },
  }
}

const toRecord = (wallpaper: SizedWallpaper, { catalogue, urls }: Snapshot) =>
  toHosted(
    wallpaper,
    urls,
    // Files elsewhere have a preview of their own there; ours are cut to the size of the spec.
    catalogue.filesUrl === undefined
      ? `${urls.image(wallpaper)}?w=600&h=400&fit=cover`
      : urls.preview(wallpaper),
  )

/** Wallpapers by falling resolution level: those of at least a level are the first so many. */
interface Shelf {
  readonly wallpapers: readonly SizedWallpaper[]
  countAtLeast(resolution: HostedQuery['resolution']): number
}
type Shelves = Readonly<Record<DeviceType | 'any', Shelf>>

const createShelves = ({ wallpapers }: Catalogue): Shelves => {
  const sized = wallpapers.filter(isSized)
  const ofType = (type: DeviceType) =>
    sized.filter(({ width, height }) => toDeviceType(toOrientation(width, height)) === type)
  return {
    any: createShelf(sized),
    desktop: createShelf(ofType('desktop')),
    mobile: createShelf(ofType('mobile')),
  }
}

const levels = (Object.keys(resolutions) as Resolution[]).sort(
  (a, b) => resolutions[b].width - resolutions[a].width,
)

const createShelf = (wallpapers: readonly SizedWallpaper[]): Shelf => {
  const counts = new Map<Resolution, number>()
  let sorted: readonly SizedWallpaper[] = []
  let rest = wallpapers
  for (const level of levels) {
    sorted = sorted.concat(rest.filter((each) => hasResolution(each, level)))
    rest = rest.filter((each) => !hasResolution(each, level))
    counts.set(level, sorted.length)
  }
  const all = sorted.concat(rest)
  return {
    wallpapers: all,
    countAtLeast: (resolution) =>
      resolution === undefined ? all.length : (counts.get(resolution) ?? 0),
  }
}
