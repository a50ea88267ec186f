import { DomainError } from '../domain-error.ts'
import type { Log } from '../log.ts'

interface SnapshotStoreOptions<T> {
  /** What is kept, in log lines: `catalogue`. */
  readonly name: string
  /** Reads a newer value than `previous`, or `undefined` when there is none. */
  readonly read: (previous: T | undefined, signal: AbortSignal) => Promise<T | undefined>
  /** Pause between two reads, in milliseconds. */
  readonly refreshMs: number
  /** Whether a value is a part of what it will be: then the next read follows at once. */
  readonly isPartial?: (value: T) => boolean
  /** How long a caller waits for the very first value, in milliseconds. */
  readonly firstWaitMs?: number
  readonly log: Log
  readonly clock?: () => number
}

export interface SnapshotState {
  readonly ready: boolean
  /** Seconds since the value was last confirmed to be the newest. */
  readonly ageSeconds: number | undefined
  readonly failing: boolean
}

export interface SnapshotStore<T> {
  /**
   * The last good value; waits for it only before the first one.
   * @throws the error of the last read, or DomainError `CATALOGUE_UNAVAILABLE` after the first wait
   */
  current(): Promise<T>
  state(): SnapshotState
  /** Begins to read in the background; the returned promise settles with the first read. */
  start(): Promise<void>
  stop(): void
}

/** Lets requests pass between two parts. */
const partPauseMs = 100

/** Keeps one immutable value fresh in the background: a failing read never costs the last good one. */
export const createSnapshotStore = <T>({
  name,
  read,
  refreshMs,
  isPartial = () => false,
  firstWaitMs = 4_000,
  log,
  clock = Date.now,
}: SnapshotStoreOptions<T>): SnapshotStore<T> => {
  const stopping = new AbortController()
  let value: T | undefined
  let confirmedAt: number | undefined
  let failure: unknown
  let inflight: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const refresh = async () => {
    let pauseMs = refreshMs
    try {
      const newer = await read(value, stopping.signal)
      if (newer !== undefined && isPartial(newer)) pauseMs = partPauseMs
      value = newer ?? value
      confirmedAt = clock()
      if (failure !== undefined) log.info({ source: name }, `${name} is back`)
      failure = undefined
    } catch (error) {
      if (stopping.signal.aborted) return
      if (String(failure) !== String(error)) log.error({ source: name, err: error }, failed(name))
      failure = error
    } finally {
      inflight = undefined
      if (!stopping.signal.aborted) timer = setTimeout(run, pauseMs).unref()
    }
  }
  const run = () => {
    inflight ??= refresh()
    return inflight
  }

  return {
    current: async () => {
      if (value !== undefined) return value
      const first = await settledWithin(inflight, firstWaitMs)
      if (value !== undefined) return value
      throw first && failure !== undefined ? failure : stillLoading(name)
    },
    state: () => ({
      ready: value !== undefined,
      ageSeconds: confirmedAt === undefined ? undefined : (clock() - confirmedAt) / 1000,
      failing: failure !== undefined,
    }),
    start: run,
    stop: () => {
      stopping.abort()
      clearTimeout(timer)
    },
  }
}

const failed = (name: string) => `${name} could not be read; what was read before stays in use`

const stillLoading = (name: string) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `The ${name} is still being read: try again in a moment`)

/** Whether `work` settled in time; it goes on in either case. */
const settledWithin = async (work: Promise<void> | undefined, ms: number): Promise<boolean> => {
  if (work === undefined) return true
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => timeout.resolve(false), ms)
  const settled = await Promise.race([work.then(() => true), timeout.promise])
  clearTimeout(timer)
  return settled
}
