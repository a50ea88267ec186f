import { useEffect, useState } from 'preact/hooks'
import { openDatabase } from '../../platform/database.ts'
import { onDeckAnnounced } from '../../platform/deck-channel.ts'
import { requestTopUp } from '../../platform/messages.ts'
import { readScreenSize } from '../../platform/screen.ts'
import { claimWallpaper } from './claim-wallpaper.ts'
import { type BundledWallpaper, type Deck, dropWallpaper, showNext } from './deck.ts'
import type { DeckStore } from './deck-store.ts'
import type { Shown } from './first-paint.ts'
import { swapWallpaper } from './show-image.ts'

/** How long Next waits for the server when nothing is waiting any more. */
const NEXT_DEADLINE_MS = 8_000
const MAX_BROKEN = 3

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
  useEffect(() => {
    const refill = () => requestTopUp(readScreenSize(), true)
    addEventListener('online', refill)
    return () => removeEventListener('online', refill)
  }, [])

  const next = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      if ((await deckStore.read()).upcoming.length === 0) await waitForWallpaper()
      setShown((await claimAndSwap(bundle, [])) ?? shown)
    } finally {
      setBusy(false)
    }
    await requestTopUp(readScreenSize(), true)
  }
  return { shown, next, isBusy }
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

const claimAndSwap = async (
  bundle: readonly BundledWallpaper[],
  broken: string[],
): Promise<Shown> => {
  const advance = (deck: Deck) => showNext(broken.reduce(dropWallpaper, deck), Date.now(), bundle)
  const claimed = await claimWallpaper(await openDatabase(), { advance })
  if (!claimed) return
  try {
    await swapWallpaper(claimed.current, claimed.image)
    return claimed.current
  } catch {
    if (broken.length === MAX_BROKEN) return
    return claimAndSwap(bundle, [...broken, claimed.current.wallpaper.id])
  }
}
