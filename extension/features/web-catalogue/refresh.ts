import type { CatalogueState } from './catalogue-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
// Firefox's cache stores no entry above 50 MB, so that each look at a large index downloads it again.
const largeBytes = 20 * 1024 * 1024
const firstRetryMs = hourMs / 2

/** Plans when to ask for news after a success: in an hour, or in a day for a large list. */
export const toNextLook = (
  { bytes }: Pick<CatalogueState, 'bytes'>,
  now: number,
  random: () => number,
) =>
  // Without the random part, everyone who opens a browser at nine would ask at ten.
  now + Math.round((bytes > largeBytes ? dayMs : hourMs) * (1 + random() / 4))

/** Plans the next attempt after a failure. The stored catalogue is used until then. */
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
