import { toList, toRecord, toText } from '../../../shared/unknown.ts'
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
    /** The catalogues that failed when they were last asked. Other catalogues may have been used instead. */
    failing: toList(stored.failing, parseFailing),
  }
}

export type FetchStatus = ReturnType<typeof parseFetchStatus>

export const startStatus = (filters: string): FetchStatus => parseFetchStatus({ filters })

/** Other filters start with a status of their own. */
export const toCurrentStatus = (status: FetchStatus, filters: string): FetchStatus =>
  status.filters === filters ? status : startStatus(filters)

export const fetchStatusItem = createStoredItem({
  key: `fetch-status${deckName}`,
  parse: parseFetchStatus,
})
