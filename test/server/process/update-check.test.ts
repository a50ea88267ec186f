import { describe, expect, it } from 'vitest'
import type { Release } from '../../../server/ports.ts'
import { compareVersions, createUpdateCheck } from '../../../server/process/update-check.ts'

const release: Release = { version: '1.3.0', url: 'https://home.example/v1.3.0' }
const hourMs = 3_600_000
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

const open = (answers: readonly (Release | 'same' | 'fails' | 'hangs')[], kept?: unknown) => {
  const waiting = [...answers]
  const asked: (string | undefined)[] = []
  let now = Date.parse('2026-11-23')
  let stored = kept
  const start = () =>
    createUpdateCheck({
      current: '1.2.3',
      fetchRelease: async (etag) => {
        asked.push(etag)
        const answer = waiting.shift()
        if (answer === 'fails' || answer === undefined) throw new Error('no answer')
        if (answer === 'hangs') return new Promise(() => undefined)
        return answer === 'same' ? { release: undefined, etag } : { release: answer, etag: '"one"' }
      },
      store: {
        restore: async () => stored,
        keep: async (value) => {
          stored = JSON.parse(JSON.stringify(value))
        },
      },
      pause: async () => undefined,
      clock: () => now,
      log: silent,
    })
  return {
    asked,
    start,
    pass: (hours: number) => {
      now += hours * hourMs
    },
  }
}

/** The answer may arrive after the page was shown. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createUpdateCheck', () => {
  it('asks once a day, also after restarts, and names the answer that it has', async () => {
    const world = open([release, 'same', 'same'])
    await world.start()()
    await settle()
    expect(await world.start()()).toMatchObject({ newest: release, isNewer: true, failed: false })
    world.pass(23)
    await world.start()()
    expect(world.asked).toEqual([undefined])
    world.pass(1)
    const find = world.start()
    await find()
    await settle()
    expect(await find()).toMatchObject({ newest: release, isNewer: true })
    expect(world.asked).toEqual([undefined, '"one"'])
  })

  it('does not ask again on the same day after a failure', async () => {
    const world = open(['fails', release])
    const find = world.start()
    await find()
    await settle()
    expect(await find()).toMatchObject({ newest: undefined, isNewer: false, failed: true })
    expect(world.asked).toHaveLength(1)
    world.pass(24)
    await find()
    await settle()
    expect(await find()).toMatchObject({ newest: release, failed: false })
  })

  it('does not let a page wait for an answer that does not come', async () => {
    const world = open(['hangs'])
    expect(await world.start()()).toBeUndefined()
  })

  it('asks again if what is stored cannot be read', async () => {
    const world = open([release], { askedAt: 'yesterday' })
    const find = world.start()
    await find()
    await settle()
    expect(await find()).toMatchObject({ newest: release })
  })
})

describe('compareVersions', () => {
  it.each([
    ['1.10.0', '1.9.9', 1],
    ['1.2.3', '1.2.3', 0],
    ['0.9.0', '1.0.0', -1],
    ['2.0.0-beta.1', '1.9.0', 1],
    ['1.2.3-beta.1', '1.2.3', 0],
    ['1.2.3rc1', '1.2.3', 0],
  ])('compares %s with %s', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign)
  })
})
