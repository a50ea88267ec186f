import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDeadline } from '../../../extension/remote/limits.ts'

describe('withDeadline', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('fails when the work takes longer', async () => {
    const failure = withDeadline(new Promise(() => {}), 5_000).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await failure).toMatchObject({
      name: 'DeadlineError',
      code: 'DEADLINE',
      message: 'No answer within 5000 ms',
    })
  })

  it('passes on what comes of the work, and stops its timer', async () => {
    expect(await withDeadline(Promise.resolve(7), 5_000)).toBe(7)
    await expect(withDeadline(Promise.reject(new Error('no')), 5_000)).rejects.toThrow('no')
    expect(vi.getTimerCount()).toBe(0)
  })
})
