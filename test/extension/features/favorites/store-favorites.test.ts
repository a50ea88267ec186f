import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createStoreFavorites,
  mb,
  type StoreDeps,
  storageReportItem,
} from '../../../../extension/features/favorites/store-favorites.ts'
import { settingsItem } from '../../../../extension/features/settings/settings.ts'
import { screenItem } from '../../../../extension/features/supply/top-up.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { FetchError } from '../../../../extension/remote/problem.ts'
import { makeDeck, makeDetail, makeFavorite, makeUpcoming } from '../../fakes/make-wallpaper.ts'
import { createMemoryStoredFavorites } from '../../fakes/memory-stored-favorites.ts'

const server = 'http://server.test'
const toFavorite = (id: string, part = {}) => makeFavorite(id, { preview_url: 'x', ...part })
const imageOf = (bytes: number) => ({
  ...{ blob: new Blob([new Uint8Array(bytes)]), color: null, light: null, luminance: null },
})

type SetUp = Partial<Omit<StoreDeps, 'catalogue'> & StoreDeps['catalogue']>

const setUp = (ids: string[], { describe, load, ...part }: SetUp = {}) => {
  const loaded: string[] = []
  let favorites = ids.map((id) => toFavorite(id))
  const deps: StoreDeps = {
    stored: createMemoryStoredFavorites(),
    favorites: { read: async () => ({ owner: `@${server}`, favorites }) },
    catalogue: {
      describe: describe ?? (async (_server, id) => makeDetail({ id })),
      load:
        load ??
        (async ({ id }) => {
          loaded.push(id)
          return imageOf(mb)
        }),
    },
    costly: () => false,
    now: () => 1_800_000_000_000,
    ...part,
  }
  const listKept = async () =>
    (await deps.stored.read()).favorites.map(({ wallpaper }) => wallpaper.id)
  const set = (next: string[]) => {
    favorites = next.map((id) => toFavorite(id))
  }
  return { keep: createStoreFavorites(deps), loaded, listKept, set }
}

describe('createStoreFavorites', () => {
  beforeEach(() => screenItem.update(() => ({ width: 1920, height: 1080 })))

  it('downloads the pictures of all favorites once, the latest favorite first', async () => {
    const { keep, loaded, listKept } = setUp(['a', 'b', 'c'])
    await keep()
    await keep()
    expect(loaded).toEqual(['c', 'b', 'a'])
    expect(await listKept()).toEqual(['a', 'b', 'c'])
    expect(await storageReportItem.read()).toMatchObject({
      count: 3,
      missing: 0,
      isFull: false,
      favoriteBytes: 3 * mb,
    })
  })

  it('uses a picture that is already stored, and deletes one that is no longer a favorite', async () => {
    const deck = makeDeck({ upcoming: [makeUpcoming('a')] })
    const stored = createMemoryStoredFavorites(deck, { [`${server} a`]: 5 })
    const { keep, loaded, listKept, set } = setUp(['a'], { stored })
    await keep()
    expect(loaded).toEqual([])
    expect(await listKept()).toEqual(['a'])
    set([])
    await keep()
    expect(await listKept()).toEqual([])
  })

  it('downloads nothing of a catalogue on the web that is no longer chosen, and keeps what is stored', async () => {
    const walls = 'https://github.com/ada/walls'
    const favorites = ['a', 'b'].map((id) => toFavorite(id, { catalogue: walls }))
    await settingsItem.update((old) => ({ ...old, sources: [walls] }))
    const { keep, loaded, listKept } = setUp([], {
      favorites: { read: async () => ({ owner: '@local', favorites }) },
    })
    await keep()
    await settingsItem.update((old) => ({ ...old, sources: [] }))
    favorites.push(toFavorite('c', { catalogue: walls }))
    await keep()
    expect(loaded).toEqual(['b', 'a'])
    expect(await listKept()).toEqual(['a', 'b'])
    expect(await storageReportItem.read()).toMatchObject({ missing: 0, failed: {} })
  })

  it('stores as many favorites as fit, and reports that the others do not fit', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `w${index}`)
    await settingsItem.update((old) => ({ ...old, budget: 50 }))
    const { keep, loaded } = setUp(ids)
    await keep()
    const fetched = loaded.length
    expect(fetched).toBeGreaterThan(40)
    expect(fetched).toBeLessThanOrEqual(50)
    expect(await storageReportItem.read()).toMatchObject({ isFull: true, missing: 60 - fetched })
    await keep()
    expect(loaded).toHaveLength(fetched)
  })

  it.each([4, 12, 16, 24])(
    'downloads no picture twice when the budget is nearly used up, with %i large pictures',
    async (large) => {
      const ids = Array.from({ length: 100 }, (_, index) => `w${index}`)
      const deck = makeDeck({ upcoming: [makeUpcoming('next')] })
      const stored = createMemoryStoredFavorites(deck, { [`${server} next`]: 2 * mb })
      const loaded: string[] = []
      const load = async ({ id }: { id: string }) => {
        loaded.push(id)
        // The large pictures are loaded last.
        const bytes = (ids.indexOf(id) < large ? 5 : 0.5) * mb
        return imageOf(bytes)
      }
      await settingsItem.update((old) => ({ ...old, budget: 50 }))
      const { keep } = setUp(ids, { stored, load })
      for (let tab = 0; tab < 5; tab++) await keep()
      expect(new Set(loaded).size).toBe(loaded.length)
      expect((await storageReportItem.read()).bytes).toBeLessThanOrEqual(50 * mb)
      expect((await storageReportItem.read()).count).toBeGreaterThan(60)
    },
  )

  it('downloads nothing while saving data', async () => {
    const { keep, loaded } = setUp(['a'], { costly: () => true })
    await keep()
    expect(loaded).toEqual([])
    expect(await storageReportItem.read()).toMatchObject({ missing: 1, isFull: false })
  })

  it('stops after failed downloads, and retries a failed picture a day later', async () => {
    let time = 1_800_000_000_000
    const asked: string[] = []
    const { keep } = setUp(['a', 'b', 'c'], {
      now: () => time,
      describe: async (_server, id) => {
        asked.push(id)
        throw new FetchError({ kind: 'no-index' })
      },
    })
    await keep()
    expect(asked).toEqual(['c', 'b'])
    await keep()
    expect(asked).toEqual(['c', 'b', 'a'])
    await keep()
    expect(asked).toHaveLength(3)
    time += 90_000_000
    await keep()
    expect(asked).toHaveLength(5)
  })

  it.each([
    new FetchError({ kind: 'refused', status: 429 }, { retryAfterMs: 60_000 }),
    new FetchError({ kind: 'unreachable' }),
  ])('asks a catalogue once a run while it has %o, and counts no failure', async (error) => {
    const asked: string[] = []
    let isRefused = true
    const { keep } = setUp(['a', 'b', 'c'], {
      load: async ({ id }) => {
        asked.push(id)
        if (isRefused) throw error
        return imageOf(1)
      },
    })
    await keep()
    expect(asked).toEqual(['c'])
    isRefused = false
    await keep()
    expect(await storageReportItem.read()).toMatchObject({ count: 3, failed: {} })
  })

  it('stops without an error when the disk is full, and keeps the pictures stored before', async () => {
    const stored = createMemoryStoredFavorites()
    const error = new StorageError(new DOMException('', 'QuotaExceededError'))
    await setUp(['a'], { stored: { ...stored, store: () => Promise.reject(error) } }).keep()
    expect(await storageReportItem.read()).toMatchObject({ count: 0, missing: 1, isDiskFull: true })
  })

  it('does not take a bug for a full disk', async () => {
    const bug = new TypeError('x is not a function')
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const stored = { ...createMemoryStoredFavorites(), store: () => Promise.reject(bug) }
    await setUp(['a'], { stored }).keep()
    expect(log.mock.calls).toEqual([[bug]])
    expect((await storageReportItem.read()).isDiskFull).toBe(false)
    log.mockRestore()
  })
})
