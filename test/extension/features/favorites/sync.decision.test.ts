import { describe, expect, it } from 'vitest'
import { decideAfter } from '../../../../extension/features/favorites/sync.ts'
import { FrescoError, type FrescoErrorCode } from '../../../../shared/client/fresco-error.ts'

const failure = (status: number, code: FrescoErrorCode = 'REFUSED', retryAfterMs?: number) =>
  new FrescoError(code, 'No', { status, retryAfterMs })

describe('decideAfter', () => {
  it('keeps the change after a 200 in another format, such as a login page of the network', () => {
    const retry = { kind: 'retry', problem: { kind: 'not-a-catalogue' } }
    expect(decideAfter(failure(200, 'UNEXPECTED_ANSWER'))).toEqual(retry)
  })

  it('keeps the change when the server does not answer', () => {
    const noAnswer = new FrescoError('UNREACHABLE', 'No answer')
    expect(decideAfter(noAnswer)).toEqual({ kind: 'retry', problem: { kind: 'unreachable' } })
  })

  it.each([300, 302, 404, 405, 408, 425, 429, 500, 502, 503, 504])(
    'keeps the change after a %d, which says nothing about it',
    (n) => {
      expect(decideAfter(failure(n))).toMatchObject({
        kind: 'retry',
        problem: { kind: 'refused', status: n },
      })
    },
  )

  it('waits as long as the server asks', () => {
    expect(decideAfter(failure(429, 'REFUSED', 7_000))).toMatchObject({ retryAfterMs: 7_000 })
  })

  it('keeps the change when the server refuses the token', () => {
    expect(decideAfter(failure(401))).toEqual({ kind: 'unauthorized' })
  })

  it.each([400, 403, 409, 413, 422])(
    'drops the change after a %d in the format of the API, with the reason',
    (n) => {
      expect(decideAfter(failure(n))).toEqual({ kind: 'refused', reason: 'No' })
    },
  )

  it('keeps the change after a 403 in another format', () => {
    expect(decideAfter(failure(403, 'UNEXPECTED_ANSWER'))).toMatchObject({ kind: 'retry' })
  })
})
