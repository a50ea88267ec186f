import { describe, expect, it } from 'vitest'
import { decideAfter } from '../../../../extension/features/favorites/sync.ts'
import { FrescoError, type FrescoErrorCode } from '../../../../shared/client/fresco-error.ts'

const failure = (status: number, code: FrescoErrorCode = 'REFUSED', retryAfterMs?: number) =>
  new FrescoError(code, 'No', { status, retryAfterMs })
const retryAfter = (problem: object) => ({ kind: 'retry', problem })

describe('decideAfter', () => {
  it.each<[FrescoError, object]>([
    // A login page of the network.
    [failure(200, 'UNEXPECTED_ANSWER'), retryAfter({ kind: 'not-a-catalogue' })],
    [new FrescoError('UNREACHABLE', 'No answer'), retryAfter({ kind: 'unreachable' })],
    [failure(401), { kind: 'unauthorized' }],
    [failure(403, 'UNEXPECTED_ANSWER'), { kind: 'retry' }],
    [failure(429, 'REFUSED', 7_000), { kind: 'retry', retryAfterMs: 7_000 }],
    ...[300, 302, 404, 405, 408, 425, 429, 500, 502, 503, 504].map(
      (status): [FrescoError, object] => [failure(status), retryAfter({ kind: 'refused', status })],
    ),
  ])('keeps the change after %j', (error, decision) => {
    expect(decideAfter(error)).toMatchObject(decision)
  })

  it.each([400, 403, 409, 413, 422])(
    'drops the change after a %d in the format of the API, with the reason',
    (status) => {
      expect(decideAfter(failure(status))).toEqual({ kind: 'refused', reason: 'No' })
    },
  )
})
