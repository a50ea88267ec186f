/** Two replicas behind the balancer, with PostgreSQL, Redis and emulated services. */
import { join } from 'node:path'
import { startCloud } from '../../../tools/cloud/start-cloud.ts'
import { findFreePort } from '../../tools/servers/sockets.ts'
import { startPostgres } from '../../tools/servers/start-postgres.ts'
import { type RunningRedis, startRedis } from '../../tools/servers/start-redis.ts'
import { type RunningServer, startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { startHaproxy } from './start-haproxy.ts'

/** A server process that can be killed and restarted. Its address stays the same. */
export interface Replica {
  url: string
  metricsUrl: string
  server(): RunningServer
  start(): Promise<void>
}

export type System = Awaited<ReturnType<typeof startSystem>>

const sample = join(import.meta.dirname, '../../../server/sample')

export const startSystem = async () => {
  const dir = await makeTempDir('load')
  const [postgres, firstRedis, cloud] = await Promise.all([
    startPostgres(),
    startRedis(),
    startCloud(),
  ])
  let redis: RunningRedis = firstRedis
  const redisPort = Number(new URL(redis.url).port)
  const { WALLPAPERS_BASE_URL, ...upstreams } = cloud.env
  const postgresUrl = postgres.createDatabase()
  const env = {
    ...upstreams,
    GITHUB_REFRESH_SECONDS: '1',
    CLOUDINARY_REFRESH_SECONDS: '1',
    WALLPAPERS_DIR: sample,
    DATABASE_URL: postgresUrl,
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT: '1000000/second',
    DRAIN_SECONDS: '3',
    PUBLIC_URL: 'http://fresco.test',
    LOG_LEVEL: 'warn',
  }
  const open = (name: string, own: Record<string, string> = {}) =>
    openReplica({ ...env, ...own, DATA_DIR: join(dir, name) })
  // Both replicas start at the same moment, to test that they can create the database tables
  // concurrently.
  const replicas = await Promise.all([
    open('one', { NODE_OPTIONS: '--inspect=127.0.0.1:0' }),
    open('two'),
  ])
  const balancer = await startHaproxy([replicas[0].url, replicas[1].url])
  return {
    url: balancer.url,
    steady: replicas[0],
    killed: replicas[1],
    github: cloud.github,
    cloudinary: cloud.cloudinary,
    postgresUrl,
    redisUrl: redis.url,
    balancerLog: balancer.log,
    restartPostgres: postgres.restart,
    restartRedis: async () => {
      await redis.stop()
      redis = await startRedis(redisPort)
    },
    stop: async () => {
      await balancer.stop()
      await Promise.all(replicas.map(({ server }) => server().stop()))
      await Promise.all([postgres.stop(), redis.stop(), cloud.stop()])
      await removeDir(dir)
    },
  }
}

const openReplica = async (env: Record<string, string>): Promise<Replica> => {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const start = () =>
    startServer({ env: { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) } })
  let server = await start()
  return {
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    server: () => server,
    start: async () => {
      server = await start()
    },
  }
}
