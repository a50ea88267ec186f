import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { onDeckAnnounced, requestTopUp } from '../../platform/browser/messages.ts'
import { readScreenSize } from '../../platform/browser/screen.ts'
import { whenIdle } from '../../platform/browser/when-idle.ts'
import { toHost } from '../../remote/problem.ts'
import { type Settings, settingsItem, toFiltersKey } from '../settings/settings.ts'
import { type BundledWallpaper, emptyDeck } from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import { fetchStatusItem } from './fetch-status.ts'
import type { Shown } from './first-paint.ts'
import { toHint, writeHint } from './hint.ts'
import { type NoticeInput, toNotice } from './notice.ts'

type Supply = Omit<NoticeInput, 'shown'>

/**
 * Keeps the next tabs supplied: asks for more wallpapers once this one is painted, and leaves the
 * hint for the next tab. Answers the line that the page shows while it has to make do.
 */
export const useSupply = (
  shown: Shown,
  bundle: readonly BundledWallpaper[],
  deckStore: DeckStore,
): string | undefined => {
  const [supply, setSupply] = useState<Supply>()
  const shownAtFirst = useRef(shown)

  const refresh = useCallback(async () => {
    const deck = await deckStore.read().catch(() => emptyDeck)
    const settings = await settingsItem.read()
    writeHint(toHint(deck, Date.now(), bundle))
    setSupply(await readSupply(settings, deck.upcoming.length))
  }, [bundle, deckStore])

  useEffect(() => {
    // Who looks at a built-in wallpaper is waiting for a real one: that is worth a try at once.
    const isWaiting = shownAtFirst.current?.source !== 'catalogue'
    whenIdle(() => requestTopUp(readScreenSize(), isWaiting).then(refresh))
    const stops = [
      fetchStatusItem.onChange(refresh),
      settingsItem.onChange(refresh),
      onDeckAnnounced(refresh),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [refresh])
  // Another wallpaper here leaves another one for the next tab.
  useEffect(() => void refresh(), [refresh, shown])

  return supply && toNotice({ ...supply, shown: shown?.source ?? 'bundled' })
}

const readSupply = async (settings: Settings, waiting: number): Promise<Supply> => {
  const status = await fetchStatusItem.read()
  const isAbout = status.filters === toFiltersKey(settings)
  return {
    host: toHost(settings.server),
    problem: isAbout ? status.problem : null,
    wasAsked: isAbout && status.lastAttempt > 0,
    waiting,
  }
}
