import { createStoredItem } from '../../platform/stored-item.ts'
import { toNumber, toRecord, toText } from '../../platform/unknown.ts'
import { historyLength } from './deck.ts'
import { type Problem, parseProblem } from './problem.ts'

/** How fetching went last time; it outlives the background. Times are milliseconds since 1970. */
export interface FetchStatus {
  /** `filtersKey` that this is about: another choice starts afresh. */
  filters: string
  /** Failures in a row. */
  failures: number
  lastAttempt: number
  /** Not before then. */
  retryAt: number
  /** The server itself asked to wait until `retryAt`. */
  mustWait: boolean
  problem: Problem | null
  /** How many of the latest wallpapers the catalogue can leave out and still have others. */
  reach: number
  /** When `reach` was found to be less than the whole history. */
  reachedAt: number
}

export const startStatus = (filters: string): FetchStatus => ({
  filters,
  failures: 0,
  lastAttempt: 0,
  retryAt: 0,
  mustWait: false,
  problem: null,
  reach: historyLength,
  reachedAt: 0,
})

const parseFetchStatus = (value: unknown): FetchStatus => {
  const stored = toRecord(value)
  return {
    filters: toText(stored.filters),
    failures: toNumber(stored.failures),
    lastAttempt: toNumber(stored.lastAttempt),
    retryAt: toNumber(stored.retryAt),
    mustWait: stored.mustWait === true,
    problem: parseProblem(stored.problem),
    reach: toNumber(stored.reach, historyLength),
    reachedAt: toNumber(stored.reachedAt),
  }
}

/** The one owner of the stored status. */
export const fetchStatusItem = createStoredItem({ key: 'fetch-status', parse: parseFetchStatus })
