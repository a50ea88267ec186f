import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import autocannon from 'autocannon'
import { collectOutput, dieWithParent, stopChild, waitForOutput } from '../../tools/child.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

export interface Usage {
  /** Microseconds of processor time, summed over all threads of the server. */
  cpu: number
  rss: number
  /** Milliseconds of wall-clock time since the last report. */
  pauseMs: number
  /** Milliseconds of processor time, which other programs do not affect. */
  ownPauseMs: number
}

export interface MeasuredProcess {
  url: string
  startMs: number
  /** Usage since the start, and pauses since the previous call. */
  usage(): Promise<Usage>
  /** Turns the measurement of pauses on or off. The measurement slows the process down a little. */
  watchPauses(isWatched: boolean): void
  log(): string
  stop(): Promise<void>
}

const reporter = resolve(import.meta.dirname, 'report-usage.js')
/** Finds the server's address in its plain-text output and skips log lines, which are JSON. */
const address = /^(?!\{).*?(http:\/\/[^\s/]+:\d+)\s/m

interface MeasuredOptions {
  script: string
  env?: Record<string, string>
  message?: object
  startTimeoutMs?: number
}

export const startMeasured = async ({
  script,
  env = {},
  message,
  startTimeoutMs = 120_000,
}: MeasuredOptions): Promise<MeasuredProcess> => {
  const dir = await makeTempDir('bench')
  const began = performance.now()
  const child = fork(script, {
    cwd: dir,
    // To profile the server, set `SERVER_ARGS='--cpu-prof --cpu-prof-dir=…'`.
    execArgv: ['--import', reporter, ...(process.env.SERVER_ARGS?.split(' ') ?? [])],
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(dir, 'data'), ...env },
    silent: true,
  })
  dieWithParent(child)
  const log = collectOutput(child)
  const stop = async () => {
    // An open IPC channel would keep the child process alive.
    if (child.connected) child.disconnect()
    await stopChild(child)
    await removeDir(dir)
  }
  if (message) child.send(message)
  try {
    const url = await waitForOutput(child, address, log, startTimeoutMs)
    return {
      url,
      startMs: performance.now() - began,
      usage: async () => {
        child.send('usage')
        const [usage] = await once(child, 'message')
        return usage
      },
      watchPauses: (isWatched) => void child.send(isWatched ? 'watch' : 'unwatch'),
      log,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A path, or a request with another method than GET. */
export type Asked = string | { path: string; method: 'PATCH'; body: string }

interface Load {
  seconds: number
  connections?: number
  rate?: number
  headers?: Record<string, string>
}

export const measureLoad = async (
  server: MeasuredProcess,
  paths: readonly Asked[],
  { seconds, rate, headers = {}, connections = 32 }: Load,
) => {
  const before = await server.usage()
  let started = 0
  const { requests, errors, non2xx, latency } = await autocannon({
    url: server.url,
    // The connections start at different paths. Otherwise 32 requests for the same picture would arrive together, and
    // Fresco would read its file only once.
    setupClient: (client) => {
      const from = (started++ * 17) % paths.length
      const turned = [...paths.slice(from), ...paths.slice(0, from)]
      client.setRequests(
        turned.map((each) => (typeof each === 'string' ? { path: each } : { ...each })),
      )
    },
    connections,
    duration: seconds,
    headers,
    ...(rate && { overallRate: rate }),
  })
  const after = await server.usage()
  return {
    total: requests.total,
    perSecond: requests.average,
    /** Microseconds of processor time per request, summed over all threads of the server. */
    cpu: (after.cpu - before.cpu) / requests.total,
    p99: latency.p99,
    errors: errors + non2xx,
    /** Only after `watchPauses(true)`. */
    pauseMs: after.pauseMs,
    ownPauseMs: after.ownPauseMs,
  }
}
