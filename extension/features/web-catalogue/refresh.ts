import { dayMs, hourMs } from '../../../shared/days.ts'
import { toWait } from '../../remote/back-off.ts'
import type { CatalogueState } from './catalogue-store.ts'

// Larger lists are checked once a day. Firefox caches no entry above 50 MB, so each check downloads such a list again.
const largeBytes = 20 * 1024 * 1024
const firstRetryMs = hourMs / 2

/** Tells whether it is time to check for changes. */
export const isDue = ({ dueAt }: Pick<CatalogueState, 'dueAt'>, now: number) =>
  toWait(dueAt, now, 1.25 * dayMs) === 0

/** Returns when to check for changes after a success: in about an hour, or in about a day for a large list. */
export const toNextLook = (
  { bytes }: Pick<CatalogueState, 'bytes'>,
  now: number,
  random: () => number,
) =>
  // Without the random part, everyone who opens a browser at nine would ask at ten.
  now + Math.round((bytes > largeBytes ? dayMs : hourMs) * (1 + random() / 4))

/** Returns the state after a failed check, with the time of the next one. */
export const toRetry = (
  state: CatalogueState,
  {
    retryAfterMs,
    now,
    random,
  }: { retryAfterMs: number | undefined; now: number; random: () => number },
): CatalogueState => {
  const doubled = Math.min(firstRetryMs * 2 ** state.failures, dayMs)
  const waitMs = Math.min(Math.max(retryAfterMs ?? 0, doubled), dayMs)
  return {
    ...state,
    failures: state.failures + 1,
    dueAt: now + Math.round(waitMs * (1 + random() / 4)),
  }
}
