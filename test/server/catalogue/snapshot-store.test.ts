import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSnapshotStore } from '../../../server/catalogue/snapshot-store.ts'

type Read = (previous: string | undefined) => Promise<string | undefined>

const createStore = (read: Read) => {
  const lines: string[] = []
  const write = (_: object, message: string) => lines.push(message)
  const log = { info: write, warn: write, error: write }
  const store = createSnapshotStore({ name: 'test', read, refreshMs: 1000, firstWaitMs: 500, log })
  return { store, lines }
}

/** Answers the given results in turn, then the last one for ever; an Error is thrown. */
const readInTurn = (...results: (string | undefined | Error)[]) => {
  let reads = 0
  const read: Read = async () => {
    const result = results[Math.min(reads++, results.length - 1)]
    if (result instanceof Error) throw result
    return result
  }
  return { read, reads: () => reads }
}

describe('createSnapshotStore', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('reads once however many ask before the first value is there', async () => {
    const { read, reads } = readInTurn('first')
    const { store } = createStore(read)
    store.start()
    const values = await Promise.all(Array.from({ length: 100 }, () => store.current()))
    expect(new Set(values)).toEqual(new Set(['first']))
    expect(reads()).toBe(1)
  })

  it('takes the newer value after the pause', async () => {
    const { store } = createStore(readInTurn('first', 'second').read)
    await store.start()
    expect(await store.current()).toBe('first')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.current()).toBe('second')
  })

  it('keeps the value when the source says that nothing changed', async () => {
    const { store } = createStore(readInTurn('first', undefined).read)
    await store.start()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await store.current()).toBe('first')
  })

  it('keeps the stale value when a refresh fails, and says so once', async () => {
    const { store, lines } = createStore(readInTurn('first', new Error('gone')).read)
    await store.start()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await store.current()).toBe('first')
    expect(store.state()).toMatchObject({ ready: true, failing: true })
    expect(lines.filter((line) => line.includes('could not be read'))).toHaveLength(1)
  })

  it('tells the failure of the first read to those who wait, and recovers by itself', async () => {
    const { store } = createStore(readInTurn(new Error('not yet'), 'first').read)
    await store.start()
    await expect(store.current()).rejects.toThrow('not yet')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.current()).toBe('first')
  })

  it('does not let a caller wait for ever for the first value', async () => {
    const { store } = createStore(() => new Promise(() => undefined))
    store.start()
    const answer = expect(store.current()).rejects.toThrow('still being read')
    await vi.advanceTimersByTimeAsync(500)
    await answer
  })

  it('tells the age of what it serves', async () => {
    const { store } = createStore(readInTurn('first', new Error('gone')).read)
    expect(store.state()).toEqual({ ready: false, ageSeconds: undefined, failing: false })
    await store.start()
    await vi.advanceTimersByTimeAsync(90_000)
    expect(store.state().ageSeconds).toBe(90)
  })

  it('goes on at once while what was read is only a part', async () => {
    const { read, reads } = readInTurn('part', 'part 2', 'whole')
    const write = () => undefined
    const store = createSnapshotStore({
      name: 'test',
      read,
      refreshMs: 600_000,
      isPartial: (value) => value.startsWith('part'),
      log: { info: write, warn: write, error: write },
    })
    await store.start()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.current()).toBe('whole')
    expect(reads()).toBe(3)
  })

  it('reads no more after it was stopped', async () => {
    const { read, reads } = readInTurn('first')
    const { store } = createStore(read)
    await store.start()
    store.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads()).toBe(1)
  })
})
