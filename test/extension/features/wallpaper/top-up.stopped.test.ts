import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../extension/features/settings/settings.ts'
import { toKey } from '../../../../extension/features/wallpaper/deck.ts'
import { startStatus } from '../../../../extension/features/wallpaper/fetch-status.ts'
import {
  createTopUp,
  type TopUpDeps,
  UPCOMING_TARGET,
} from '../../../../extension/features/wallpaper/top-up.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'
import { createMemoryItem } from '../../fakes/memory-item.ts'
import { type Stop, settle, stopAt } from '../../fakes/stop-at.ts'

const light = '0o'.repeat(48)
const image = { blob: new Blob(['jpeg']), color: '#010203', light }

/** What outlives the background, and what it works with; `pictures` are those that were stored. */
const createWorld = () => {
  const store = createMemoryDeckStore()
  const pictures = new Set<string>()
  const deckStore: TopUpDeps['deckStore'] = {
    ...store,
    update: async (change, picture) => {
      const before = await store.read()
      const after = await store.update(change, picture)
      if (picture && after !== before) pictures.add(picture.key)
      return after
    },
  }
  const deps: TopUpDeps = {
    deckStore,
    catalogue: {
      find: async (_filters, exclude) =>
        Array.from({ length: 30 }, (_, index) => makeDetail({ id: `w${index}` }))
          .filter(({ id }) => !exclude.includes(id))
          .slice(0, 4),
    },
    images: { load: async () => image },
    status: createMemoryItem(startStatus('')),
    listFavorites: async () => [],
    readSettings: async () => defaultSettings,
    readScreen: async () => ({ width: 1920, height: 1080 }),
    wakeAt: async () => {},
    now: () => 1_800_000_000_000,
  }
  return { deps, store, pictures }
}

const wrapAll = (deps: TopUpDeps, stop: Stop): TopUpDeps => ({
  ...stop.wrap(deps),
  deckStore: stop.wrap(deps.deckStore),
  catalogue: stop.wrap(deps.catalogue),
  images: stop.wrap(deps.images),
  status: stop.wrap(deps.status),
  now: () => 1_800_000_000_000,
})

const countSteps = async (): Promise<number> => {
  const all = stopAt(Number.POSITIVE_INFINITY, false)
  await createTopUp(wrapAll(createWorld().deps, all))({ asked: false })
  return all.count()
}

describe('a top-up whose background is ended', () => {
  it.each([false, true])('at any step (done: %s) is gone on with by the next', async (isDone) => {
    const steps = await countSteps()
    expect(steps).toBeGreaterThan(20)
    for (let step = 1; step <= steps; step++) {
      const { deps, store, pictures } = createWorld()
      void createTopUp(wrapAll(deps, stopAt(step, isDone)))({ asked: false })
      await settle()
      const before = (await store.read()).upcoming

      await createTopUp(deps)({ asked: false })
      const keys = (await store.read()).upcoming.map(({ wallpaper }) => toKey(wallpaper))
      expect(keys, `step ${step}`).toHaveLength(UPCOMING_TARGET)
      expect(new Set(keys).size, `step ${step}`).toBe(UPCOMING_TARGET)
      expect(keys.slice(0, before.length)).toEqual(before.map(({ wallpaper }) => toKey(wallpaper)))
      expect([...pictures].toSorted()).toEqual(keys.toSorted())
    }
  })
})
