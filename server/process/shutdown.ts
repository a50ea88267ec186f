import type { Server } from 'node:http'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Log } from '../ports.ts'

interface ShutdownOptions {
  servers: readonly Server[]
  drainMs: number
  /** Stops as after SIGTERM when the parent process ends. */
  endsWithParent?: boolean
  pause: () => void
  stop: () => Promise<void>
  log: Log
}

const patienceMs = 5_000
const closingMs = 3_000

/**
 * The longest time in milliseconds from a stop signal to the end of the process. A supervisor such as Docker must
 * wait longer before it kills the process.
 */
export const longestStopMs = (drainMs: number): number => drainMs + patienceMs + closingMs

/**
 * Ends the process after a signal or an uncaught error. First `/readyz` answers 503 while requests are still
 * accepted, then running requests finish, then the databases are closed. Only SIGTERM waits for load balancers,
 * Ctrl-C does not. A second signal ends the process at once.
 * After SIGTERM and Ctrl-C, the exit code is 0. After another signal, such as SIGHUP, it is 128 plus the signal's
 * number, so that a supervisor that restarts failed services starts the server again with its current settings.
 */
export const shutDownOnSignal = ({
  servers,
  drainMs,
  endsWithParent = false,
  pause,
  stop,
  log,
}: ShutdownOptions) => {
  const delay = longestStopMs(drainMs)
  const stopWatching = endsWithParent ? watchParent() : undefined
  closeWithGrace({ delay, logger: toLogger(log) }, async ({ signal, err }) => {
    stopWatching?.()
    if (err) log.error({ err }, 'The server ends because of an uncaught error')
    else log.info({ signal }, 'Stopping')
    pause()
    for (const server of servers) closeAfterAnswers(server)
    if (signal === 'SIGTERM') await sleep(drainMs)
    await Promise.all(servers.map(close))
    await stop()
    if (signal !== undefined && !orders.has(signal)) process.exit(128 + constants.signals[signal])
  })
}

const parent = process.ppid

const watchParent = () => {
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
  return () => clearInterval(timer)
}

const orders = new Set<NodeJS.Signals>(['SIGTERM', 'SIGINT'])

const closeAfterAnswers = (server: Server) =>
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })

const close = async (server: Server) => {
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50)
  // Browsers open connections that they do not use. Such a connection would keep the server from stopping.
  const hangUp = setTimeout(() => server.closeAllConnections(), patienceMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(closeIdle)
  clearTimeout(hangUp)
}

const toLogger = (log: Log) => ({
  error: (what: unknown) => log.error(what instanceof Error ? { err: what } : {}, String(what)),
})
