import { describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { deckRules } from '../../../../extension/features/wallpaper/deck.ts'
import type { DeckStore } from '../../../../extension/features/wallpaper/deck-store.ts'
import {
  createDistantDeckStore,
  serveDistantTabs,
} from '../../../../extension/features/wallpaper/distant-deck.ts'
import { forDistantDeck } from '../../../../extension/features/wallpaper/first-paint.ts'
import { parseDeck } from '../../../../extension/features/wallpaper/parse-deck.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { makeUpcoming } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

type Listen = (message: unknown, sender: unknown, respond: (answer: unknown) => void) => unknown

/** Connects a tab to a background with this deck. The fake browser has no answers by `respond`. */
const connect = (background: DeckStore) => {
  const listening = vi.spyOn(fakeBrowser.runtime.onMessage, 'addListener')
  serveDistantTabs(background)
  const listen = listening.mock.lastCall?.[0] as Listen
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation(
    (message: unknown) => new Promise((resolve) => listen(message, {}, resolve)),
  )
  return createDistantDeckStore(forDistantDeck, deckRules)
}

const fail = () => Promise.reject(new StorageError('The disk failed'))
const waiting = parseDeck({ upcoming: [makeUpcoming('a'), makeUpcoming('b')] })
const advance = (deck: typeof waiting) => deckRules.showNext(deck, 1, [])

describe('createDistantDeckStore', () => {
  it('fails when the background fails, and takes nothing for missing', async () => {
    const deck = createMemoryDeckStore(waiting)
    const broken = connect({ ...deck, read: fail, readImage: fail })
    await expect(broken.read()).rejects.toThrow('deck')
    await expect(broken.readImage('a')).rejects.toThrow('deck')
    const unreadable = connect({ ...deck, readImage: fail })
    await expect(unreadable.claim(advance)).rejects.toThrow('deck')
    const { upcoming } = await deck.read()
    expect(upcoming.map(({ wallpaper }) => wallpaper.id)).toEqual(['b'])
  })

  it('shows a wallpaper of a deck that cannot be stored', async () => {
    const image = new Blob(['a'])
    const tab = connect({
      ...createMemoryDeckStore(waiting),
      update: fail,
      readImage: async () => image,
    })
    expect(await tab.claim(advance)).toMatchObject({ current: { wallpaper: { id: 'a' } }, image })
  })
})
