import { describe, expect, it } from 'vitest'
import { createHealthCheck } from '../../../server/process/health.ts'
import { createMemoryLog } from '../adapters/folder/harness.ts'

const never = () => new Promise<never>(() => undefined)

describe('createHealthCheck', () => {
  it('says of each service whether it answers', async () => {
    const { log } = createMemoryLog()
    const check = createHealthCheck({
      probes: {
        accounts: async () => 'an answer',
        redis: () => Promise.reject(new Error('connect ECONNREFUSED secret-host:6379')),
        slow: never,
      },
      log,
      deadlineMs: 20,
    })
    expect(await check()).toEqual({
      accounts: { ready: true },
      redis: { ready: false, problem: 'It cannot be used at the moment' },
      slow: { ready: false, problem: 'No answer within 20 ms' },
    })
  })

  it('asks once for all checks within its time', async () => {
    let asked = 0
    let now = 0
    const probe = async () => (asked += 1)
    const { log } = createMemoryLog()
    const check = createHealthCheck({ probes: { probe }, log, maxAgeMs: 2_000, clock: () => now })
    await Promise.all([check(), check()])
    now = 1_999
    await check()
    expect(asked).toBe(1)
    now = 2_000
    await check()
    expect(asked).toBe(2)
  })

  it('logs when something goes away and when it is back, not in between', async () => {
    const { lines, log } = createMemoryLog()
    let away = true
    const probe = () => (away ? Promise.reject(new Error('away')) : Promise.resolve())
    const check = createHealthCheck({ probes: { redis: probe }, log, maxAgeMs: 0 })
    await check()
    await check()
    away = false
    await check()
    await check()
    expect(lines).toEqual(['redis: does not answer', 'redis: answers again'])
  })
})
