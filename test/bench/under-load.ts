import autocannon from 'autocannon'
import type { MeasuredProcess } from './measured-process.ts'

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
