import { describe, expect, it } from 'vitest'
import { systemTiming } from '../../../server/adapters/system-timing.ts'

const { timers } = systemTiming
const late = new Error('late')
const never = () => new Promise<string>(() => undefined)

describe('systemTiming', () => {
  it('answers what the work answers', async () => {
    expect(await timers.limit(Promise.resolve('done'), 5_000, late)).toBe('done')
    expect(await timers.limit(Promise.resolve(), 5_000, late)).toBe(undefined)
  })

  it('passes on that the work fails', async () => {
    const failing = Promise.reject(new Error('broken'))
    await expect(timers.limit(failing, 5_000, late)).rejects.toThrow('broken')
  })

  it('gives up on work that takes too long', async () => {
    await expect(timers.limit(never(), 10, late)).rejects.toThrow('late')
  })

  it('runs a task later, unless it is canceled', async () => {
    const ran: string[] = []
    const cancel = timers.schedule(5, () => ran.push('canceled'))
    await new Promise<void>((resolve) => {
      timers.schedule(10, () => {
        ran.push('kept')
        resolve()
      })
      cancel()
      // The timer keeps the test's process alive, because the tested tasks do not.
      setTimeout(resolve, 1_000)
    })
    expect(ran).toEqual(['kept'])
  })
})
