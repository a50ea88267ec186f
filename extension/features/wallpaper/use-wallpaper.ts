import { useEffect, useRef, useState } from 'preact/hooks'
import { onDeckAnnounced } from '../../platform/deck-channel.ts'
import { requestTopUp } from '../../platform/messages.ts'
import { onOnline } from '../../platform/online.ts'
import { readScreenSize } from '../../platform/screen.ts'
import type { BundledWallpaper } from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import type { Shown } from './first-paint.ts'
import { claimAndSwap } from './next-wallpaper.ts'

/** How long Next waits for the server when nothing is waiting any more. */
const NEXT_DEADLINE_MS = 8_000

export type UseWallpaper = {
  shown: Shown
  /** Shows another wallpaper in this tab. */
  next(): void
  /** Next is on its way. */
  isBusy: boolean
}

/** The wallpaper of this tab; the first one is painted already. */
export const useWallpaper = (
  first: Shown,
  bundle: readonly BundledWallpaper[],
  deckStore: DeckStore,
): UseWallpaper => {
  const [shown, setShown] = useState(first)
  const [isBusy, setBusy] = useState(false)
  // The state is that of the last render: a second click may come before the next one.
  const lock = useRef(false)
  useEffect(() => onOnline(() => requestTopUp(readScreenSize(), true)), [])

  const next = async () => {
    if (lock.current) return
    lock.current = true
    setBusy(true)
    try {
      await waitForUpcoming(deckStore)
      const swapped = await claimAndSwap(deckStore, bundle)
      if (swapped) setShown(swapped)
    } finally {
      lock.current = false
      setBusy(false)
    }
    await requestTopUp(readScreenSize(), true)
  }
  return { shown, next, isBusy }
}

/** A store that cannot be read has nothing to wait for. */
const waitForUpcoming = async (deckStore: DeckStore): Promise<void> => {
  const deck = await deckStore.read().catch(() => undefined)
  if (deck?.upcoming.length === 0) await waitForWallpaper()
}

/** Resolves with the first image that arrives, or when there is no use in waiting any longer. */
const waitForWallpaper = () =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, NEXT_DEADLINE_MS)
    const stop = onDeckAnnounced(finish)
    requestTopUp(readScreenSize(), true).then(finish)
  })
