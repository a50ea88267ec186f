import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import autocannon from 'autocannon'
import { collectOutput, dieWithParent, stopChild, waitForOutput } from '../tools/child.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'
import type { Usage } from './report-usage.ts'

export interface MeasuredProcess {
  url: string
  /** Milliseconds from its start until it printed its address. */
  startMs: number
  /** What it has used so far; the pauses are those since the last call. */
  usage(): Promise<Usage>
  /** Whether its longest pauses are watched, which costs it a little. */
  watchPauses(isWatched: boolean): void
  log(): string
  stop(): Promise<void>
}

const reporter = resolve(import.meta.dirname, 'report-usage.ts')
/** An address that it prints for people. */
const address = /^(?!\{).*?(http:\/\/[^\s/]+:\d+)\s/m

interface MeasuredOptions {
  script: string
  env?: Record<string, string>
  /** What it is told once it runs. */
  message?: object
  startTimeoutMs?: number
}

/** Starts a server in a process of its own that says what it uses. */
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
    // `SERVER_ARGS='--cpu-prof --cpu-prof-dir=…'` says where the time goes.
    execArgv: ['--import', reporter, ...(process.env.SERVER_ARGS?.split(' ') ?? [])],
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(dir, 'data'), ...env },
    silent: true,
  })
  dieWithParent(child)
  const log = collectOutput(child)
  const stop = async () => {
    // An open channel would keep it alive.
    if (child.connected) child.disconnect()
    await stopChild(child)
    await removeDir(dir)
  }
  if (message) child.send(message)
  try {
    const url = await waitForOutput(child, address, startTimeoutMs, log)
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

interface Load {
  seconds: number
  /** Requests per second; `undefined`: as many as it takes. */
  rate?: number
  headers?: Record<string, string>
}

/** What a server used for requests that this process sent over 32 connections. */
export const measureLoad = async (
  server: MeasuredProcess,
  path: string,
  { seconds, rate, headers = {} }: Load,
) => {
  const before = await server.usage()
  const { requests, errors, non2xx, latency } = await autocannon({
    url: server.url + path,
    connections: 32,
    duration: seconds,
    headers,
    ...(rate && { overallRate: rate }),
  })
  const after = await server.usage()
  return {
    total: requests.total,
    perSecond: requests.average,
    /** Microseconds of all its threads. */
    cpu: (after.cpu - before.cpu) / requests.total,
    p99: latency.p99,
    errors: errors + non2xx,
    /** Of its serving thread, where they are watched. */
    pauseMs: after.pauseMs,
    ownPauseMs: after.ownPauseMs,
  }
}
