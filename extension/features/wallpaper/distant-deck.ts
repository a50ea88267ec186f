import { isSame, toRecord, toText } from '../../../shared/unknown.ts'
import { onRequest, sendRequest } from '../../platform/browser/messages.ts'
import { type Deck, toKey } from './deck.ts'
import type { DeckAccess, DeckStore } from './deck-store.ts'
import type { forDistantDeck } from './first-paint.ts'
import { parseDeck } from './parse-deck.ts'

const deckRequest = 'deck'

/**
 * The deck of the background, for tabs whose storage is not that of the background: in Firefox, those of containers and
 * of private windows. Firefox copies pictures in messages (structured clone).
 */
export const createDistantDeckStore = (
  { parseDeck: parse, showAgain }: typeof forDistantDeck,
  { dropWallpaper }: DeckAccess['rules'],
): DeckStore => {
  const ask = async (what: object) => toRecord(await sendRequest({ type: deckRequest, ...what }))
  const read = async () => parse((await ask({})).deck)
  const readImage = async (key: string) => {
    const { image } = await ask({ key })
    return image instanceof Blob ? image : undefined
  }
  // Another tab may change the deck at the same time. The background then refuses the change, and it is made again.
  const update: DeckStore['update'] = async (change, image) => {
    for (let before = await read(); ; ) {
      const after = change(before)
      if (after === before) return before
      const { isDone, deck } = await ask({ before, after, image })
      if (isDone) return after
      before = parse(deck)
    }
  }
  const claim: DeckStore['claim'] = async (advance) => {
    // If the deck cannot be stored, the tab shows a wallpaper that the next tab shows again.
    const deck = await update(advance).catch(async () => advance(await read()))
    const { current } = deck
    if (current?.kind !== 'catalogue')
      return current ? { deck, current, image: undefined } : undefined
    const key = toKey(current.wallpaper)
    const image = await readImage(key)
    return image ? { deck, current, image } : claim((latest) => advance(dropWallpaper(latest, key)))
  }
  const recall: DeckStore['recall'] = async (wallpaper, given) => {
    const key = toKey(wallpaper)
    const stored = await readImage(key)
    const image = stored ?? given
    if (!image) return
    const again = (deck: Deck) => showAgain(deck, wallpaper, Date.now())
    const deck = await update(again, stored ? undefined : { key, blob: image })
    return deck.current ? { deck, current: deck.current, image } : undefined
  }
  return { read, readImage, update, claim, recall }
}

export const serveDistantTabs = ({ read, readImage, update }: DeckStore): void =>
  onRequest((message) => {
    const { type, key, before, after, image } = toRecord(message)
    if (type !== deckRequest) return
    if (key !== undefined) return readImage(toText(key)).then((found) => ({ image: found }))
    if (!after) return read().then((deck) => ({ deck }))
    return swap(update, [parseDeck(before), parseDeck(after)], image)
  })

const swap = async (
  update: DeckStore['update'],
  [before, after]: readonly [Deck, Deck],
  image: unknown,
) => {
  const { key, blob } = toRecord(image)
  const added = blob instanceof Blob ? { key: toText(key), blob } : undefined
  let isDone = false
  const deck = await update((latest) => {
    isDone = isSame(latest, before)
    return isDone ? after : latest
  }, added)
  return { isDone, deck }
}
