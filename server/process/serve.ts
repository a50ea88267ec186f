import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { createPinoLog } from '../adapters/pino-log.ts'
import { limitSharp, openWallpapersOnly } from '../adapters/sharp/open-picture.ts'
import { compose } from '../compose/compose.ts'
import { type Config, ConfigError, parseConfig } from '../config/config.ts'
import { createHttpServer } from '../http/server/http-server.ts'
import { type Observe, observeAnswers, pathOf } from '../http/server/observe-answers.ts'
import { type Answer, currentRequestId, requestIdOf } from '../http/server/request-id.ts'
import type { Log } from '../ports.ts'
import { isEveryAddress, listen } from './listen.ts'
import { shutDownOnSignal } from './shutdown.ts'
import { toWelcome } from './welcome.ts'

const starting = {
  'Retry-After': '1',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
}

/** The address must be known before the app is built: absolute URLs start with it. */
const start = async () => {
  const config = parseConfig(process.env)
  // Node has 4 threads for files, hashes of passwords and pictures, of which pictures take up to 5.
  process.env.UV_THREADPOOL_SIZE ??= '8'
  limitSharp()
  openWallpapersOnly()
  const log = createPinoLog({ level: config.logLevel, fields: nameLine })
  let answer: Answer = () =>
    Response.json({ error: 'Starting: try again in a moment' }, { status: 503, headers: starting })
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const server = createHttpServer((request, env) => answer(request, env), { isSecure })
  const address = await listen(server, config.listen)

  const { app, metrics, metricsApp, start, pause, stop } = await compose(
    config,
    config.publicUrl ?? address,
    log,
  )
  const counting = metrics ? [metrics.observeRequest] : []
  const logging = log.isLevelEnabled('debug') ? [logAnswers(log)] : []
  answer = observeAnswers(app, [...counting, ...logging])
  if (config.publicUrl === undefined && isEveryAddress(config.listen.host))
    log.warn({}, 'HOST is every address: set PUBLIC_URL to the one that people use')
  const metricsServer = metricsApp && createHttpServer(metricsApp.fetch)
  if (metricsServer) await listenForMetrics(metricsServer, config, log)
  shutDownOnSignal({
    servers: metricsServer ? [server, metricsServer] : [server],
    drainMs: config.drainSeconds * 1000,
    pause,
    stop,
    log,
  })
  await start()
  console.log(toWelcome(address))
}

/** Every line that is written for a request has its id. */
const nameLine = () => {
  const requestId = currentRequestId()
  return requestId === undefined ? {} : { requestId }
}

const logAnswers =
  (log: Logger): Observe =>
  ({ method, status, seconds }, request) => {
    const fields = { requestId: requestIdOf(request), method, path: pathOf(request), status }
    log.debug({ ...fields, ms: Math.round(seconds * 1e4) / 10 }, 'Answered')
  }

const listenForMetrics = async (
  server: Server,
  { listen: { host }, metricsPort = 0 }: Config,
  log: Log,
) => {
  const address = await listen(server, { host, port: metricsPort, portSetting: 'METRICS_PORT' })
  log.info({ url: `${address}/metrics` }, 'Metrics are served')
}

try {
  process.loadEnvFile?.()
} catch {
  // No .env file: the defaults and the environment are enough.
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? `Fresco cannot start: ${error.message}` : error)
  // Some settings turn out to be wrong only when the server already listens.
  process.exit(1)
})
