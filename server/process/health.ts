import pTimeout from 'p-timeout'
import type { Log } from '../ports.ts'

/** Whether something that the server uses answers at the moment. */
export interface Health {
  ready: boolean
  /** What is wrong, without addresses or names: everyone may read it. */
  problem?: string
}

/** The health of each thing by its name; never throws. */
export type CheckHealth = () => Promise<Readonly<Record<string, Health>>>

interface HealthCheckOptions {
  /** Each asks for as little as it can; rejects when there is no answer. */
  probes: Readonly<Record<string, () => Promise<unknown>>>
  log: Log
  deadlineMs?: number
  /** How long an answer is used again: however often one asks, the probes are rare. */
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
      await pTimeout(probe(), { milliseconds: deadlineMs, message: tooLate })
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

const tooLate = new Error('The deadline has passed')

const problemOf = (error: unknown, deadlineMs: number) =>
  error === tooLate ? `No answer within ${deadlineMs} ms` : 'It cannot be used at the moment'
