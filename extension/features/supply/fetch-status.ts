import { dayMs } from '../../../shared/days.ts'
import { toList, toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { type Attempts, parseAttempts } from '../../remote/back-off.ts'
import type { Problem } from '../../remote/problem.ts'
import { historyLength } from '../wallpaper/deck.ts'

export interface FetchStatus extends Attempts {
  filters: string
  /** How many of the latest wallpapers a request to each catalogue can exclude and still find others. */
  reach: Reaches
  /** The same for requests of dark wallpapers. -1 when there are none, so that they are not requested in advance. */
  darkReach: Reaches
  reachedAt: number
  /** The catalogues that failed when they were last asked. Other catalogues may have been used instead. */
  failing: Failing[]
}

/** The values are numbers. The keys are the names of catalogues. */
export type Reaches = Record<string, unknown>

export const reachIn = (reaches: Reaches, catalogue: string): number =>
  toNumber(reaches[catalogue], historyLength)

export interface Failing extends Attempts {
  catalogue: string
  problem: Problem
}

const parseFailing = (value: unknown): Failing | undefined => {
  const { problem, ...attempts } = parseAttempts(value)
  return problem
    ? { ...attempts, problem, catalogue: toText(toRecord(value).catalogue) }
    : undefined
}

const parseFetchStatus = (value: unknown): FetchStatus => {
  const stored = toRecord(value)
  return {
    filters: toText(stored.filters),
    ...parseAttempts(stored),
    reach: toRecord(stored.reach),
    darkReach: toRecord(stored.darkReach),
    failing: toList(stored.failing, parseFailing),
    reachedAt: toNumber(stored.reachedAt),
  }
}

export const startStatus = (filters: string): FetchStatus => parseFetchStatus({ filters })

export const fetchStatusItem = createStoredItem({ key: 'fetch-status', parse: parseFetchStatus })

const reachForgottenMs = dayMs

export const toCurrentStatus = (status: FetchStatus, filters: string, now: number): FetchStatus => {
  if (status.filters !== filters) return startStatus(filters)
  const isOld = now - status.reachedAt > reachForgottenMs
  // A catalogue may grow, so once a day a request excludes all earlier wallpapers again.
  return isOld ? { ...status, reach: {}, darkReach: {} } : status
}
