import { useEffect } from 'preact/hooks'
import type { DeckAccess, DeckStore } from '../../features/wallpaper/deck-store.ts'
import { createDistantDeckStore } from '../../features/wallpaper/distant-deck.ts'
import type { Shown } from '../../features/wallpaper/first-paint.ts'
import { requestTopUp } from '../../platform/browser/messages.ts'
import type { ProgramControls, ToolsProps } from './new-tab-page.tsx'

// The background may have to start first. The tab must not stay without a wallpaper because a database does not answer.
const readDeadlineMs = 3_000

const readInTime = (store: DeckStore) =>
  Promise.race([
    store.read().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, readDeadlineMs)),
  ])

/**
 * Finds the deck and shows one of its wallpapers. If the deck in the tab's own storage was never filled, the tab uses
 * the deck of the background. The background fills its deck soon after the installation, so a deck without filters was
 * never filled.
 */
export const findDeck = async (
  fresco: Window['fresco'],
  shown: Shown,
): Promise<[Shown, DeckAccess, ProgramControls?]> => {
  const { bundle, deckStore, rules, loadPicture, distant } = fresco
  if (!distant) return [shown, fresco]
  const store = createDistantDeckStore(distant, rules)
  const [there, here] = await Promise.all([readInTime(store), readInTime(deckStore)])
  const isDistant = there && (!here || (here.filters === '' && there.filters !== ''))
  const deck: DeckAccess = isDistant
    ? { bundle, rules, loadPicture, deckStore: store, isDistant }
    : fresco
  const sources = { access: deck, bundle, now: Date.now(), expectedKey: '' }
  if (!isDistant) return [shown ?? (await distant.claimAndShow(sources)), deck]
  return [await distant.claimAndShow(sources), deck, { Tools: toArrival(deck) }]
}

/** Replaces a built-in wallpaper by the first one that is downloaded. The next tab may not find that one. */
const toArrival = ({ deckStore, rules }: DeckAccess) =>
  function Arrival({ shown, next }: ToolsProps) {
    const isWaiting = shown?.kind !== 'catalogue'
    useEffect(() => {
      const take = async () => {
        await requestTopUp(true)
        if (rules.findNext(await deckStore.read())) await next()
      }
      if (isWaiting) void take()
    }, [isWaiting])
    return null
  }
