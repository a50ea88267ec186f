import { describe, expect, it } from 'vitest'
import { toKey } from '../../../../extension/features/wallpaper/deck.ts'
import {
  createTopUp,
  type TopUpDeps,
  upcomingTarget,
} from '../../../../extension/features/wallpaper/top-up.ts'
import { makeDetail } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'
import { now, setUpTopUp } from '../../fakes/set-up-top-up.ts'
import { type Stop, settle, stopAt } from '../../fakes/stop-at.ts'

/**
 * Fake dependencies of a top-up that outlive a stopped background. `pictures` contains the keys of
 * the stored pictures.
 */
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
  const catalogue: TopUpDeps['catalogue'] = {
    find: async (_filters, exclude) =>
      Array.from({ length: 30 }, (_, index) => makeDetail({ id: `w${index}` }))
        .filter(({ id }) => !exclude.includes(id))
        .slice(0, 4),
  }
  const { deps } = setUpTopUp({ deckStore, catalogue })
  return { deps, store, pictures }
}

const wrapAll = (deps: TopUpDeps, stop: Stop): TopUpDeps => ({
  ...stop.wrap(deps),
  deckStore: stop.wrap(deps.deckStore),
  catalogue: stop.wrap(deps.catalogue),
  images: stop.wrap(deps.images),
  status: stop.wrap(deps.status),
  now: () => now,
})

const countSteps = async (): Promise<number> => {
  const all = stopAt(Number.POSITIVE_INFINITY, false)
  await createTopUp(wrapAll(createWorld().deps, all))({ asked: false })
  return all.count()
}

describe('a top-up whose background the browser stops', () => {
  it.each([false, true])(
    'is continued by the next top-up, at any step (done: %s)',
    async (isDone) => {
      const steps = await countSteps()
      expect(steps).toBeGreaterThan(20)
      for (let step = 1; step <= steps; step++) {
        const { deps, store, pictures } = createWorld()
        void createTopUp(wrapAll(deps, stopAt(step, isDone)))({ asked: false })
        await settle()
        const before = (await store.read()).upcoming

        await createTopUp(deps)({ asked: false })
        const keys = (await store.read()).upcoming.map(({ wallpaper }) => toKey(wallpaper))
        expect(keys, `step ${step}`).toHaveLength(upcomingTarget)
        expect(new Set(keys).size, `step ${step}`).toBe(upcomingTarget)
        expect(keys.slice(0, before.length)).toEqual(
          before.map(({ wallpaper }) => toKey(wallpaper)),
        )
        expect([...pictures].toSorted()).toEqual(keys.toSorted())
      }
    },
  )
})
