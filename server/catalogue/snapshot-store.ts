import { createQueue } from '../../shared/async.ts'
import { DomainError } from '../domain-error.ts'
import type { Log, Timing } from '../ports.ts'
import { backOffMs, withJitter } from './back-off.ts'

export type MaybePromise<T> = T | Promise<T>

// Calls `use` at once if the value is known. With `await`, each request would take a quarter longer.
export const whenKnown = <T, R>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(use) : use(value))

export interface SnapshotStoreOptions<T> {
  name: string
  read: (previous: T | undefined, signal: AbortSignal) => Promise<T | undefined>
  refreshMs: number
  longestBackOffMs?: number
  timeoutMs?: number
  isPartial?: (value: T) => boolean
  restore?: (signal: AbortSignal) => Promise<{ value: T; confirmedAt: number } | undefined>
  keep?: (value: T) => Promise<void>
  /** Whether `start` waits for the first read even if a value could be restored. */
  readsFirst?: boolean
  timing: Timing
  log: Log
}

export interface SnapshotState {
  ready: boolean
  ageSeconds: number | undefined
  failing: boolean
  /** Why the last read failed. Only operators may read it, because it may name folders and repositories. */
  problem?: string
  failures: number
  nextAttemptSeconds: number
}

export interface SnapshotStore<T> {
  /**
   * Returns the last good value. Until the first value has been read, returns a promise of it.
   * @throws (by the promise) the error of the last read, or DomainError `CATALOGUE_UNAVAILABLE` after `firstWaitMs`
   */
  current(): MaybePromise<T>
  state(): SnapshotState
  start(): Promise<void>
  /**
   * Waits for a running read and then reads again, also during a pause after failures. Resolves when that read has
   * ended, and never throws.
   */
  readNow(): Promise<void>
  /** Resolves when the newest value is stored for the next start. */
  stop(): Promise<void>
}

const partPauseMs = 100
const firstWaitMs = 4_000

export const createSnapshotStore = <T>({
  name,
  read,
  refreshMs,
  longestBackOffMs = 300_000,
  timeoutMs = 30_000,
  isPartial = () => false,
  restore = async () => undefined,
  keep = async () => undefined,
  readsFirst = false,
  timing: { clock, timers, random },
  log,
}: SnapshotStoreOptions<T>): SnapshotStore<T> => {
  const stopping = new AbortController()
  let value: T | undefined
  let confirmedAt: number | undefined
  let failure: unknown
  let failures = 0
  let nextAttemptAt = 0
  let starting: Promise<void> | undefined
  let inflight: Promise<void> | undefined
  const inTurn = createQueue()
  let cancelNext = () => {}

  const warn = (err: unknown, text: string) => log.warn({ source: name, err }, text)
  const withinTimeout = async <R>(work: (signal: AbortSignal) => Promise<R>): Promise<R> => {
    const ending = new AbortController()
    const text = `The ${name} could not be read within ${timeoutMs / 1000} seconds`
    const late = new DomainError('CATALOGUE_UNAVAILABLE', text)
    const signal = AbortSignal.any([stopping.signal, ending.signal])
    try {
      return await timers.limit(work(signal), timeoutMs, late)
    } catch (error) {
      ending.abort(error)
      throw error
    }
  }
  const succeed = (newer: T | undefined): number => {
    value = newer ?? value
    confirmedAt = clock()
    if (failures > 0) log.info({ source: name, failures }, `The ${name} is back`)
    failure = undefined
    failures = 0
    if (newer === undefined) return withJitter(refreshMs, random)
    if (isPartial(newer)) return partPauseMs
    inTurn(() => keep(newer)).catch((err) =>
      warn(err, `The ${name} could not be saved for the next start`),
    )
    return withJitter(refreshMs, random)
  }
  const fail = (error: unknown): number => {
    const problem = describeFailure(name, error)
    if (failures === 0 || problem !== describeFailure(name, failure))
      log.error({ source: name, err: error }, failed(problem, value !== undefined))
    failure = error
    failures += 1
    const { retryAfterSeconds } = error instanceof DomainError ? error : {}
    return backOffMs({ failures, retryAfterSeconds, longestMs: longestBackOffMs, random })
  }
  const refresh = async () => {
    const pauseMs = await withinTimeout((signal) => read(value, signal)).then(
      (newer) => (stopping.signal.aborted ? 0 : succeed(newer)),
      (error) => (stopping.signal.aborted ? 0 : fail(error)),
    )
    inflight = undefined
    if (stopping.signal.aborted) return
    nextAttemptAt = clock() + pauseMs
    cancelNext = timers.schedule(pauseMs, run)
  }
  const run = () => {
    inflight ??= refresh()
    return inflight
  }
  const begin = async () => {
    const restored = await withinTimeout(restore).catch((err) => {
      if (!stopping.signal.aborted) warn(err, `The saved copy of the ${name} could not be loaded`)
      return undefined
    })
    value = restored?.value
    confirmedAt = restored?.confirmedAt
    if (stopping.signal.aborted) return
    const first = run()
    if (value === undefined || readsFirst) await first
  }
  const waitForFirst = async (): Promise<T> => {
    const loading = stillLoading(name)
    const first = inflight ?? starting ?? Promise.resolve()
    const problem = await timers.limit(first, firstWaitMs, loading).then(
      () => (failures > 0 ? failure : loading),
      () => loading,
    )
    if (value !== undefined) return value
    throw problem
  }

  return {
    current: () => value ?? waitForFirst(),
    state: () => ({
      ready: value !== undefined,
      ageSeconds: confirmedAt === undefined ? undefined : (clock() - confirmedAt) / 1000,
      failing: failures > 0,
      ...(failures > 0 && { problem: describeFailure(name, failure) }),
      failures,
      nextAttemptSeconds: inflight ? 0 : Math.max(0, nextAttemptAt - clock()) / 1000,
    }),
    start: () => {
      starting ??= begin()
      return starting
    },
    readNow: async () => {
      await starting
      await inflight
      cancelNext()
      if (!stopping.signal.aborted) await run()
    },
    stop: () => {
      stopping.abort()
      cancelNext()
      return inTurn(async () => undefined)
    },
  }
}

// Describes an error for the operator. A library's message is not shown, because it may contain a secret.
const describeFailure = (name: string, error: unknown) =>
  error instanceof DomainError ? error.message : `The ${name} could not be read`

const failed = (problem: string, isServing: boolean) =>
  `${problem}; ${isServing ? 'the last good copy stays in use' : 'there is nothing to serve yet'}`

const stillLoading = (name: string) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `The ${name} is still loading: try again in a moment`)
