import { describe, expect, it } from 'vitest'
import { createWorkerBuilder } from '../../../../server/adapters/threads/catalogue-builder.ts'
import { makeDocument, makeIndexRows } from '../../../builders.ts'

const signal = new AbortController().signal
const script = new URL('./broken-worker.ts', import.meta.url)
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

describe('createWorkerBuilder', () => {
  it.each(['dies', 'throws'])('fails with a domain error when its thread %s', async (version) => {
    const build = createWorkerBuilder({ script })
    expect(await failureOf(build(makeDocument({ version }), signal))).toMatchObject({
      code: 'CATALOGUE_UNAVAILABLE',
      cause: expect.any(Error),
    })
  })

  it('ends a thread that takes too long', async () => {
    const build = createWorkerBuilder({ script, buildMs: 300 })
    expect(await failureOf(build(makeDocument({ version: 'hangs' }), signal))).toMatchObject({
      code: 'CATALOGUE_UNAVAILABLE',
      message: 'Building the catalogue took longer than 0.3 seconds',
    })
  })

  it('stops for its signal, before and while it works', async () => {
    const build = createWorkerBuilder({ script })
    const document = makeDocument({ version: 'hangs' })
    await expect(build(document, AbortSignal.abort())).rejects.toThrow('abort')
    const stopping = new AbortController()
    const building = failureOf(build(document, stopping.signal))
    setTimeout(() => stopping.abort(), 100)
    expect(await building).toMatchObject({ code: 'CATALOGUE_UNAVAILABLE' })
  })

  it('answers searches that overlap, each with its own', async () => {
    const document = makeDocument({ index: makeIndexRows(200) })
    const { search, prepareSearch } = await createWorkerBuilder()(document, signal)
    await prepareSearch()
    const numbers = [3, 14, 15, 92, 65, 35]
    const found = await Promise.all(
      numbers.map((number) => search.search({ q: `row ${number}`, limit: 1, offset: 0 })),
    )
    expect(found.map(({ hits }) => hits[0]?.id)).toEqual(numbers.map((number) => `row-${number}`))
    search.close()
  })

  it('answers waiting searches before it closes, and takes no more', async () => {
    const { search, prepareSearch } = await createWorkerBuilder()(makeDocument(), signal)
    await prepareSearch()
    const request = { q: 'lake', limit: 1, offset: 0 }
    const searches = Array.from({ length: 50 }, () => failureOf(search.search(request)))
    search.close()
    expect(search.isUsable()).toBe(false)
    expect(await failureOf(search.search(request))).toMatchObject({ code: 'CATALOGUE_UNAVAILABLE' })
    expect(await Promise.all(searches)).toEqual(searches.map(() => undefined))
  })

  it('ends a thread whose search takes too long, so that the catalogue is read again', async () => {
    const build = createWorkerBuilder({ searchMs: 1, mostSearches: 2_000 })
    const { search, prepareSearch } = await build(makeDocument(), signal)
    await prepareSearch()
    const searches = Array.from({ length: 2_000 }, () =>
      failureOf(search.search({ q: 'lake laek lkae aelk', limit: 1, offset: 0 })),
    )
    const failures = (await Promise.all(searches)).filter((failure) => failure !== undefined)
    expect(failures.at(-1)).toMatchObject({ code: 'BUSY' })
    expect(search.isUsable()).toBe(false)
    const later = search.search({ q: 'lake', limit: 1, offset: 0 })
    expect(await failureOf(later)).toMatchObject({ code: 'BUSY' })
  })

  it('rejects with the error of a search, which says nothing about the catalogue', async () => {
    const { search, prepareSearch } = await createWorkerBuilder()(makeDocument(), signal)
    await prepareSearch()
    const failure = await failureOf(search.search({ q: Object(7), limit: 1, offset: 0 }))
    expect(failure).toBeInstanceOf(TypeError)
    search.close()
  })

  it('rejects searches while too many are waiting, and accepts them again afterwards', async () => {
    const build = createWorkerBuilder({ mostSearches: 3 })
    const { search, prepareSearch } = await build(makeDocument(), signal)
    await prepareSearch()
    const request = { q: 'lake', limit: 1, offset: 0 }
    const failures = await Promise.all(
      Array.from({ length: 5 }, () => failureOf(search.search(request))),
    )
    expect(failures.map((failure) => Object(failure).code)).toEqual([
      ...[undefined, undefined, undefined],
      ...['BUSY', 'BUSY'],
    ])
    expect(await failureOf(search.search(request))).toBeUndefined()
    search.close()
  })
})
