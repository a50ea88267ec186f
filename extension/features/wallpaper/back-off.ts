import { type FetchStatus, startStatus } from './fetch-status.ts'
import type { FetchProblem } from './problem.ts'

const firstWaitMs = 10_000
const longestWaitMs = 30 * 60_000
/** A server that asks for more than this has mistaken its units. */
const longestAskedMs = 24 * 60 * 60_000
/** Even a person who presses Next again and again does not hammer a dead server. */
export const askedGapMs = 3_000
const reachForgottenMs = 24 * 60 * 60_000

/** How asking a server went lately. */
export type Attempts = Pick<
  FetchStatus,
  'failures' | 'lastAttempt' | 'retryAt' | 'mustWait' | 'problem'
>

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

/** The status that counts for these filters: a problem of other filters is forgotten. */
export const toCurrentStatus = (status: FetchStatus, filters: string, now: number): FetchStatus => {
  if (status.filters !== filters) return startStatus(filters)
  const isOld = now - status.reachedAt > reachForgottenMs
  // A catalogue grows: once a day the whole history is left out again.
  return isOld ? { ...status, reach: startStatus(filters).reach } : status
}

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
