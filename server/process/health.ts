import pTimeout, { TimeoutError } from 'p-timeout'
import type { CheckHealth, Health, Log } from '../ports.ts'

export type Probes = Readonly<Record<string, () => Promise<unknown>>>

interface HealthCheckOptions {
  probes: Probes
  log: Log
  deadlineMs?: number
  maxAgeMs?: number
  clock?: () => number
}

export const createHealthCheck = ({
  probes,
  log,
  deadlineMs = 1_000,
  maxAgeMs = 2_000,
  clock = Date.now,
}: HealthCheckOptions): CheckHealth => {
  const failing = new Set<string>()
  let last: { until: number; answer: ReturnType<CheckHealth> } | undefined

  const check = async (name: string, probe: () => Promise<unknown>): Promise<[string, Health]> => {
    try {
      await pTimeout(probe(), { milliseconds: deadlineMs })
      if (failing.delete(name)) log.info({}, `${name}: answers again`)
      return [name, { ready: true }]
    } catch (error) {
      if (!failing.has(name)) log.warn({ err: error }, `${name}: does not answer`)
      failing.add(name)
      return [name, { ready: false, problem: problemOf(error, deadlineMs) }]
    }
  }
  const checkAll = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(probes).map(([name, probe]) => check(name, probe))),
    )

  return () => {
    if (last === undefined || clock() >= last.until)
      last = { until: clock() + maxAgeMs, answer: checkAll() }
    return last.answer
  }
}

const problemOf = (error: unknown, deadlineMs: number) =>
  error instanceof TimeoutError
    ? `No answer within ${deadlineMs} ms`
    : 'It cannot be used at the moment'
