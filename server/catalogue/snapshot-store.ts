import { DomainError } from '../domain-error.ts'
import type { Log, Random } from '../ports.ts'
import { backOffMs, withJitter } from './back-off.ts'
import { settlesWithin, withinDeadline } from './deadline.ts'

/** A value of an earlier run, and when it was known to be the newest (ms since 1970). */
export interface Restored<T> {
  value: T
  confirmedAt: number
}

export interface SnapshotStoreOptions<T> {
  /** What is kept, in log lines: `catalogue`. */
  name: string
  /** Reads a newer value than `previous`, or `undefined` when there is none. */
  read: (previous: T | undefined, signal: AbortSignal) => Promise<T | undefined>
  /** Pause between two good reads, in milliseconds, give or take a tenth. */
  refreshMs: number
  /** Longest pause after failures, in milliseconds, unless the error itself asks for more. */
  longestBackOffMs?: number
  /** How long one read may take in all, in milliseconds. */
  timeoutMs?: number
  /** Whether a value is a part of what it will be: then the next read follows at once. */
  isPartial?: (value: T) => boolean
  /** The last good value of an earlier run; what it throws costs one log line. */
  restore?: () => Promise<Restored<T> | undefined>
  /** Keeps a good value for the next run; what it throws costs one log line. */
  keep?: (value: T) => Promise<void>
  /** Told every value that was read, after it is in use. */
  onNewer?: (value: T) => void
  /** How long a caller waits for the very first value, in milliseconds. */
  firstWaitMs?: number
  log: Log
  clock?: () => number
  random?: Random
}

export interface SnapshotState {
  ready: boolean
  /** Seconds since the value was last confirmed to be the newest. */
  ageSeconds: number | undefined
  failing: boolean
  /** Why it is failing, for people. */
  problem?: string
  /** Attempts that failed in a row. */
  failures: number
  /** Seconds until the next attempt; 0 while one is under way. */
  nextAttemptSeconds: number
}

export interface SnapshotStore<T> {
  /**
   * The last good value; a promise of it only before the first one.
   * @throws (by the promise) the error of the last read, or DomainError `CATALOGUE_UNAVAILABLE` after the first wait
   */
  current(): MaybePromise<T>
  state(): SnapshotState
  /** Begins to read in the background; settles with the first read, or at once with a kept value. */
  start(): Promise<void>
  /** Reads now instead of after the pause; a source that fails is left its pause. */
  refresh(): void
  stop(): void
}

/** Lets requests pass between two parts. */
const partPauseMs = 100

/** Keeps one immutable value fresh in the background: a failing read never costs the last good one. */
export const createSnapshotStore = <T>({
  name,
  read,
  refreshMs,
  longestBackOffMs = 300_000,
  timeoutMs = 30_000,
  isPartial = () => false,
  restore = async () => undefined,
  keep = async () => undefined,
  onNewer = () => undefined,
  firstWaitMs = 4_000,
  log,
  clock = Date.now,
  random = Math.random,
}: SnapshotStoreOptions<T>): SnapshotStore<T> => {
  const stopping = new AbortController()
  let value: T | undefined
  let confirmedAt: number | undefined
  let failure: unknown
  let failures = 0
  let nextAttemptAt = 0
  let starting: Promise<void> | undefined
  let inflight: Promise<void> | undefined
  let keeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const succeed = (newer: T | undefined): number => {
    value = newer ?? value
    confirmedAt = clock()
    if (failures > 0) log.info({ source: name, failures }, `The ${name} is back`)
    failure = undefined
    failures = 0
    if (newer === undefined) return withJitter(refreshMs, random)
    onNewer(newer)
    if (isPartial(newer)) return partPauseMs
    const failed = (err: unknown) => log.warn({ source: name, err }, notKept(name))
    keeping = keeping.then(() => keep(newer)).catch(failed)
    return withJitter(refreshMs, random)
  }
  const fail = (error: unknown): number => {
    const problem = toProblem(name, error)
    if (failures === 0 || problem !== toProblem(name, failure))
      log.error({ source: name, err: error }, failed(problem, value !== undefined))
    failure = error
    failures += 1
    const { retryAfterSeconds } = error instanceof DomainError ? error : {}
    return backOffMs({ failures, retryAfterSeconds, longestMs: longestBackOffMs, random })
  }
  const refresh = async () => {
    const late = () => new DomainError('CATALOGUE_UNAVAILABLE', lateText(name, timeoutMs))
    const limits = { timeoutMs, stopping: stopping.signal, late }
    const pauseMs = await withinDeadline((signal) => read(value, signal), limits).then(
      (newer) => (stopping.signal.aborted ? 0 : succeed(newer)),
      (error) => (stopping.signal.aborted ? 0 : fail(error)),
    )
    inflight = undefined
    if (stopping.signal.aborted) return
    nextAttemptAt = clock() + pauseMs
    timer = setTimeout(run, pauseMs).unref()
  }
  const run = () => {
    inflight ??= refresh()
    return inflight
  }
  const begin = async () => {
    const kept = await restore().catch((err) => {
      log.warn({ source: name, err }, `What was kept of the ${name} cannot be used`)
      return undefined
    })
    value = kept?.value
    confirmedAt = kept?.confirmedAt
    if (stopping.signal.aborted) return
    const first = run()
    if (value === undefined) await first
  }

  const waitForFirst = async (): Promise<T> => {
    const settled = await settlesWithin(inflight ?? starting, firstWaitMs)
    if (value !== undefined) return value
    throw settled && failures > 0 ? failure : stillLoading(name)
  }

  return {
    current: () => value ?? waitForFirst(),
    state: () => ({
      ready: value !== undefined,
      ageSeconds: confirmedAt === undefined ? undefined : (clock() - confirmedAt) / 1000,
      failing: failures > 0,
      ...(failures > 0 && { problem: toProblem(name, failure) }),
      failures,
      nextAttemptSeconds: inflight ? 0 : Math.max(0, nextAttemptAt - clock()) / 1000,
    }),
    start: () => {
      starting ??= begin()
      return starting
    },
    refresh: () => {
      if (starting === undefined || failures > 0 || stopping.signal.aborted) return
      clearTimeout(timer)
      void run()
    },
    stop: () => {
      stopping.abort()
      clearTimeout(timer)
    },
  }
}

/** Only the text of our own errors is written for people, and without secrets. */
const toProblem = (name: string, error: unknown) =>
  error instanceof DomainError ? error.message : `The ${name} cannot be read`

const failed = (problem: string, isServing: boolean) =>
  `${problem}; ${isServing ? 'what was read before stays in use' : 'there is nothing to serve yet'}`

const notKept = (name: string) => `The ${name} could not be kept for the next start`

const lateText = (name: string, timeoutMs: number) =>
  `The ${name} could not be read within ${timeoutMs / 1000} seconds`

const stillLoading = (name: string) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `The ${name} is still being read: try again in a moment`)

/** A value that mostly is there already; `await` takes both. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on at once where the value is there: a request that waits for nothing costs a quarter less. */
export const whenKnown = <T, R>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(use) : use(value))
