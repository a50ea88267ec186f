import type { Random } from '../../../shared/catalogue/draw.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { HostedQuery, HostedWallpaper } from '../../../shared/hosted-api.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { createShrinkGuard } from '../../catalogue/shrink-guard.ts'
import { createSnapshotStore } from '../../catalogue/snapshot-store.ts'
import type { Log } from '../../ports.ts'
import { createStoredImages } from '../disk/snapshots.ts'
import { systemTiming } from '../system-timing.ts'
import { type CloudinaryApiOptions, createCloudinaryApi } from './api.ts'
import { createCloudinaryUrls, toCandidates, toHostedWallpaper } from './candidates.ts'
import { selectImages } from './select-images.ts'

export interface CloudinaryImageHostOptions extends CloudinaryApiOptions {
  snapshotsDir: string
  refreshMs: number
  log: Log
  random: Random
}

/**
 * Keeps three image lists of a Cloudinary account: all, `desktop` and `mobile`. A list has at most 500 images, so
 * the list of all images may lack some that have a tag.
 */
export const createCloudinaryImageHost = (options: CloudinaryImageHostOptions) => {
  const stores = {
    all: createListStore(options, undefined),
    desktop: createListStore(options, 'desktop'),
    mobile: createListStore(options, 'mobile'),
  }
  return {
    name: 'Cloudinary',
    find: createFinder(Object.values(stores)),
    select: async (query: HostedQuery) =>
      selectImages(await stores[query.tag ?? 'all'].current(), query, options.random),
    sources: () => ({
      cloudinary: stores.all.state(),
      'cloudinary-desktop': stores.desktop.state(),
      'cloudinary-mobile': stores.mobile.state(),
    }),
    start: async () => {
      await Promise.all(Object.values(stores).map((store) => store.start()))
    },
    stop: () => {
      for (const store of Object.values(stores)) void store.stop()
    },
  }
}

type ListStore = ReturnType<typeof createListStore>

// A list that has not been loaded yet counts as empty, because a page must not wait for Cloudinary. Without the maps, a
// thousand favorites that are in no list would take ten seconds.
const createFinder = (stores: readonly ListStore[]) => {
  const maps = new WeakMap<readonly HostedWallpaper[], ReadonlyMap<string, HostedWallpaper>>()
  const toMap = (images: readonly HostedWallpaper[]) => {
    const byId =
      maps.get(images) ?? new Map(images.map((image) => [image.public_id.normalize('NFC'), image]))
    maps.set(images, byId)
    return byId
  }
  return (id: string): Wallpaper | undefined => {
    for (const store of stores) {
      const images = store.state().ready ? store.current() : []
      const found = images instanceof Promise ? undefined : toMap(images).get(id.normalize('NFC'))
      if (found !== undefined) return toHostedWallpaper(found)
    }
    return undefined
  }
}

const createListStore = (options: CloudinaryImageHostOptions, tag: DeviceType | undefined) => {
  const { account, snapshotsDir, refreshMs, log, random, clock = Date.now } = options
  const api = createCloudinaryApi(options)
  const urls = createCloudinaryUrls(account)
  const { apiUrl, cloudName, imagesDomain = '' } = account
  const settings = [apiUrl, cloudName, imagesDomain, tag ?? 'all']
  const stored = createStoredImages({ folder: snapshotsDir, name: 'cloudinary', settings, clock })
  const name = `Cloudinary list of ${tag ?? 'all'} images`
  const guard = createShrinkGuard({ name: `The ${name}`, code: 'IMAGE_HOST_UNAVAILABLE', clock })
  let lastSkipped = 0
  return createSnapshotStore<readonly HostedWallpaper[]>({
    name,
    refreshMs,
    log,
    timing: { ...systemTiming, clock, random },
    ...stored,
    read: async (previous, signal) => {
      const { images, skipped } = await toCandidates(await api.list(tag, signal), urls)
      if (skipped !== lastSkipped)
        log.warn(
          { skipped, tag },
          `The ${name} has unusable entries: ${skipped} of ${images.length + skipped}`,
        )
      lastSkipped = skipped
      guard.accept(images.length, previous?.length)
      return images
    },
  })
}
