import { describe, expect, it } from 'vitest'
import { coalesce } from '../../../extension/platform/coalesce.ts'

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
  it('runs once for calls at the same time', async () => {
    const { run, runs, finish } = setUp()
    const calls = [run({ asked: false }), run({ asked: false })]
    finish()
    await Promise.all(calls)
    expect(runs).toEqual([false])
  })

  it('runs once more for what was asked meanwhile', async () => {
    const { run, runs, finish } = setUp()
    run({ asked: false })
    const asked = [run({ asked: true }), run({ asked: true })]
    finish()
    await tick()
    finish()
    await Promise.all(asked)
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
