import { describe, expect, it } from 'vitest'
import { coalesce } from '../../../extension/remote/limits.ts'

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
