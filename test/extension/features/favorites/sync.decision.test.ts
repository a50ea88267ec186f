import { describe, expect, it } from 'vitest'
import { decideAfter } from '../../../../extension/features/favorites/sync.ts'

const answer = (status: number, body: unknown = { error: 'No' }, retryAfterMs?: number) => ({
  status,
  body,
  retryAfterMs,
})

describe('decideAfter', () => {
  it('takes the list of favorites from a successful answer', () => {
    expect(decideAfter(answer(200, { success: true, favorites: ['a'] }))).toEqual({
      kind: 'done',
      favorites: ['a'],
    })
  })

  it('keeps the change after a 200 in another format, such as a login page of the network', () => {
    const retry = { kind: 'retry', problem: { kind: 'not-a-catalogue' } }
    expect(decideAfter(answer(200, undefined))).toEqual(retry)
  })

  it('keeps the change when the server does not answer', () => {
    expect(decideAfter(undefined)).toEqual({ kind: 'retry', problem: { kind: 'unreachable' } })
  })

  it.each([300, 302, 404, 405, 408, 425, 429, 500, 502, 503, 504])(
    'keeps the change after a %d, which says nothing about it',
    (n) => {
      expect(decideAfter(answer(n))).toMatchObject({
        kind: 'retry',
        problem: { kind: 'refused', status: n },
      })
    },
  )

  it('waits as long as the server asks', () => {
    expect(decideAfter(answer(429, {}, 7_000))).toMatchObject({ retryAfterMs: 7_000 })
  })

  it('keeps the change when the server refuses the token', () => {
    expect(decideAfter(answer(401))).toEqual({ kind: 'unauthorized' })
  })

  it.each([400, 403, 409, 413, 422])(
    'drops the change after a %d in the format of the API, with the reason',
    (n) => {
      expect(decideAfter(answer(n))).toEqual({ kind: 'refused', reason: 'No' })
    },
  )

  it('keeps the change after a 403 in another format', () => {
    expect(decideAfter(answer(403, '<h1>Proxy</h1>'))).toMatchObject({ kind: 'retry' })
  })
})
