import { describe, expect, it } from 'vitest'
import { coalesce, createQueue, createSingleFlight, inParallel } from '../../shared/async.ts'

const setUp = () => {
  const runs: boolean[] = []
  const finishes: (() => void)[] = []
  const run = coalesce(({ asked }) => {
    runs.push(asked)
    return new Promise<void>((resolve) => finishes.push(resolve))
  })
  return { run, runs, finish: () => finishes.shift()?.() }
}
const tick = () => new Promise((resolve) => setTimeout(resolve))

describe('createSingleFlight', () => {
  it('shares one run among calls with the same key, and runs again after its end', async () => {
    const once = createSingleFlight<number>()
    let runs = 0
    const run = (key: string) =>
      once(key, async () => {
        runs += 1
        if (runs === 1) throw new Error('broken')
        return runs
      })
    await expect(Promise.all([run('one'), run('one')])).rejects.toThrow('broken')
    expect(await Promise.all([run('one'), run('one'), run('other')])).toEqual([2, 2, 3])
  })
})

describe('coalesce', () => {
  it('runs once more for all calls during a run, which may have changed something', async () => {
    const { run, runs, finish } = setUp()
    const calls = [run({ asked: false })]
    await tick()
    for (const asked of [false, true, false]) calls.push(run({ asked }))
    finish()
    await tick()
    finish()
    await Promise.all(calls)
    expect(runs).toEqual([false, true])
  })

  it('can run again after a failure', async () => {
    let calls = 0
    const run = coalesce(async () => {
      if (++calls === 1) throw new Error('once')
    })
    await expect(run({ asked: false })).rejects.toThrow('once')
    await run({ asked: false })
    expect(calls).toBe(2)
  })
})

describe('createQueue', () => {
  it('does one work after another, also after a failure', async () => {
    const inTurn = createQueue()
    const done: number[] = []
    const first = inTurn(async () => {
      await Promise.resolve()
      done.push(1)
      throw new Error('failed')
    })
    const second = inTurn(async () => done.push(2))
    await expect(first).rejects.toThrow('failed')
    await second
    expect(done).toEqual([1, 2])
  })
})

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
    await inParallel([1, 2, 3, 4, 5], work, { width: 2 })
    expect(most).toBe(2)
    expect(done).toEqual([1, 2, 3, 4, 5])
  })

  it('stops when there is enough', async () => {
    const done: number[] = []
    const work = async (item: number) => {
      done.push(item)
    }
    await inParallel([1, 2, 3, 4, 5], work, { width: 1, isEnough: () => done.length === 2 })
    expect(done).toEqual([1, 2])
  })
})
