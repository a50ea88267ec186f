import { describe, expect, it } from 'vitest'
import { systemTiming } from '../../../server/adapters/system-timing.ts'
import {
  createSearchHandover,
  type SearchHandover,
  type SearchIndex,
} from '../../../server/catalogue/search-index.ts'
import type { SearchQuery } from '../../../shared/search-api.ts'

const { timers } = systemTiming
const request = { q: 'lake', limit: 1, offset: 0 }

const createIndex = (id: string, isSearched = true) => {
  let isOpen = true
  const index: SearchHandover = {
    search: async () => ({ total: 1, hits: [{ id, relevance: 1 }] }),
    isUsable: () => isOpen,
    close: () => {
      isOpen = false
    },
    isSearched: () => isSearched,
  }
  return index
}
const prepare = async () => undefined
const idFrom = async (index: SearchIndex) => (await index.search(request)).hits[0]?.id

describe('createSearchHandover', () => {
  it('asks the previous index until the next one is ready, then closes it', async () => {
    const [previous, next] = [createIndex('previous'), createIndex('next')]
    const ready = Promise.withResolvers<void>()
    const search = createSearchHandover({
      timers,
      next,
      prepare: () => ready.promise,
      previous,
      closeAfterMs: 0,
    })
    expect(await idFrom(search)).toBe('previous')
    ready.resolve()
    await ready.promise
    expect(await idFrom(search)).toBe('next')
    await expect.poll(previous.isUsable).toBe(false)
    expect(search.isUsable()).toBe(true)
  })

  it('asks an index once for the same search, unless the order is random', async () => {
    const asked: SearchQuery[] = []
    const next: SearchIndex = {
      ...createIndex('next'),
      search: async (query) => {
        asked.push(query)
        return { total: 0, hits: [] }
      },
    }
    const search = createSearchHandover({ timers, next, prepare, previous: undefined })
    await search.search({ ...request, q: 'first' })
    asked.length = 0
    const [page, random] = [{ ...request, offset: 1 }, { ...request, sort: 'random' } as const]
    for (const query of [request, request, page, random, random]) await search.search(query)
    expect(asked).toEqual([request, page, random, random])
  })

  it('builds an index at the first search, or at once after a catalogue that was searched', async () => {
    let built = 0
    const handOver = (previous: SearchHandover | undefined) =>
      createSearchHandover({
        timers,
        next: createIndex('next'),
        prepare: async () => {
          built += 1
        },
        previous,
        closeAfterMs: 0,
      })
    const first = handOver(undefined)
    const second = handOver(first)
    expect([first, second].map((search) => search.isSearched())).toEqual([false, false])
    await expect.poll(first.isUsable).toBe(false)
    expect(built).toBe(0)
    await Promise.all([idFrom(second), idFrom(second)])
    expect(built).toBe(1)
    const third = handOver(second)
    expect([built, third.isSearched()]).toEqual([2, true])
    await idFrom(third)
    handOver(third)
    expect(built).toBe(3)
  })

  it('makes searches wait for the first index', async () => {
    const ready = Promise.withResolvers<void>()
    const next = createIndex('next')
    const prepare = () => ready.promise
    const search = createSearchHandover({ timers, next, prepare, previous: undefined })
    const found = idFrom(search)
    ready.resolve()
    expect(await found).toBe('next')
  })

  it('asks to try again when the first index takes long', async () => {
    const search = createSearchHandover({
      timers,
      next: createIndex('next'),
      prepare: () => new Promise(() => undefined),
      previous: undefined,
      firstWaitMs: 1,
    })
    await expect(search.search(request)).rejects.toMatchObject({ code: 'BUSY' })
  })

  it('stays with the previous index when the next one cannot be built', async () => {
    const previous = createIndex('previous')
    const ready = Promise.reject(new Error('no memory'))
    const search = createSearchHandover({
      timers,
      next: createIndex('next'),
      prepare: () => ready,
      previous,
    })
    await ready.catch(() => undefined)
    expect(await idFrom(search)).toBe('previous')
  })

  it('closes both when it is closed before the next one is ready', () => {
    const [previous, next] = [createIndex('previous'), createIndex('next')]
    const prepare = () => new Promise<void>(() => undefined)
    createSearchHandover({ timers, next, prepare, previous }).close()
    expect([previous, next].map((index) => index.isUsable())).toEqual([false, false])
  })
})
