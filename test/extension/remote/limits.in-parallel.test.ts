import { describe, expect, it } from 'vitest'
import { inParallel } from '../../../extension/remote/limits.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve, 1))

describe('inParallel', () => {
  it('works on two at a time, in order', async () => {
    let running = 0
    let most = 0
    const done: number[] = []
    const work = async (item: number) => {
      most = Math.max(most, ++running)
      await tick()
      done.push(item)
      running--
    }
    await inParallel([1, 2, 3, 4, 5], 2, work, () => false)
    expect(most).toBe(2)
    expect(done).toEqual([1, 2, 3, 4, 5])
  })

  it('stops when there is enough', async () => {
    const done: number[] = []
    const work = async (item: number) => {
      done.push(item)
    }
    await inParallel([1, 2, 3, 4, 5], 1, work, () => done.length === 2)
    expect(done).toEqual([1, 2])
  })
})
