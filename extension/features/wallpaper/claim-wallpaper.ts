import { toPromise } from '../../platform/storage/database.ts'
import { type Current, type Deck, dropWallpaper, toKey } from './deck.ts'
import { parseDeck } from './parse-deck.ts'

/** What a tab shows. A built-in wallpaper has no stored image: its file is in the package. */
export interface Claimed {
  deck: Deck
  current: Current
  image: Blob | undefined
}

export interface ClaimOptions {
  /** `openTab` or `showNext`, with its clock and bundle. */
  advance: (deck: Deck) => Deck
  /** `toKey` of what will probably be claimed: its image is read along with the deck. */
  expectedKey?: string
  /** Aborted when nobody waits for it any more: then the deck stays as it was. */
  signal?: AbortSignal
}

/**
 * Takes the wallpaper that this tab shows out of the deck. It is one `readwrite` transaction, so
 * of many tabs that open at once no two get the same.
 */
export const claimWallpaper = async (
  database: IDBDatabase,
  { advance, expectedKey, signal }: ClaimOptions,
): Promise<Claimed | undefined> => {
  const transaction = database.transaction(['deck', 'images'], 'readwrite', {
    // Losing the last claim in a power cut shows one wallpaper twice; waiting for the disk costs every tab.
    durability: 'relaxed',
  })
  const decks = transaction.objectStore('deck')
  const images = transaction.objectStore('images')

  const storedDeck = toPromise(decks.get('deck'))
  const expectedImage = expectedKey ? readImage(images, expectedKey) : undefined
  const claimed = await takeFirstWithImage(advance(parseDeck(await storedDeck)), advance, (key) =>
    key === expectedKey && expectedImage ? expectedImage : readImage(images, key),
  )
  if (claimed && !signal?.aborted) decks.put(claimed.deck, 'deck')
  return claimed
}

const takeFirstWithImage = async (
  deck: Deck,
  advance: (deck: Deck) => Deck,
  read: (key: string) => Promise<Blob | undefined>,
): Promise<Claimed | undefined> => {
  const { current } = deck
  if (!current) return
  if (current.source === 'bundled') return { deck, current, image: undefined }
  const key = toKey(current.wallpaper)
  const image = await read(key)
  if (image) return { deck, current, image }
  return takeFirstWithImage(advance(dropWallpaper(deck, key)), advance, read)
}

/** The stored picture of this `toKey`, or `undefined` when there is none. */
export const readImage = (images: IDBObjectStore, key: string): Promise<Blob | undefined> =>
  toPromise<unknown>(images.get(key)).then((value) =>
    value instanceof Blob && value.size ? value : undefined,
  )
