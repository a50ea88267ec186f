import { dayMs } from '../../shared/days.ts'
import { toNumber, toRecord } from '../../shared/unknown.ts'
import { type FetchError, parseProblem } from './problem.ts'

const firstWaitMs = 10_000
const longestWaitMs = 30 * 60_000
// If a server asks for a longer wait than a day, it has probably confused the units.
const longestAskedMs = dayMs
export const askedGapMs = 3_000

/** How the latest calls to a server or another catalogue went. All times are milliseconds since 1970. */
export type Attempts = ReturnType<typeof parseAttempts>

export const parseAttempts = (value: unknown) => {
  const stored = toRecord(value)
  return {
    failures: toNumber(stored.failures),
    lastAttempt: toNumber(stored.lastAttempt),
    retryAt: toNumber(stored.retryAt),
    mustWait: stored.mustWait === true,
    problem: parseProblem(stored.problem),
  }
}

/**
 * Returns whether the server may be called now. With `asked`, a person is waiting or the network came back, so a
 * planned wait may be cut short.
 */
export const mayAttempt = (status: Attempts, asked: boolean, now: number): boolean => {
  // If the clock was set back, the planned time is meaningless and the server may be called.
  if (now < status.lastAttempt || now >= status.retryAt) return true
  return asked && !status.mustWait && now - status.lastAttempt >= askedGapMs
}

/** Returns how long to wait until a planned time. A time that is too far away does not count, because the clock was ahead when it was planned. */
export const toWait = (plannedAt: number, now: number, longestMs: number): number => {
  const waitMs = plannedAt - now
  return waitMs > 0 && waitMs <= longestMs ? waitMs : 0
}

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

export const recordFailure = <S extends Attempts>(
  status: S,
  { problem, retryAfterMs }: Pick<FetchError, 'problem' | 'retryAfterMs'>,
  { now, random = Math.random }: { now: number; random?: (() => number) | undefined },
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
