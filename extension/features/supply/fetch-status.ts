import { dayMs } from '../../../shared/days.ts'
import { toList, toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import { deckName } from '../../platform/storage/scope.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { parseAttempts } from '../../remote/back-off.ts'

const parseFailing = (value: unknown) => {
  const { problem, ...attempts } = parseAttempts(value)
  return problem && { ...attempts, problem, catalogue: toText(toRecord(value).catalogue) }
}

const parseFetchStatus = (value: unknown) => {
  const stored = toRecord(value)
  return {
    filters: toText(stored.filters),
    ...parseAttempts(stored),
    /**
     * How many of the latest wallpapers a request can exclude and still find others. The keys are the tone and the name of
     * the catalogue.
     */
    reach: toRecord(stored.reach),
    /** The catalogues that failed when they were last asked. Other catalogues may have been used instead. */
    failing: toList(stored.failing, parseFailing),
    reachedAt: toNumber(stored.reachedAt),
  }
}

export type FetchStatus = ReturnType<typeof parseFetchStatus>

export const startStatus = (filters: string): FetchStatus => parseFetchStatus({ filters })

export const fetchStatusItem = createStoredItem({
  key: `fetch-status${deckName}`,
  parse: parseFetchStatus,
})

const reachForgottenMs = dayMs

export const toCurrentStatus = (status: FetchStatus, filters: string, now: number): FetchStatus => {
  if (status.filters !== filters) return startStatus(filters)
  const isOld = now - status.reachedAt > reachForgottenMs
  // A catalogue may grow, so once a day a request excludes all earlier wallpapers again.
  return isOld ? { ...status, reach: {} } : status
}
