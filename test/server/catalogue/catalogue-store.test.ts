import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTiming } from '../../../server/adapters/system-timing.ts'
import { buildInProcess } from '../../../server/adapters/threads/catalogue-builder.ts'
import { createCatalogueStore } from '../../../server/catalogue/catalogue-store.ts'
import type {
  CatalogueDocument,
  CatalogueSource,
  DocumentShelf,
  StoredDocument,
} from '../../../server/catalogue/source.ts'
import { DomainError } from '../../../server/domain-error.ts'
import { makeDocument, makeIndexRows } from '../../builders.ts'

const minute = 60_000

const createMemoryShelf = () => {
  const seen: { kept?: StoredDocument } = {}
  const shelf: DocumentShelf = {
    keep: async (document) => {
      seen.kept = { document, readAt: Date.now() }
    },
    restore: async () => seen.kept,
  }
  return { shelf, seen }
}

const createSource = () => {
  let document = makeDocument({ version: 'whole', index: makeIndexRows(200) })
  const source: CatalogueSource = {
    name: 'test',
    read: async (version) => (version === document.version ? undefined : document),
  }
  return {
    source,
    hold: (version: string, rows: number) => {
      document = makeDocument({ version, index: makeIndexRows(rows) })
    },
    holdText: (version: string, text: string) => {
      document = { ...makeDocument({ version }), index: new TextEncoder().encode(text) }
    },
  }
}

describe('createCatalogueStore', () => {
  it('counts the wallpapers in the log once all of them are measured', async () => {
    let document: CatalogueDocument = { ...makeDocument({ version: '1' }), isPartial: true }
    const store = await start({ name: 'test', read: async () => document })
    expect(lines).toEqual([])
    document = makeDocument({ version: '2', index: makeIndexRows(200) })
    await vi.advanceTimersByTimeAsync(minute)
    expect(lines).toEqual(['The test catalogue has 200 wallpapers'])
    await store.stop()
  })

  const lines: string[] = []
  const write = (_: object, message: string) => lines.push(message)
  const start = async (source: CatalogueSource, shelf?: DocumentShelf) => {
    const store = createCatalogueStore({
      source,
      shelf,
      build: buildInProcess,
      publicUrl: 'http://wallpapers.test',
      refreshMs: minute,
      log: { info: write, warn: write, error: write },
      ...systemTiming,
      random: () => 0.5,
    })
    await store.start()
    return store
  }
  it('accepts whatever it finds when it is asked to read again, and reads all of it', async () => {
    const { source, hold } = createSource()
    const asked: (string | undefined)[] = []
    const read: CatalogueSource['read'] = (version, signal) => {
      asked.push(version)
      return source.read(version, signal)
    }
    const store = await start({ ...source, read }, createMemoryShelf().shelf)
    expect(await store.reread()).toMatchObject({ before: 200, wallpapers: 200 })
    hold('fewer', 3)
    await vi.advanceTimersByTimeAsync(minute)
    expect(await versionOf(store)).toBe('whole')
    const found = { before: 200, wallpapers: 3, isPartial: false, problem: undefined }
    expect(await store.reread()).toEqual(found)
    expect(await versionOf(store)).toBe('fewer')
    expect(asked).toEqual([undefined, undefined, 'whole', undefined])
    await store.stop()
  })

  it('gives each version of the catalogue its own addresses', async () => {
    let document = makeDocument({ version: '1', filesUrl: 'https://files.test/1' })
    const store = await start({ name: 'test', read: async () => document })
    document = makeDocument({ version: '2', filesUrl: 'https://files.test/2' })
    await vi.advanceTimersByTimeAsync(minute)
    const { catalogue, urls } = await store.current()
    expect([catalogue.version, urls.fullAt('')]).toEqual(['2', 'https://files.test/2/main/'])
    await store.stop()
  })

  it('says why it could not be read again', async () => {
    const { source } = createSource()
    const store = await start({
      ...source,
      read: (version, signal) =>
        version === undefined && lines.length > 0
          ? Promise.reject(new DomainError('CATALOGUE_UNAVAILABLE', 'The disk is away'))
          : source.read(version, signal),
    })
    expect(await store.reread()).toMatchObject({ wallpapers: 200, problem: 'The disk is away' })
    await store.stop()
  })

  const versionOf = async (store: Awaited<ReturnType<typeof start>>) =>
    (await store.current()).catalogue.version

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    lines.length = 0
  })
  afterEach(() => vi.useRealTimers())

  it('does not accept a remote source that falls to no rows', async () => {
    const { source, hold } = createSource()
    const { shelf, seen } = createMemoryShelf()
    const store = await start(source, shelf)
    hold('short', 0)
    await vi.advanceTimersByTimeAsync(50 * minute)
    expect(await versionOf(store)).toBe('whole')
    const problem = `The test catalogue shrank from 200 to 0; it will be accepted if it is still that short in an hour`
    expect(store.state()).toMatchObject({ failing: true, problem })
    expect(lines.filter((line) => line.includes('shrank'))).toHaveLength(1)
    expect(seen.kept?.document.version).toBe('whole')
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(await versionOf(store)).toBe('short')
    expect(store.state().failing).toBe(false)
    await store.stop()
  })

  it('takes parts of a catalogue that is being measured, unless the whole would be too short', async () => {
    let document: CatalogueDocument = makeDocument({ version: 'whole', index: makeIndexRows(200) })
    const store = await start({ name: 'test', read: async () => document })
    const holdPart = async (version: string, rows: number, count: number) => {
      document = {
        ...makeDocument({ version, index: makeIndexRows(rows) }),
        count,
        isPartial: true,
      }
      await vi.advanceTimersByTimeAsync(minute)
      return versionOf(store)
    }
    expect(await holdPart('3 of 190', 3, 190)).toBe('3 of 190')
    expect(await holdPart('2 of 20', 2, 20)).toBe('3 of 190')
    await store.stop()
  })

  it('serves the stored catalogue after a restart while its source is away', async () => {
    const { shelf } = createMemoryShelf()
    const before = await start(createSource().source, shelf)
    await vi.advanceTimersByTimeAsync(minute)
    await before.stop()
    const away = { name: 'test', read: () => Promise.reject(new Error('away')) }
    const after = await start(away, shelf)
    const { catalogue, search } = await after.current()
    expect(catalogue.find('row-7')).toBeDefined()
    expect((await search.search({ q: 'lake', limit: 1, offset: 0 })).total).toBe(200)
    expect(after.state()).toMatchObject({ ready: true, ageSeconds: 60 })
    await after.stop()
  })

  it('has stored the last catalogue when it has stopped', async () => {
    const { shelf, seen } = createMemoryShelf()
    const { source, hold } = createSource()
    const slow: DocumentShelf = {
      ...shelf,
      keep: async (document) => {
        await new Promise((resolve) => setTimeout(resolve, minute / 2))
        await shelf.keep(document)
      },
    }
    const store = await start(source, slow)
    hold('last', 199)
    await store.readNow()
    const stopped = store.stop()
    await vi.advanceTimersByTimeAsync(minute)
    await stopped
    expect(seen.kept?.document.version).toBe('last')
  })

  it('doubts a short list after a restart as well', async () => {
    const { shelf } = createMemoryShelf()
    const { source, hold } = createSource()
    const before = await start(source, shelf)
    await vi.advanceTimersByTimeAsync(0)
    await before.stop()
    hold('short', 3)
    const after = await start(source, shelf)
    await vi.advanceTimersByTimeAsync(minute)
    expect(await versionOf(after)).toBe('whole')
    await after.stop()
  })

  it.each(['', 'null', '{}', '[{"file_main_name":'])(
    'keeps the last good catalogue when the index becomes %j',
    async (text) => {
      const { source, holdText } = createSource()
      const { shelf, seen } = createMemoryShelf()
      const store = await start(source, shelf)
      holdText('broken', text)
      await vi.advanceTimersByTimeAsync(2 * minute)
      expect(await versionOf(store)).toBe('whole')
      expect(store.state().problem).toMatch(/index.json is not (valid JSON|a JSON array)/)
      expect(seen.kept?.document.version).toBe('whole')
      await store.stop()
    },
  )
})
