import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { encodePath } from '../../shared/ids.ts'
import { removeDrafts } from '../adapters/disk/atomic-files.ts'
import { answerRefreshRequests } from '../adapters/disk/refresh-requests.ts'
import { isInside } from '../adapters/folder/files.ts'
import { createClientRequestLimit } from '../adapters/redis/limits.ts'
import { createSharpCollages } from '../adapters/sharp/collages.ts'
import { createPictureWork } from '../adapters/sharp/picture-work.ts'
import { createSharpRenditions } from '../adapters/sharp/renditions.ts'
import { createApp } from '../app.ts'
import { createCatalogueFiles } from '../catalogue/source.ts'
import type { Config, Settings } from '../config/config.ts'
import { createHotPictures } from '../http/answers/hot-pictures.ts'
import type { OriginalFacts } from '../http/answers/send-picture.ts'
import { createMetricsApp } from '../http/health/health-routes.ts'
import { createClientAddress } from '../http/requests/client-address.ts'
import { createSite } from '../http/site.ts'
import type { Log } from '../ports.ts'
import { requireFolders, requireWritable } from '../process/require-folders.ts'
import { openSource } from '../sources/open-source.ts'
import { createStoredSources } from '../sources/pulled/stored-sources.ts'
import { composeAccounts } from './accounts.ts'
import { openAccountsStorage } from './accounts-storage.ts'
import { composeRedis } from './redis.ts'

/** Finds a file in the folders that a proxy can read, by the locations under which the proxy has them. */
const findInFolders = (folders: Settings['X_ACCEL_REDIRECT']) => (path: string) => {
  const found = folders.find(({ folder }) => isInside(folder, path))
  return found && found.location + encodePath(path.slice(found.folder.length))
}

const collagesMaxBytes = 100_000_000

export const compose = async (config: Config, publicUrl: string, log: Log) => {
  const { values } = config
  const dataDir = resolve(config.dataDir)
  requireFolders(values)
  requireWritable(dataDir)
  const redis = await composeRedis(values.REDIS_URL, log)
  const work = createPictureWork({ memoryBytes: values.PICTURE_MEMORY_MB * 1e6 })
  const imageHost = await openCloudinary(values, dataDir, log)
  const storage = config.accounts.clerk ? undefined : await openAccountsStorage(config, log)
  const catalogue = await openSource(config, {
    stored: storage && createStoredSources(storage.run),
    findImage: imageHost?.find,
    dataDir,
    publicUrl,
    announcements: redis?.announcements,
    work,
    log,
  })
  const { files, remoteFiles, versions, publicPictures, reread } = catalogue
  // A worker thread reads the catalogue while this thread loads the other parts. The server starts faster.
  const started = catalogue.start()
  const accounts = await composeAccounts(config, { publicUrl, log, redis, storage })
  const hot = createHotPictures<OriginalFacts | undefined>(values.HOT_PICTURES_MB * 1e6)
  const renditions = createSharpRenditions({
    dir: join(dataDir, 'renditions'),
    maxBytes: values.RENDITIONS_MAX_MB * 1e6,
    work,
    versionOf: versions.read,
    isInMemory: hot.has,
    log,
  })
  const sources = () => ({
    ...catalogue.pulledStates(),
    catalogue: catalogue.state(),
    ...imageHost?.sources(),
  })
  // Loading the package prom-client takes 5% of the server's start time, so it is loaded only if METRICS_PORT is set.
  const metrics =
    values.METRICS_PORT === undefined
      ? undefined
      : (await import('../adapters/prometheus-metrics.ts')).createPrometheusMetrics({
          sources,
          checkHealth: accounts.check,
          renditions: work.state,
          favoritesWaiting: accounts.favorites.waiting,
        })
  const clientAddress = createClientAddress(config.trustedProxies)
  const stopping = new AbortController()
  const { signal } = stopping
  const health = { sources, checkAccounts: accounts.check, isStopping: () => signal.aborted }
  const app = createApp({
    snapshot: catalogue.current,
    pictures: {
      files: createCatalogueFiles({ current: catalogue.current, files }),
      remoteFiles,
      renditions,
      versions,
      publicPictures,
      hot,
      findAtProxy: findInFolders(values.X_ACCEL_REDIRECT),
      collages: createSharpCollages({
        dir: join(dataDir, 'collages'),
        maxBytes: collagesMaxBytes,
        renditions,
        log,
      }),
    },
    imageHost,
    site: createSite(publicUrl, undefined, { name: values.SITE_NAME, isPrivate: config.isPrivate }),
    instance: { name: values.SITE_NAME, version: packageJson.version, ...accounts.instance },
    accounts,
    reread,
    ownSources: catalogue.ownSources,
    health,
    rateLimit: values.RATE_LIMIT && {
      limit: createClientRequestLimit({ allowance: values.RATE_LIMIT, redis: redis?.client }),
      clientAddress,
    },
    settings: {
      extensionUrls: config.extensionUrls,
      timeZone: values.TZ,
      tabDir: fileURLToPath(new URL('../../dist/tab', import.meta.url)),
      logsRequests: config.logsRequests,
      development: config.development,
    },
    random: Math.random,
    log,
  })
  let saved: Promise<void> | undefined
  return {
    app,
    metrics,
    metricsApp: metrics && createMetricsApp(metrics, health),
    start: () => {
      for (const folder of ['snapshots', 'pictures', 'sources', 'sources/.measured'])
        void removeDrafts(join(dataDir, folder))
      void imageHost?.start()
      void answerRefreshRequests(dataDir, reread, signal)
      return started
    },
    pause: () => {
      stopping.abort()
      imageHost?.stop()
      saved = catalogue.stop()
    },
    stop: async () => {
      await saved
      redis?.client.destroy()
      await accounts.close()
    },
  }
}

const openCloudinary = async (
  { CLOUDINARY_URL: account, CLOUDINARY_REFRESH_SECONDS: refreshSeconds }: Settings,
  dataDir: string,
  log: Log,
) => {
  if (account === undefined) return undefined
  // Cloudinary's SDK reads environment variables while it loads, so it is loaded after the .env file was read.
  const { createCloudinaryImageHost } = await import('../adapters/cloudinary/image-host.ts')
  return createCloudinaryImageHost({
    account,
    refreshMs: refreshSeconds * 1000,
    snapshotsDir: join(dataDir, 'snapshots'),
    log,
    random: Math.random,
  })
}
