import { describe, expect, it } from 'vitest'
import { systemTiming } from '../../../server/adapters/system-timing.ts'
import { createSearchHandover, type SearchIndex } from '../../../server/catalogue/search-index.ts'
import type { SearchQuery } from '../../../shared/search-api.ts'

const { timers } = systemTiming
const request = { q: 'lake', limit: 1, offset: 0 }

const createIndex = (id: string) => {
  let isOpen = true
  const index: SearchIndex = {
    search: async () => ({ total: 1, hits: [{ id, relevance: 1 }] }),
    isUsable: () => isOpen,
    close: () => {
      isOpen = false
    },
  }
  return index
}
const idFrom = async (index: SearchIndex) => (await index.search(request)).hits[0]?.id

describe('createSearchHandover', () => {
  it('asks the previous index until the next one is ready, then closes it', async () => {
    const [previous, next] = [createIndex('previous'), createIndex('next')]
    const ready = Promise.withResolvers<void>()
    const search = createSearchHandover({
      timers,
      next,
      ready: ready.promise,
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
    const ready = Promise.resolve()
    const search = createSearchHandover({ timers, next, ready, previous: undefined })
    await ready
    const [page, random] = [{ ...request, offset: 1 }, { ...request, sort: 'random' } as const]
    for (const query of [request, request, page, random, random]) await search.search(query)
    expect(asked).toEqual([request, page, random, random])
  })

  it('makes searches wait for the first index', async () => {
    const ready = Promise.withResolvers<void>()
    const next = createIndex('next')
    const search = createSearchHandover({ timers, next, ready: ready.promise, previous: undefined })
    const found = idFrom(search)
    ready.resolve()
    expect(await found).toBe('next')
  })

  it('asks to try again when the first index takes long', async () => {
    const search = createSearchHandover({
      timers,
      next: createIndex('next'),
      ready: new Promise(() => undefined),
      previous: undefined,
      firstWaitMs: 1,
    })
    await expect(search.search(request)).rejects.toMatchObject({ code: 'BUSY' })
  })

  it('stays with the previous index when the next one cannot be built', async () => {
    const previous = createIndex('previous')
    const ready = Promise.reject(new Error('no memory'))
    const search = createSearchHandover({ timers, next: createIndex('next'), ready, previous })
    await ready.catch(() => undefined)
    expect(await idFrom(search)).toBe('previous')
  })

  it('closes both when it is closed before the next one is ready', () => {
    const [previous, next] = [createIndex('previous'), createIndex('next')]
    const ready = new Promise<void>(() => undefined)
    createSearchHandover({ timers, next, ready, previous }).close()
    expect([previous, next].map((index) => index.isUsable())).toEqual([false, false])
  })
})
