import { describe, expect, it } from 'vitest'
import { startStatus, toCurrentStatus } from '../../../../extension/features/supply/fetch-status.ts'

const now = 1_000_000_000

describe('toCurrentStatus', () => {
  it('starts afresh with other filters', () => {
    expect(toCurrentStatus({ ...startStatus('f'), failures: 3 }, 'other', now)).toEqual(
      startStatus('other'),
    )
  })

  it('tries the whole history again after a day', () => {
    const small = { ...startStatus('f'), reach: { walls: 5 }, reachedAt: now }
    expect(toCurrentStatus(small, 'f', now + 1).reach).toEqual({ walls: 5 })
    expect(toCurrentStatus(small, 'f', now + 25 * 60 * 60_000).reach).toEqual({})
  })
})
