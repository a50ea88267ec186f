import { afterEach, expect, it, vi } from 'vitest'
import { deckRules, toKey } from '../../../../extension/features/wallpaper/deck.ts'
import { forDistantDeck } from '../../../../extension/features/wallpaper/first-paint.ts'
import { loadPicture } from '../../../../extension/features/wallpaper/show-image.ts'
import { makeUpcoming } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

afterEach(() => vi.useRealTimers())

it('a tab waits for a slow database for a moment only', async () => {
  vi.useFakeTimers()
  const { wallpaper } = makeUpcoming('a')
  const preloaded = { kind: 'catalogue', wallpaper, since: 1 } as const
  const deckStore = { ...createMemoryDeckStore(), claim: () => new Promise<never>(() => {}) }
  const access = { bundle: [], rules: deckRules, deckStore, loadPicture }
  const expectedKey = toKey(wallpaper)
  const sources = { access, bundle: [], now: 1, expectedKey, preloaded }
  const shown = forDistantDeck.claimAndShow(sources)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await shown).toBe(preloaded)
})
