import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTiming } from '../../../server/adapters/system-timing.ts'
import {
  createSnapshotStore,
  type SnapshotStoreOptions,
} from '../../../server/catalogue/snapshot-store.ts'
import { DomainError } from '../../../server/domain-error.ts'

type Options = SnapshotStoreOptions<string>
type Read = Options['read']

const createStore = (read: Read, options: Partial<Options> = {}) => {
  const lines: string[] = []
  const write = (_: object, message: string) => lines.push(message)
  const store = createSnapshotStore({
    name: 'test',
    read,
    refreshMs: 1000,
    log: { info: write, warn: write, error: write },
    timing: { ...systemTiming, random: () => 0.5 },
    ...options,
  })
  return { store, lines }
}

/**
 * Creates a fake read function. It returns the results in order and then repeats the last one. A
 * result that is an Error is thrown.
 */
const readInTurn = (...results: (string | undefined | Error)[]) => {
  let reads = 0
  const read: Read = async () => {
    const result = results[Math.min(reads++, results.length - 1)]
    if (result instanceof Error) throw result
    return result
  }
  return { read, reads: () => reads }
}

const unavailable = (text: string, retryAfterSeconds?: number) =>
  new DomainError('CATALOGUE_UNAVAILABLE', text, retryAfterSeconds ? { retryAfterSeconds } : {})
const never = () => new Promise<string>(() => undefined)
const minute = 60_000

describe('createSnapshotStore', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('reads once however many ask before the first value is there', async () => {
    const { read, reads } = readInTurn('first')
    const { store } = createStore(read)
    void store.start()
    const values = await Promise.all(Array.from({ length: 100 }, () => store.current()))
    expect(new Set(values)).toEqual(new Set(['first']))
    expect(reads()).toBe(1)
  })

  it('keeps the stale value when refreshes fail, and logs changes only', async () => {
    const gone = unavailable('The source is gone')
    const { read } = readInTurn('first', gone, gone, gone, unavailable('It is full'), 'second')
    const { store, lines } = createStore(read)
    await store.start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await store.current()).toBe('first')
    expect(store.state()).toMatchObject({ ready: true, failing: true })
    await vi.advanceTimersByTimeAsync(minute)
    expect(await store.current()).toBe('second')
    expect(lines).toEqual([
      'The source is gone; the last good copy stays in use',
      'It is full; the last good copy stays in use',
      'The test is back',
    ])
  })

  it('comes back later and later while it fails, and as usual afterwards', async () => {
    const at: number[] = []
    const begun = Date.now()
    const { store } = createStore(async () => {
      at.push((Date.now() - begun) / 1000)
      if (at.length < 5) throw new Error('gone')
      return 'first'
    })
    await store.start()
    await vi.advanceTimersByTimeAsync(17_000)
    expect(at).toEqual([0, 1, 3, 7, 15, 16, 17])
  })

  it('waits as long as an error asks for', async () => {
    const { read, reads } = readInTurn(unavailable('Too many', 600), 'first')
    const { store } = createStore(read)
    await store.start()
    expect(store.state().nextAttemptSeconds).toBeGreaterThanOrEqual(600)
    await vi.advanceTimersByTimeAsync(599_000)
    expect(reads()).toBe(1)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await store.current()).toBe('first')
  })

  it('throws the error of the first read to waiting callers, and recovers by itself', async () => {
    const { store } = createStore(readInTurn(new Error('not yet'), 'first').read)
    await store.start()
    await expect(store.current()).rejects.toThrow('not yet')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.current()).toBe('first')
  })

  it('does not let a caller wait for ever for the first value', async () => {
    const { store } = createStore(never)
    void store.start()
    const answer = expect(store.current()).rejects.toThrow('still loading')
    await vi.advanceTimersByTimeAsync(4_000)
    await answer
  })

  it('gives up on a read that does not end, and tries again', async () => {
    let reads = 0
    const { store } = createStore(async () => (++reads === 1 ? never() : 'first'))
    const started = store.start()
    await vi.advanceTimersByTimeAsync(30_000)
    await started
    expect(store.state().problem).toBe('The test could not be read within 30 seconds')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.current()).toBe('first')
  })

  it('ends a read when it is stopped', async () => {
    const seen: string[] = []
    const read: Read = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          seen.push('stopped')
          reject(signal.reason)
        }),
      )
    const { store, lines } = createStore(read)
    const started = store.start()
    await vi.advanceTimersByTimeAsync(0)
    const stopped = store.stop()
    await Promise.all([started, stopped])
    expect(seen).toEqual(['stopped'])
    expect(lines).toEqual([])
  })

  it('never makes a caller wait once there is a value', async () => {
    let reads = 0
    const { store } = createStore(async () => (++reads === 1 ? 'first' : never()))
    await store.start()
    await vi.advanceTimersByTimeAsync(2000)
    expect(store.state().nextAttemptSeconds).toBe(0)
    const answer = await Promise.race([store.current(), Promise.resolve().then(() => 'waited')])
    expect(answer).toBe('first')
  })

  it('reports its state', async () => {
    const { store } = createStore(readInTurn('first', unavailable('It is gone')).read)
    const nothing = { ageSeconds: undefined, failing: false, failures: 0, nextAttemptSeconds: 0 }
    expect(store.state()).toEqual({ ready: false, ...nothing })
    await store.start()
    expect(store.state()).toMatchObject({ ready: true, ageSeconds: 0, nextAttemptSeconds: 1 })
    await vi.advanceTimersByTimeAsync(90_000)
    expect(store.state()).toMatchObject({ ageSeconds: 90, failures: 7, problem: 'It is gone' })
  })

  it('shows no text of a foreign error in its state or its log lines', async () => {
    const { store, lines } = createStore(readInTurn(new Error('Bearer secret')).read)
    await store.start()
    expect(store.state().problem).toBe('The test could not be read')
    expect(lines).toEqual(['The test could not be read; there is nothing to serve yet'])
  })

  it('reads on at once while the value is only a part', async () => {
    const { read, reads } = readInTurn('part', 'part 2', 'whole')
    const kept: string[] = []
    const { store } = createStore(read, {
      refreshMs: 600_000,
      isPartial: (value) => value.startsWith('part'),
      keep: async (value) => void kept.push(value),
    })
    await store.start()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.current()).toBe('whole')
    expect(reads()).toBe(3)
    expect(kept).toEqual(['whole'])
  })

  it('reads no more after it was stopped', async () => {
    const { read, reads } = readInTurn('first')
    const { store } = createStore(read)
    await store.start()
    await store.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads()).toBe(1)
  })
})

describe('createSnapshotStore across restarts', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const hourAgo = async () => ({ value: 'kept', confirmedAt: Date.now() - 60 * minute })

  it('starts at once with the restored value and its true age, and reads in the background', async () => {
    const { store } = createStore(never, { restore: hourAgo })
    await store.start()
    expect(await store.current()).toBe('kept')
    expect(store.state()).toMatchObject({ ready: true, ageSeconds: 3600, nextAttemptSeconds: 0 })
  })

  it('passes the restored value to the first read, which confirms it', async () => {
    const seen: unknown[] = []
    const read: Read = async (previous) => void seen.push(previous)
    const { store } = createStore(read, { restore: hourAgo })
    await store.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual(['kept'])
    expect(store.state().ageSeconds).toBe(0)
  })

  it('keeps every new value, in order', async () => {
    const kept: string[] = []
    const keep = async (value: string) => {
      await new Promise((resolve) => setTimeout(resolve, value === 'first' ? 1500 : 0))
      kept.push(value)
    }
    const { store } = createStore(readInTurn('first', 'second', undefined).read, { keep })
    await store.start()
    expect(await store.current()).toBe('first')
    await vi.advanceTimersByTimeAsync(5000)
    expect(kept).toEqual(['first', 'second'])
  })

  it('only logs that a value could be neither saved nor restored', async () => {
    const broken = () => Promise.reject(new Error('the disk is full'))
    const { store, lines } = createStore(readInTurn('first', undefined).read, {
      keep: broken,
      restore: broken,
    })
    await store.start()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await store.current()).toBe('first')
    expect(lines).toEqual([
      'The saved copy of the test could not be loaded',
      'The test could not be saved for the next start',
    ])
  })
})
