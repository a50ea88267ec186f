import { useEffect, useRef, useState } from 'preact/hooks'
import { onDeckAnnounced, requestTopUp } from '../../platform/browser/messages.ts'
import { onOnline } from '../../platform/browser/page.ts'
import { type BundledWallpaper, type Deck, type DeckWallpaper, toKey } from './deck.ts'
import type { Claimed, DeckAccess } from './deck-store.ts'
import type { Shown } from './first-paint.ts'
import { swapWallpaper } from './show-image.ts'

const nextDeadlineMs = 8_000

export type UseWallpaper = ReturnType<typeof useWallpaper>

export const useWallpaper = (first: Shown, deck: DeckAccess) => {
  const [shown, setShown] = useState(first)
  const [isBusy, setBusy] = useState(false)
  // The lock is a ref, because a second click may come before the next render updates a state.
  const lock = useRef(false)
  const forward = useRef<DeckWallpaper[]>([])
  useEffect(() => onOnline(() => requestTopUp(true)), [])
  useEffect(() => {
    void deck.late?.then((claimed) => {
      if (claimed?.current.kind !== 'catalogue') return
      if (first && toKey(first.wallpaper) === toKey(claimed.current.wallpaper)) return
      void swap(() => swapTo(deck, claimed, 0).catch(() => undefined))
    })
  }, [])

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
      const swapped = again && (await recallAndSwap(deck, again))
      if (swapped) return swapped
      await waitForUpcoming(deck)
      return claimAndSwap(deck)
    })
    await requestTopUp(true)
  }
  /** Goes back to an earlier wallpaper. Resolves with false if its picture is not stored and `image` is missing. */
  const show = async (wallpaper: DeckWallpaper, image?: Blob) => {
    const swapped = await swap(() => recallAndSwap(deck, wallpaper, image))
    if (swapped && shown?.kind === 'catalogue') forward.current.push(shown.wallpaper)
    return swapped !== undefined
  }
  return { shown, next, show, isBusy }
}

const waitForUpcoming = async ({ deckStore, rules }: DeckAccess): Promise<void> => {
  const deck = await deckStore.read().catch(() => undefined)
  if (deck && !rules.findNext(deck)) await waitForWallpaper()
}

export const waitForWallpaper = () => {
  let stop: (() => void) | undefined
  return new Promise<void>((resolve) => {
    stop = onDeckAnnounced(resolve)
    setTimeout(resolve, nextDeadlineMs)
    void requestTopUp(true).then(resolve)
  }).finally(() => stop?.())
}

const maxBroken = 3

const claimAndSwap = async (access: DeckAccess, broken: string[] = []): Promise<Shown> => {
  const { bundle, deckStore, rules } = access
  const advance = (deck: Deck) =>
    rules.showNext(broken.reduce(rules.dropWallpaper, deck), Date.now(), bundle)
  // If the database cannot be used, the page shows a built-in wallpaper.
  const claimed = await deckStore.claim(advance).catch(() => claimBundled(bundle))
  if (!claimed) return
  try {
    return await swapTo(access, claimed)
  } catch {
    if (broken.length === maxBroken) return
    return claimAndSwap(access, [...broken, toKey(claimed.current.wallpaper)])
  }
}

const swapTo = async (
  { loadPicture }: DeckAccess,
  claimed: Pick<Claimed, 'current' | 'image'>,
  fadeMs = 200,
) => {
  await swapWallpaper(claimed, loadPicture, fadeMs)
  return claimed.current
}

const recallAndSwap = async (
  access: DeckAccess,
  wallpaper: DeckWallpaper,
  image?: Blob,
): Promise<Shown> => {
  try {
    const claimed = await access.deckStore.recall(wallpaper, image)
    return claimed && (await swapTo(access, claimed))
  } catch {
    return
  }
}

let bundledShown = 0

// Without a database, the page itself counts the built-in wallpapers that it has shown.
const claimBundled = (bundle: readonly BundledWallpaper[]) => {
  const wallpaper = bundle[++bundledShown % bundle.length]
  const since = Date.now()
  return wallpaper && { current: { kind: 'bundled', wallpaper, since } as const, image: undefined }
}
