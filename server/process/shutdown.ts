import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Log } from '../ports.ts'

interface ShutdownOptions {
  /** The first is the service; the others are asked until the end, by monitoring. */
  servers: readonly Server[]
  /** How long requests are still taken after a SIGTERM, so that balancers notice. Milliseconds. */
  drainMs: number
  /** How long requests under way may take after that. Milliseconds. */
  patienceMs?: number
  /** From now on the server says that it is not ready, and begins nothing new by itself. */
  pause: () => void
  /** Closes the databases: nothing is asked of them any more. */
  stop: () => Promise<void>
  log: Log
}

/** How long requests under way may take, and how long the databases may take to close. */
const usualPatienceMs = 5_000
const closingMs = 3_000

/** When a process that was told to stop is gone, whatever happens: who watches over it waits for longer. */
export const longestStopMs = (drainMs: number, patienceMs = usualPatienceMs): number =>
  drainMs + patienceMs + closingMs

/**
 * Ends the process when it is told to, or when an error was caught by nobody: first `/readyz` says so
 * while requests are still answered, then nobody new comes in, then the databases are closed. A
 * second signal ends it at once. Ctrl-C waits for no balancer.
 */
export const shutDownOnSignal = ({
  servers,
  drainMs,
  patienceMs = usualPatienceMs,
  pause,
  stop,
  log,
}: ShutdownOptions) => {
  const delay = longestStopMs(drainMs, patienceMs)
  closeWithGrace({ delay, logger: toLogger(log) }, async ({ signal, err }) => {
    if (err) log.error({ err }, 'An error that nobody caught ends the server')
    else log.info({ signal }, 'Stopping')
    pause()
    for (const server of servers) closeAfterAnswers(server)
    if (signal === 'SIGTERM') await sleep(drainMs)
    await Promise.all(servers.map((server) => close(server, patienceMs)))
    await stop()
  })
}

/** Whoever keeps a connection open is told with the next answer that it is the last one on it. */
const closeAfterAnswers = (server: Server) =>
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })

/** How often connections are looked through for those that have become idle. */
const lookMs = 50

/** Takes no more connections; resolves when every request has its answer, or the patience is over. */
const close = async (server: Server, patienceMs: number) => {
  const look = setInterval(() => server.closeIdleConnections(), lookMs)
  // A browser may hold a connection open on which it never asks.
  const hangUp = setTimeout(() => server.closeAllConnections(), patienceMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(look)
  clearTimeout(hangUp)
}

const toLogger = (log: Log) => ({
  error: (what: unknown) => log.error(what instanceof Error ? { err: what } : {}, String(what)),
})
