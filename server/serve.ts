import type { Server } from 'node:http'
import type { ServerType } from '@hono/node-server'
import type { Logger } from 'pino'
import { createPinoLog } from './adapters/pino-log.ts'
import { limitSharp, openWallpapersOnly } from './adapters/sharp/open-picture.ts'
import { compose } from './compose/compose.ts'
import {
  type Config,
  ConfigError,
  describeSignUp,
  findMisspelledSettings,
  isEveryAddress,
  parseConfig,
  toAddress,
} from './config/config.ts'
import { createClientAddress } from './http/requests/client-address.ts'
import { createHttpServer } from './http/server/http-server.ts'
import { type Observe, observeAnswers, pathOf } from './http/server/observe-answers.ts'
import { type Answer, currentRequestId } from './http/server/request-id.ts'
import type { Log } from './ports.ts'
import { shutDownOnSignal } from './process/shutdown.ts'
import { isPrivateRepository } from './sources/github.ts'

/** @param welcome makes the text that the terminal shows when the server is ready */
export const serve = async (welcome = toWelcome) => {
  try {
    await start(welcome)
  } catch (error) {
    console.error(error instanceof ConfigError ? `Fresco cannot start: ${error.message}` : error)
    // Ends the process explicitly, because the server may already be listening when a wrong setting is found.
    process.exit(1)
  }
}

const starting = {
  'Retry-After': '1',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
}

// Listens before the app is built, because the app's absolute URLs contain the port.
const start = async (welcome: typeof toWelcome) => {
  const given = parseConfig(process.env)
  const config =
    given.values.ACCESS === undefined && (await isPrivateRepository(given))
      ? parseConfig({ ...process.env, ACCESS: 'private' })
      : given
  // Raises Node's threads for files and pictures from 4 to 8, because resizing alone uses up to 5.
  process.env.UV_THREADPOOL_SIZE ??= '8'
  limitSharp()
  openWallpapersOnly()
  const log = createPinoLog({
    level: config.values.LOG_LEVEL,
    fields: requestFields,
    isForPeople: process.stdout.isTTY,
  })
  for (const { text, advice } of findMisspelledSettings(process.env))
    log.warn({}, `${text}: ${advice}`)
  let answer: Answer = (_, { requestId }) =>
    Response.json(
      { error: 'The server is starting: try again in a moment' },
      { status: 503, headers: { ...starting, 'X-Request-Id': requestId } },
    )
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const prefix = new URL(config.publicUrl ?? 'http://localhost').pathname.replace(/\/$/, '')
  const server = createHttpServer((request, env) => answer(request, env), { isSecure, prefix })
  const address = await listen(server, config.listen)

  const { app, metrics, metricsApp, start, pause, stop } = await compose(
    config,
    config.publicUrl ?? address,
    log,
  )
  const counting = metrics ? [metrics.observeRequest] : []
  const logging = config.logsRequests ? [logAnswers(log, config.trustedProxies)] : []
  answer = observeAnswers(app, [...counting, ...logging])
  if (config.publicUrl === undefined && isEveryAddress(config.listen.host))
    log.warn(
      {},
      `Only this machine can open ${address}: set PUBLIC_URL to the address that people use`,
    )
  const metricsServer = metricsApp && createHttpServer(metricsApp.fetch)
  if (metricsServer) await listenForMetrics(metricsServer, config, log)
  shutDownOnSignal({
    servers: metricsServer ? [server, metricsServer] : [server],
    drainMs: config.values.DRAIN_SECONDS * 1000,
    // npm sends SIGTERM to the shell in which it runs a script. Many shells end without passing it on.
    endsWithParent: ['start', 'fresco'].includes(process.env.npm_lifecycle_event ?? ''),
    pause,
    stop,
    log,
  })
  await start()
  const access = config.isPrivate ? toPrivateText(given.values.ACCESS === 'private') : ''
  console.log(welcome(address, describeSignUp(config.accounts) + access))
}

const requestFields = () => {
  const requestId = currentRequestId()
  return requestId === undefined ? {} : { requestId }
}

// Logs every answer, without the query, cookies and other headers of its request, because they may hold secrets.
const logAnswers = (log: Logger, trustedProxies: readonly string[]): Observe => {
  const readAddress = createClientAddress(trustedProxies)
  return ({ method, status, seconds }, env) => {
    const { requestId } = env
    const address = readAddress({ env }).exact
    const ms = Math.round(seconds * 1e4) / 10
    log.debug({ requestId, address, method, path: pathOf(env), status, ms }, 'Answered')
  }
}

const listenForMetrics = async (
  server: Server,
  { listen: { host }, values: { METRICS_PORT: port = 0 } }: Config,
  log: Log,
) => {
  const address = await listen(server, { host, port, portSetting: 'METRICS_PORT' })
  log.info({ url: `${address}/metrics` }, 'Metrics are available')
}

type ListenOptions = Config['listen'] & { portSetting?: string }

export const listen = (server: ServerType, options: ListenOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const { host, port } = options
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(describeListenFailure(error, options), { cause: error })),
    )
    server.listen(port, host, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      resolve(toAddress({ host, port: actual }))
    })
  })

const describeListenFailure = (
  error: NodeJS.ErrnoException,
  { host, port, portSetting = 'PORT' }: ListenOptions,
) => {
  if (error.code === 'EADDRINUSE')
    return `${portSetting} ${port} is taken by another program: stop it, or set ${portSetting} to another number (0 picks a free one)`
  return `the server cannot listen on HOST ${host} and ${portSetting} ${port} (${error.code ?? error.message})`
}

const toPrivateText = (isAsked: boolean) =>
  `\nThis server is private${isAsked ? '' : ', because of where its pictures come from'}: only people with an account see them${isAsked ? '' : ' (ACCESS=public opens it to everybody)'}`

const toWelcome = (address: string, signUp: string) => `
Fresco is ready at ${address}
Sign-up: ${signUp}
Chrome:  open chrome://extensions, switch on "Developer mode", "Load unpacked", choose dist/chrome-mv3
Firefox: open about:debugging#/runtime/this-firefox, "Load Temporary Add-on", choose dist/firefox-mv3/manifest.json
`
