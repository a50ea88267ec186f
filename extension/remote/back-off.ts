import { toNumber, toRecord } from '../platform/unknown.ts'
import { type FetchProblem, type Problem, parseProblem } from './problem.ts'

const firstWaitMs = 10_000
const longestWaitMs = 30 * 60_000
/** A server that asks for more than this has mistaken its units. */
const longestAskedMs = 24 * 60 * 60_000
/** Even a person who presses Next again and again does not hammer a dead server. */
export const askedGapMs = 3_000

/** How the latest calls to a server went. Times are milliseconds since 1970. */
export interface Attempts {
  /** Failures in a row. */
  failures: number
  lastAttempt: number
  /** The next automatic attempt. */
  retryAt: number
  /** The server itself asked to wait until `retryAt`. */
  mustWait: boolean
  problem: Problem | null
}

/** Stored attempts; without any, those of a server that was never asked. */
export const parseAttempts = (value: unknown): Attempts => {
  const stored = toRecord(value)
  return {
    failures: toNumber(stored.failures),
    lastAttempt: toNumber(stored.lastAttempt),
    retryAt: toNumber(stored.retryAt),
    mustWait: stored.mustWait === true,
    problem: parseProblem(stored.problem),
  }
}

/** Whether to try now. `asked`: a person is waiting, or the network came back. */
export const mayAttempt = (status: Attempts, asked: boolean, now: number): boolean => {
  // The clock was set back: the planned time means nothing any more.
  if (now < status.lastAttempt || now >= status.retryAt) return true
  return asked && !status.mustWait && now - status.lastAttempt >= askedGapMs
}

/** The status after a person asked too soon: tried as soon as may be, unless the server said when. */
export const hasten = <S extends Attempts>(status: S): S =>
  status.mustWait
    ? status
    : { ...status, retryAt: Math.min(status.retryAt, status.lastAttempt + askedGapMs) }

export const recordSuccess = <S extends Attempts>(status: S, now: number): S => ({
  ...status,
  failures: 0,
  lastAttempt: now,
  retryAt: 0,
  mustWait: false,
  problem: null,
})

/** The status after a failure: the wait doubles each time, with jitter, unless the server named one. */
export const recordFailure = <S extends Attempts>(
  status: S,
  { problem, retryAfterMs }: Pick<FetchProblem, 'problem' | 'retryAfterMs'>,
  now: number,
  random = Math.random,
): S => {
  const doubled = Math.min(firstWaitMs * 2 ** status.failures, longestWaitMs)
  const wait = Math.min(retryAfterMs ?? doubled * (0.75 + random() / 2), longestAskedMs)
  return {
    ...status,
    failures: status.failures + 1,
    lastAttempt: now,
    retryAt: now + Math.round(wait),
    mustWait: retryAfterMs !== undefined,
    problem,
  }
}
