import { describe, expect, it } from 'vitest'
import { createWorkQueue } from '../../../server/adapters/work-queue.ts'

const createJobs = () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const job = (number: number) => () => {
    begun.push(number)
    return new Promise<number>((resolve) => ends.push(() => resolve(number)))
  }
  return { begun, job, endNext: () => ends.shift()?.() }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createWorkQueue', () => {
  it('runs `concurrency` jobs at a time, in order', async () => {
    const { begun, job, endNext } = createJobs()
    const inTurn = createWorkQueue({ concurrency: 2, maxWaiting: 9 })
    const all = Promise.all([1, 2, 3, 4].map((number) => inTurn(job(number))))
    await settle()
    expect(begun).toEqual([1, 2])
    endNext()
    await settle()
    expect(begun).toEqual([1, 2, 3])
    for (let end = 0; end < 3; end += 1) {
      endNext()
      await settle()
    }
    expect(await all).toEqual([1, 2, 3, 4])
  })

  it('continues after a failed job', async () => {
    const inTurn = createWorkQueue({ concurrency: 1, maxWaiting: 1 })
    const failing = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
