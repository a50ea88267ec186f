import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTiming } from '../../../server/adapters/system-timing.ts'
import {
  createDownloadCounts,
  type DownloadCount,
  type DownloadStore,
} from '../../../server/catalogue/download-counts.ts'
import { createMemoryDownloads } from '../../memory-downloads.ts'
import { createMemoryLog } from '../adapters/folder/harness.ts'

describe('createDownloadCounts', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const open = (store: DownloadStore = createMemoryDownloads()) => {
    const writes: (readonly DownloadCount[])[] = []
    const { lines, log } = createMemoryLog()
    let problem: Error | undefined
    let reads = 0
    const check = () => {
      if (problem) throw problem
    }
    const counts = createDownloadCounts({
      store: {
        add: async (batch) => {
          check()
          writes.push(batch)
          await store.add(batch)
        },
        listMost: async (limit) => {
          reads += 1
          check()
          return store.listMost(limit)
        },
      },
      ...systemTiming,
      log,
    })
    const list = async () => (await counts.listMost()).map(({ id, count }) => `${id} ${count}`)
    const fail = (error?: Error) => {
      problem = error
    }
    return { counts, store, writes, lines, list, fail, reads: () => reads }
  }

  it('writes once a second, however many downloads there were', async () => {
    const { counts, writes } = open()
    for (let n = 0; n < 1_000; n += 1) counts.count(n % 4 === 0 ? 'lake' : 'pine')
    await vi.advanceTimersByTimeAsync(999)
    expect(writes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    const updatedAt = Date.now() - 1_000
    expect(writes).toEqual([
      [
        { id: 'lake', count: 250, updatedAt },
        { id: 'pine', count: 750, updatedAt },
      ],
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(writes).toHaveLength(1)
  })

  it('writes at most 500 counts in one piece', async () => {
    const { counts, writes } = open()
    for (let n = 0; n < 1_200; n += 1) counts.count(`id-${n}`)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(writes.map(({ length }) => length)).toEqual([500, 500, 200])
  })

  it('lists what was counted a moment ago, and the same list for ten seconds', async () => {
    const { counts, list, reads } = open()
    counts.count('lake')
    expect(await Promise.all([list(), list()])).toEqual([['lake 1'], ['lake 1']])
    counts.count('lake')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(await list()).toEqual(['lake 1'])
    expect(reads()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await list()).toEqual(['lake 2'])
  })

  it('lists what another server counted', async () => {
    const one = open()
    const other = open(one.store)
    one.counts.count('lake')
    other.counts.count('lake')
    await one.list()
    expect(await other.list()).toEqual(['lake 2'])
  })

  it('stores everything before it closes, and nothing afterwards', async () => {
    const { counts, store, writes } = open()
    counts.count('lake')
    await counts.close()
    expect(await store.listMost(10)).toEqual([{ id: 'lake', count: 1, updatedAt: Date.now() }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(writes).toHaveLength(1)
  })

  it('stores downloads later when the database is away, and each of them once', async () => {
    const { counts, lines, list, fail } = open()
    fail(new Error('away'))
    for (let n = 0; n < 600; n += 1) counts.count(`id-${n}`)
    await vi.advanceTimersByTimeAsync(20_000)
    counts.count('id-0')
    expect(lines).toEqual(['Downloads could not be stored; trying again'])
    fail()
    await vi.advanceTimersByTimeAsync(11_000)
    const listed = await list()
    expect(listed).toHaveLength(600)
    expect(listed[0]).toBe('id-0 2')
  })

  it('serves the last known counts while the database is away', async () => {
    const { counts, lines, list, fail } = open()
    counts.count('lake')
    await list()
    fail(new Error('away'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await list()).toEqual(['lake 1'])
    expect(lines).toEqual(['Download counts could not be read; the last known ones stay in use'])
  })

  it('asks to try again when the counts were never read', async () => {
    const { list, fail } = open()
    const away = new Error('away')
    fail(away)
    await expect(list()).rejects.toMatchObject({ code: 'BUSY', cause: away })
    fail()
    expect(await list()).toEqual([])
  })
})
