import { useEffect, useRef, useState } from 'preact/hooks'
import { onDeckAnnounced, requestTopUp } from '../../platform/browser/messages.ts'
import { onOnline } from '../../platform/browser/network.ts'
import { readScreenSize } from '../../platform/browser/screen.ts'
import type { BundledWallpaper, DeckWallpaper } from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import type { Shown } from './first-paint.ts'
import { claimAndSwap, recallAndSwap } from './next-wallpaper.ts'

/** How long Next waits for the server when nothing is waiting any more. */
const nextDeadlineMs = 8_000

export interface UseWallpaper {
  shown: Shown
  /** Shows another wallpaper in this tab. */
  next(): Promise<void>
  /** Goes back to one; false when its picture is neither stored nor given. Next leads forward again. */
  show(wallpaper: DeckWallpaper, image?: Blob): Promise<boolean>
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
  const forward = useRef<DeckWallpaper[]>([])
  useEffect(() => onOnline(() => requestTopUp(readScreenSize(), true)), [])

  const swap = async (work: () => Promise<Shown>): Promise<Shown> => {
    if (lock.current) return
    lock.current = true
    setBusy(true)
    try {
      const swapped = await work()
      if (swapped) setShown(swapped)
      return swapped
    } finally {
      lock.current = false
      setBusy(false)
    }
  }
  const next = async () => {
    await swap(async () => {
      const again = forward.current.pop()
      const swapped = again && (await recallAndSwap(deckStore, again))
      if (swapped) return swapped
      await waitForUpcoming(deckStore)
      return claimAndSwap(deckStore, bundle)
    })
    await requestTopUp(readScreenSize(), true)
  }
  const show = async (wallpaper: DeckWallpaper, image?: Blob) => {
    const swapped = await swap(() => recallAndSwap(deckStore, wallpaper, image))
    if (swapped && shown?.source === 'catalogue') forward.current.push(shown.wallpaper)
    return swapped !== undefined
  }
  return { shown, next, show, isBusy }
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
    const timer = setTimeout(finish, nextDeadlineMs)
    const stop = onDeckAnnounced(finish)
    void requestTopUp(readScreenSize(), true).then(finish)
  })
