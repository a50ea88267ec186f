import { join } from 'node:path'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import type { SnapshotState } from '../catalogue/snapshot-store.ts'
import type { Config } from '../config/config.ts'
import { createCatalogueImageHost } from '../hosted/catalogue-image-host.ts'
import type { ImageHost } from '../hosted/image-host.ts'
import type { Log } from '../ports.ts'

interface ImageHostDeps {
  /** Absolute path of the data folder. */
  dataDir: string
  current: CurrentSnapshot
  log: Log
}

export interface ComposedImageHost {
  imageHost: ImageHost
  /** What the host reads by itself, by name. */
  sources: () => Readonly<Record<string, SnapshotState>>
  start: () => void
  stop: () => void
}

/** Chooses where hosted images come from: Cloudinary when it is set, else the catalogue. */
export const composeImageHost = async (
  { cloudinary }: Pick<Config, 'cloudinary'>,
  { dataDir, current, log }: ImageHostDeps,
): Promise<ComposedImageHost> => {
  if (cloudinary === undefined) {
    const imageHost = createCatalogueImageHost({ current, random: Math.random })
    return { imageHost, sources: () => ({}), start: () => undefined, stop: () => undefined }
  }
  // The SDK reads the environment when it is loaded: after .env, and only if it is wanted.
  const { createCloudinaryImageHost } = await import('../adapters/cloudinary/image-host.ts')
  const host = createCloudinaryImageHost({
    account: cloudinary.account,
    refreshMs: cloudinary.refreshSeconds * 1000,
    snapshotsDir: join(dataDir, 'snapshots'),
    log,
    random: Math.random,
  })
  return { imageHost: host, sources: host.sources, start: () => void host.start(), stop: host.stop }
}
