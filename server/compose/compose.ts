import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { removeDrafts } from '../adapters/disk/atomic-files.ts'
import type { createPrometheusMetrics } from '../adapters/prometheus-metrics.ts'
import { createClientRequestLimit } from '../adapters/redis/limits.ts'
import { createSharpCollages } from '../adapters/sharp/collages.ts'
import { createSharpRenditions } from '../adapters/sharp/renditions.ts'
import { createApp } from '../app.ts'
import { createCatalogueFiles } from '../catalogue/source.ts'
import type { Config } from '../config/config.ts'
import { requireFolder, requireWritable } from '../config/folder-settings.ts'
import { createMetricsApp } from '../http/health/health-routes.ts'
import { createClientAddress } from '../http/requests/client-address.ts'
import type { Log } from '../ports.ts'
import { composeAccounts } from './accounts.ts'
import { composeCatalogue } from './catalogue.ts'
import { composeImageHost } from './image-host.ts'
import { composeRedis } from './redis.ts'

const collagesMaxBytes = 100_000_000

/** Chooses an adapter for every port by the configuration, and builds the app from them. */
export const compose = async (config: Config, publicUrl: string, log: Log) => {
  const dataDir = resolve(config.dataDir)
  requireFolder(config.folder.path)
  requireWritable(dataDir)
  const redis = await composeRedis(config, log)
  const { catalogue, files, versions, ...source } = composeCatalogue(config, {
    dataDir,
    publicUrl,
    announcements: redis?.announcements,
    log,
  })
  // A thread of its own reads the catalogue while this one loads the rest of the server.
  const started = source.start()
  const hosted = await composeImageHost(config, { dataDir, current: catalogue.current, log })
  const accounts = await composeAccounts(config, publicUrl, log, { redis })
  const renditions = createSharpRenditions({
    cacheDir: join(dataDir, 'renditions'),
    maxBytes: config.renditionsMaxMb * 1e6,
    log,
  })
  const sources = () => ({ catalogue: catalogue.state(), ...hosted.sources() })
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await composeMetrics({
          sources,
          checkHealth: accounts.check,
          renditions: renditions.queue,
          favoritesWaiting: accounts.favorites.waiting,
        })
  let isStopping = false
  const app = createApp({
    snapshot: catalogue.current,
    files: createCatalogueFiles({ current: catalogue.current, files }),
    renditions,
    versions,
    collages: createSharpCollages({
      cacheDir: join(dataDir, 'collages'),
      maxBytes: collagesMaxBytes,
      renditions,
      log,
    }),
    imageHost: hosted.imageHost,
    instance: { name: 'Fresco', version: packageJson.version, ...accounts.instance },
    accounts,
    sources,
    isStopping: () => isStopping,
    rateLimit: config.rateLimit && {
      limit: createClientRequestLimit({ allowance: config.rateLimit, redis: redis?.client }),
      clientAddress: createClientAddress(config.trustedProxies),
    },
    extensionUrls: config.extensionUrls,
    random: Math.random,
    publicUrl,
    log,
    development: config.development,
  })
  return {
    app,
    metrics,
    /** `undefined`: nobody asked for metrics. */
    metricsApp: metrics && createMetricsApp(metrics),
    start: () => {
      for (const folder of ['snapshots', 'pictures']) void removeDrafts(join(dataDir, folder))
      hosted.start()
      return started
    },
    pause: () => {
      isStopping = true
      hosted.stop()
      catalogue.stop()
    },
    stop: async () => {
      redis?.client.destroy()
      await accounts.close()
    },
  }
}

/** Loaded for those who ask for it: it takes a twentieth of the start. */
const composeMetrics = async (deps: Parameters<CreateMetrics>[0]) => {
  const { createPrometheusMetrics } = await import('../adapters/prometheus-metrics.ts')
  return createPrometheusMetrics(deps)
}
type CreateMetrics = typeof createPrometheusMetrics
