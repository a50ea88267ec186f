import { describe, expect, it } from 'vitest'
import { settlesWithin, withinDeadline } from '../../../server/catalogue/deadline.ts'

const late = () => new Error('late')
const never = () => new Promise<string>(() => undefined)
const limits = (timeoutMs = 20) => ({ timeoutMs, stopping: new AbortController().signal, late })

describe('withinDeadline', () => {
  it('answers what the work answers', async () => {
    expect(await withinDeadline(async () => 'done', limits(5_000))).toBe('done')
  })

  it('gives up on work that takes no notice of its signal', async () => {
    await expect(withinDeadline(never, limits())).rejects.toThrow('late')
  })

  it('is late also for work that stops in its own words', async () => {
    const work = (signal: AbortSignal) =>
      new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    await expect(withinDeadline(work, limits())).rejects.toThrow('late')
  })

  it('passes on that everything stops', async () => {
    const stopping = new AbortController()
    const work = (signal: AbortSignal) =>
      new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    const running = withinDeadline(work, { ...limits(5_000), stopping: stopping.signal })
    stopping.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
  })
})

describe('settlesWithin', () => {
  it('tells whether work ended in time', async () => {
    expect(await settlesWithin(Promise.resolve(), 5_000)).toBe(true)
    expect(await settlesWithin(undefined, 5_000)).toBe(true)
    expect(await settlesWithin(never(), 10)).toBe(false)
  })
})
