import type { HostedWallpaper } from '../../../shared/hosted-api.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import { createShrinkGuard } from '../../catalogue/shrink-guard.ts'
import {
  createSnapshotStore,
  type SnapshotState,
  type SnapshotStore,
} from '../../catalogue/snapshot-store.ts'
import type { CloudinaryConfig } from '../../config/cloudinary-settings.ts'
import type { ImageHost } from '../../hosted/image-host.ts'
import { selectHosted } from '../../hosted/select-hosted.ts'
import type { Log, Random } from '../../ports.ts'
import { systemTiming } from '../system-timing.ts'
import { type CloudinaryApiOptions, createCloudinaryApi } from './api.ts'
import { toCandidatesInTurns } from './candidates.ts'
import { createKeptImages } from './kept-images.ts'
import { createCloudinaryUrls } from './urls.ts'

export interface CloudinaryImageHostOptions extends CloudinaryApiOptions {
  account: CloudinaryConfig
  /** Where the last good lists are kept for the next start. */
  keptDir: string
  refreshMs: number
  log: Log
  random: Random
}

export interface CloudinaryImageHost extends ImageHost {
  /** The state of each list by the name of the source. */
  sources: () => Readonly<Record<string, SnapshotState>>
  /** Begins to read in the background; settles when there is something to serve, or nothing to be had. */
  start(): Promise<void>
  stop(): void
}

/**
 * Images at Cloudinary. The candidates of each tag are a list of their own: the first 500 of an account
 * need not hold the first 500 with a tag, and one list that fails does not cost the others.
 */
export const createCloudinaryImageHost = (
  options: CloudinaryImageHostOptions,
): CloudinaryImageHost => {
  const stores = {
    all: createListStore(options, undefined),
    desktop: createListStore(options, 'desktop'),
    mobile: createListStore(options, 'mobile'),
  }
  return {
    name: 'Cloudinary',
    select: async (query) =>
      selectHosted(await stores[query.tag ?? 'all'].current(), query, options.random),
    sources: () => ({
      cloudinary: stores.all.state(),
      'cloudinary-desktop': stores.desktop.state(),
      'cloudinary-mobile': stores.mobile.state(),
    }),
    start: async () => {
      await Promise.all(Object.values(stores).map((store) => store.start()))
    },
    stop: () => {
      for (const store of Object.values(stores)) store.stop()
    },
  }
}

const createListStore = (
  options: CloudinaryImageHostOptions,
  tag: DeviceType | undefined,
): SnapshotStore<readonly HostedWallpaper[]> => {
  const { account, keptDir, refreshMs, log, random, clock = Date.now } = options
  const api = createCloudinaryApi(options)
  const urls = createCloudinaryUrls(account)
  const { apiUrl, cloudName, imagesDomain = '' } = account
  const of = [apiUrl, cloudName, imagesDomain, tag ?? 'all']
  const kept = createKeptImages({ folder: keptDir, name: 'cloudinary', of, clock })
  const name = `Cloudinary list of ${tag ?? 'all'} images`
  const guard = createShrinkGuard({ name: `The ${name}`, code: 'IMAGE_HOST_UNAVAILABLE', clock })
  let lastSkipped = 0
  return createSnapshotStore<readonly HostedWallpaper[]>({
    name,
    refreshMs,
    log,
    ...systemTiming,
    clock,
    random,
    ...kept,
    read: async (previous, signal) => {
      const { images, skipped } = await toCandidatesInTurns(await api.list(tag, signal), urls)
      if (skipped !== lastSkipped)
        log.warn({ skipped, tag }, `The ${name} has ${skipped} that cannot be used`)
      lastSkipped = skipped
      guard.accept(images.length, previous?.length)
      return images
    },
  })
}
