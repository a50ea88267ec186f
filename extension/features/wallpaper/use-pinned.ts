import { useCallback, useEffect, useState } from 'preact/hooks'
import { onDeckAnnounced } from '../../platform/browser/messages.ts'
import { isPinned } from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import type { Shown } from './first-paint.ts'

/** Whether every new tab shows the wallpaper of this one, and what asks for it again. */
export const usePinned = (shown: Shown, deckStore: DeckStore) => {
  const [isOn, setOn] = useState(false)
  const refresh = useCallback(async () => {
    const deck = await deckStore.read().catch(() => undefined)
    setOn(deck !== undefined && isPinned(deck, shown))
  }, [deckStore, shown])
  useEffect(() => {
    void refresh()
    return onDeckAnnounced(refresh)
  }, [refresh])
  return { isPinned: isOn, refresh }
}
