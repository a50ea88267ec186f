import { toList, toRecord, toText } from '../../../shared/unknown.ts'
import { announceDeck } from '../../platform/browser/messages.ts'
import { onClosed, openDatabase, toDone, toPromise } from '../../platform/storage/database.ts'
import {
  type BundledWallpaper,
  type Current,
  type Deck,
  type DeckRules,
  type DeckWallpaper,
  dropWallpaper,
  listInUse,
  showAgain,
  toKey,
} from './deck.ts'
import { filterUpcoming } from './deck-moves.ts'
import { parseDeck } from './parse-deck.ts'
import type { LoadPicture } from './show-image.ts'

export interface Claimed {
  deck: Deck
  current: Current
  image: Blob | undefined
}

/** Reads and changes the deck, each in one transaction. Throws `QuotaExceededError` when the disk is full. */
export interface DeckStore {
  read(): Promise<Deck>
  readImage(key: string): Promise<Blob | undefined>
  /**
   * Applies a pure change, and deletes the images that the changed deck does not use. `image` belongs to a
   * wallpaper that the change adds. The image and the change are both stored, or neither.
   */
  update(change: (deck: Deck) => Deck, image?: { key: string; blob: Blob }): Promise<Deck>
  /**
   * Takes a wallpaper out of the deck for this tab. Everything happens in one `readwrite` transaction, so that
   * many tabs that open at once get different wallpapers. `expectedKey` is the `toKey` of the wallpaper that will probably
   * be claimed. Its image is read together with the deck.
   */
  claim(advance: (deck: Deck) => Deck, expectedKey?: string): Promise<Claimed | undefined>
  /** Shows an earlier wallpaper again. Resolves with `undefined` when its image is neither stored nor given. */
  recall(wallpaper: DeckWallpaper, image?: Blob): Promise<Claimed | undefined>
}

/** The code that the script in the head shares with the page. A second copy would add 1.2 kB (5 %) to a new tab. */
export interface DeckAccess {
  bundle: readonly BundledWallpaper[]
  deckStore: DeckStore
  rules: DeckRules
  loadPicture: LoadPicture
  /** True if the deck is that of the background, and the tab has another storage. */
  isDistant?: boolean
  /** Set if the database was late. The page shows the claimed wallpaper when it arrives. */
  late?: Promise<Claimed | undefined> | undefined
}

export const createDeckStore = (opening?: Promise<IDBDatabase>): DeckStore => {
  const forget = () => {
    opening = undefined
  }
  const database = () => {
    opening ??= openDatabase()
    // If the database cannot be opened or its connection closes, the next call opens the database again.
    opening.then((opened) => onClosed(opened, forget), forget)
    return opening
  }
  return {
    read: async () => readDeck((await database()).transaction('deck').objectStore('deck')),
    readImage: async (key) =>
      readImage((await database()).transaction('images').objectStore('images'), key),
    update: async (change, image) => update(await database(), change, image),
    claim: async (advance, expectedKey) => claim(await database(), advance, expectedKey),
    recall: async (wallpaper, image) => recall(await database(), wallpaper, image),
  }
}

const readDeck = async (decks: IDBObjectStore) => parseDeck(await toPromise(decks.get('deck')))

const begin = (database: IDBDatabase, options?: IDBTransactionOptions) => {
  const transaction = database.transaction(['deck', 'images'], 'readwrite', options)
  return {
    transaction,
    decks: transaction.objectStore('deck'),
    images: transaction.objectStore('images'),
  }
}

const update = async (
  database: IDBDatabase,
  change: (deck: Deck) => Deck,
  image: { key: string; blob: Blob } | undefined,
): Promise<Deck> => {
  const { transaction, decks, images } = begin(database)
  const done = toDone(transaction)
  const stored = await toPromise(images.getAllKeys())
  const before = await readDeck(decks)
  // On a full disk, the pictures may be deleted although the deck without them could not be written.
  const after = change(filterUpcoming(before, ({ wallpaper }) => stored.includes(toKey(wallpaper))))
  if (after !== before) {
    decks.put(after, 'deck')
    if (image) images.put(image.blob, image.key)
  }
  // The images of favorites stay stored. `features/favorites/stored-favorites.ts` lists these favorites in the record `favorites`.
  const favorites = toList(await toPromise(decks.get('favorites')), (one) =>
    toText(toRecord(one).key),
  )
  const used: IDBValidKey[] = [...listInUse(after).map(toKey), ...favorites]
  for (const key of stored) if (!used.includes(key)) images.delete(key)
  await done
  if (image && after !== before) announceDeck()
  return after
}

const recall = async (
  database: IDBDatabase,
  wallpaper: DeckWallpaper,
  given: Blob | undefined,
): Promise<Claimed | undefined> => {
  const { transaction, decks, images } = begin(database)
  const done = toDone(transaction)
  const stored = await readImage(images, toKey(wallpaper))
  const image = stored ?? given
  if (!image) return
  const deck = showAgain(await readDeck(decks), wallpaper, Date.now())
  decks.put(deck, 'deck')
  // An image that is already stored is not stored again, because pages that show it would lose it in Firefox.
  if (!stored) images.put(image, toKey(wallpaper))
  await done
  return deck.current ? { deck, current: deck.current, image } : undefined
}

const claim = async (
  database: IDBDatabase,
  advance: (deck: Deck) => Deck,
  expectedKey: string | undefined,
): Promise<Claimed | undefined> => {
  // The transaction does not wait for the disk, because that would delay every tab. A power cut may therefore
  // lose the claim, and the next tab shows the same wallpaper.
  const { decks, images } = begin(database, { durability: 'relaxed' })
  const deck = readDeck(decks)
  const expectedImage = expectedKey ? readImage(images, expectedKey) : undefined
  const claimed = await takeFirstWithImage(await deck, advance, (key) =>
    key === expectedKey && expectedImage ? expectedImage : readImage(images, key),
  )
  if (claimed) decks.put(claimed.deck, 'deck')
  return claimed
}

const takeFirstWithImage = async (
  before: Deck,
  advance: (deck: Deck) => Deck,
  read: (key: string) => Promise<Blob | undefined>,
): Promise<Claimed | undefined> => {
  const deck = advance(before)
  const { current } = deck
  if (!current) return
  if (current.kind === 'bundled') return { deck, current, image: undefined }
  const key = toKey(current.wallpaper)
  const image = await read(key)
  if (image) return { deck, current, image }
  // A wallpaper whose picture is missing is removed and does not become an earlier one.
  return takeFirstWithImage(dropWallpaper(before, key), advance, read)
}

export const readImage = (images: IDBObjectStore, key: string): Promise<Blob | undefined> =>
  toPromise<unknown>(images.get(key)).then((value) =>
    value instanceof Blob && value.size ? value : undefined,
  )
