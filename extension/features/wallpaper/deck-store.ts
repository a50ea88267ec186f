import { announceDeck } from '../../platform/browser/messages.ts'
import { onClosed, openDatabase, toDone, toPromise } from '../../platform/storage/database.ts'
import { toList, toRecord, toText } from '../../platform/unknown.ts'
import {
  type Current,
  type Deck,
  type DeckWallpaper,
  dropWallpaper,
  listInUse,
  showAgain,
  toKey,
} from './deck.ts'
import { parseDeck } from './parse-deck.ts'

/** The picture of the wallpaper with this `toKey`. */
interface NewImage {
  key: string
  blob: Blob
}

/** Reads and changes the stored deck; every change is one transaction. */
export interface DeckStore {
  read(): Promise<Deck>
  /**
   * Applies a pure change and removes the images that it left without use. With `image`, of a wallpaper
   * that the change brings in: both are stored, and all tabs told, or neither when nothing changed.
   */
  update(change: (deck: Deck) => Deck, image?: NewImage): Promise<Deck>
  /** Takes out the wallpaper to show; `undefined` when there is none at all. */
  claim(advance: (deck: Deck) => Deck): Promise<Claimed | undefined>
  /** Takes one that was shown before; `undefined` when its picture is not stored, nor given. */
  recall(wallpaper: DeckWallpaper, image?: Blob): Promise<Claimed | undefined>
}

/** The deck in IndexedDB. Throws what IndexedDB throws (`QuotaExceededError` when the disk is full). */
export const createDeckStore = (open: () => Promise<IDBDatabase> = openDatabase): DeckStore => {
  let opening: Promise<IDBDatabase> | undefined
  const forget = () => {
    opening = undefined
  }
  const database = () => {
    opening ??= open()
    // Neither a failure nor a closed connection is kept: the next call tries again.
    opening.then((opened) => onClosed(opened, forget), forget)
    return opening
  }
  return {
    read: async () => readDeck((await database()).transaction('deck').objectStore('deck')),
    update: async (change, image) => update(await database(), change, image),
    claim: async (advance) => claimWallpaper(await database(), { advance }),
    recall: async (wallpaper, image) => recall(await database(), wallpaper, image),
  }
}

const readDeck = async (decks: IDBObjectStore) => parseDeck(await toPromise(decks.get('deck')))

const update = async (
  database: IDBDatabase,
  change: (deck: Deck) => Deck,
  image: NewImage | undefined,
): Promise<Deck> => {
  const transaction = database.transaction(['deck', 'images'], 'readwrite')
  const done = toDone(transaction)
  const decks = transaction.objectStore('deck')
  const images = transaction.objectStore('images')
  const before = await readDeck(decks)
  const after = change(before)
  if (after !== before) {
    decks.put(after, 'deck')
    if (image) images.put(image.blob, image.key)
  }
  await removeUnused(images, after, await toPromise(decks.get('kept')))
  await done
  if (image && after !== before) announceDeck()
  return after
}

/** `kept`: the favorites whose pictures stay, see `features/stock`. */
const removeUnused = async (images: IDBObjectStore, deck: Deck, kept: unknown): Promise<void> => {
  const favorites = toList(kept, (one) => toText(toRecord(one).key))
  const used = new Set<IDBValidKey>([...listInUse(deck).map(toKey), ...favorites])
  for (const key of await toPromise(images.getAllKeys())) {
    if (!used.has(key)) images.delete(key)
  }
}

const recall = async (
  database: IDBDatabase,
  wallpaper: DeckWallpaper,
  given: Blob | undefined,
): Promise<Claimed | undefined> => {
  const transaction = database.transaction(['deck', 'images'], 'readwrite')
  const done = toDone(transaction)
  const images = transaction.objectStore('images')
  const stored = await readImage(images, toKey(wallpaper))
  const image = stored ?? given
  if (!image) return
  const decks = transaction.objectStore('deck')
  const deck = showAgain(await readDeck(decks), wallpaper, Date.now())
  decks.put(deck, 'deck')
  // Not over a stored one: in Firefox, pages that show that one would lose it.
  if (!stored) images.put(image, toKey(wallpaper))
  await done
  return deck.current ? { deck, current: deck.current, image } : undefined
}

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
