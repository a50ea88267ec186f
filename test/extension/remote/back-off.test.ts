import { describe, expect, it } from 'vitest'
import { startStatus } from '../../../extension/features/supply/fetch-status.ts'
import { mayAttempt, recordFailure, recordSuccess } from '../../../extension/remote/back-off.ts'

const unreachable = { problem: { kind: 'unreachable' }, retryAfterMs: undefined } as const
const now = 1_000_000_000
const middle = () => 0.5
const failed = (times: number, failure: Parameters<typeof recordFailure>[1] = unreachable) => {
  let status = startStatus('f')
  for (let i = 0; i < times; i++) status = recordFailure(status, failure, { now, random: middle })
  return status
}

describe('recordFailure', () => {
  it('waits twice as long after each failure, half an hour at most', () => {
    expect([1, 2, 3].map((times) => failed(times).retryAt - now)).toEqual([10_000, 20_000, 40_000])
    expect(failed(40).retryAt - now).toBe(30 * 60_000)
  })

  it('waits as long as the server asks for, a day at most', () => {
    const asked = { problem: { kind: 'refused', status: 429 }, retryAfterMs: 90_000 } as const
    expect(failed(1, asked).retryAt - now).toBe(90_000)
    expect(failed(1, { ...asked, retryAfterMs: 1e15 }).retryAt - now).toBe(24 * 60 * 60_000)
  })
})

describe('mayAttempt', () => {
  it('leaves a dead server alone until the wait is over', () => {
    const status = failed(1)
    expect(mayAttempt(status, false, now + 9_999)).toBe(false)
    expect(mayAttempt(status, false, now + 10_000)).toBe(true)
  })

  it('tries sooner for a person who is waiting, but not at every click', () => {
    const status = failed(10)
    expect(mayAttempt(status, true, now + 1_000)).toBe(false)
    expect(mayAttempt(status, true, now + 3_000)).toBe(true)
  })

  it('never cuts short a wait that the server asked for', () => {
    const status = failed(1, { problem: { kind: 'refused', status: 503 }, retryAfterMs: 60_000 })
    expect(mayAttempt(status, true, now + 59_000)).toBe(false)
  })

  it('forgets its plans when the clock was set back', () => {
    expect(mayAttempt(failed(9), false, now - 5)).toBe(true)
  })
})

describe('recordSuccess', () => {
  it('forgets the problem', () => {
    expect(recordSuccess(failed(3), now)).toMatchObject({ failures: 0, problem: null, retryAt: 0 })
  })
})
