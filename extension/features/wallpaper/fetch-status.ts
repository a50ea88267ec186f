import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toNumber, toRecord, toText } from '../../platform/unknown.ts'
import { type Attempts, parseAttempts } from '../../remote/back-off.ts'
import { historyLength } from './deck.ts'

export interface FetchStatus extends Attempts {
  filters: string
  /** How many of the latest wallpapers a request can exclude and still find others. */
  reach: number
  /** The same for requests of dark wallpapers. -1 when there are none, so that they are not requested in advance. */
  darkReach: number
  reachedAt: number
}

const parseFetchStatus = (value: unknown): FetchStatus => {
  const stored = toRecord(value)
  return {
    filters: toText(stored.filters),
    ...parseAttempts(stored),
    reach: toNumber(stored.reach, historyLength),
    darkReach: toNumber(stored.darkReach, historyLength),
    reachedAt: toNumber(stored.reachedAt),
  }
}

export const startStatus = (filters: string): FetchStatus => parseFetchStatus({ filters })

export const fetchStatusItem = createStoredItem({ key: 'fetch-status', parse: parseFetchStatus })

const reachForgottenMs = 24 * 60 * 60_000

export const toCurrentStatus = (status: FetchStatus, filters: string, now: number): FetchStatus => {
  if (status.filters !== filters) return startStatus(filters)
  const isOld = now - status.reachedAt > reachForgottenMs
  // A catalogue may grow, so once a day a request excludes all earlier wallpapers again.
  return isOld ? { ...status, reach: historyLength, darkReach: historyLength } : status
}
