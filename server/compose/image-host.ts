import { join } from 'node:path'
import type { CurrentSnapshot } from '../catalogue/catalogue-store.ts'
import type { Config } from '../config/config.ts'
import { createCatalogueImageHost } from '../hosted/catalogue-image-host.ts'
import type { Log } from '../ports.ts'

interface ImageHostDeps {
  dataDir: string
  current: CurrentSnapshot
  log: Log
}

export const composeImageHost = async (
  { cloudinary }: Pick<Config, 'cloudinary'>,
  { dataDir, current, log }: ImageHostDeps,
) => {
  if (cloudinary === undefined) {
    const imageHost = createCatalogueImageHost({ current, random: Math.random })
    return { imageHost, sources: () => ({}), start: () => undefined, stop: () => undefined }
  }
  // Cloudinary's SDK reads environment variables while it loads, so it is loaded after the .env file was read.
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
