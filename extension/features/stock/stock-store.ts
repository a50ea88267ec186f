import { openDatabase, toDone, toPromise } from '../../platform/storage/database.ts'
import { toList } from '../../platform/unknown.ts'
import { type DeckWallpaper, listInUse, toKey } from '../wallpaper/deck.ts'
import { readImage } from '../wallpaper/deck-store.ts'
import { parseDeck } from '../wallpaper/parse-deck.ts'
import { type Eviction, type Kept, parseKept, type Stock, withoutUpcoming } from './stock.ts'

/** Reads and changes what is stored of pictures; every change is one transaction. */
export interface StockStore {
  read(): Promise<Stock>
  /** The stored picture of this `toKey`. */
  readImage(key: string): Promise<Blob | undefined>
  /**
   * Keeps a favorite's picture: `image`, or the one that the deck has of it. False when there is neither.
   * Throws `QuotaExceededError` when the disk is full.
   */
  keep(wallpaper: DeckWallpaper, image?: Blob): Promise<boolean>
  /** Lets go of the favorites that `isWanted` denies, and puts the others into the order of `order`. */
  arrange(isWanted: (kept: Kept) => boolean, order: (kept: Kept) => number): Promise<void>
  /** Applies a pure decision; pictures that it removes are gone afterwards. */
  evict(decide: (stock: Stock) => Eviction): Promise<void>
}

/** The stock in IndexedDB: `images`, and the records `deck` and `kept` of the store `deck`. */
export const createStockStore = (open: () => Promise<IDBDatabase> = openDatabase): StockStore => {
  const transact = async <T>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>) => {
    const database = await open()
    const transaction = database.transaction(['deck', 'images'], mode)
    const done = toDone(transaction)
    database.close()
    const stores = {
      decks: transaction.objectStore('deck'),
      images: transaction.objectStore('images'),
    }
    const [result] = await Promise.all([work(stores), done])
    return result
  }
  return {
    read: () => transact('readonly', readStock),
    readImage: (key) => transact('readonly', ({ images }) => readImage(images, key)),
    keep: (wallpaper, image) => transact('readwrite', (stores) => keep(stores, wallpaper, image)),
    arrange: async (isWanted, order) => {
      const toArranged = (kept: readonly Kept[]) =>
        kept.filter(isWanted).toSorted((a, b) => order(a) - order(b))
      // A tab that opens waits for every write: mostly there is nothing to change.
      const kept = await transact('readonly', ({ decks }) => readKept(decks))
      if (listKeys(toArranged(kept)) === listKeys(kept)) return
      await transact('readwrite', async ({ decks }) => {
        decks.put(toArranged(await readKept(decks)), 'kept')
      })
    },
    evict: async (decide) => {
      if (decide(await transact('readonly', readStock)).removed.length === 0) return
      // Two steps: where the disk is full nothing can be written, but what only removes is let through.
      const removed = await transact('readwrite', (stores) => removeImages(stores, decide))
      await transact('readwrite', (stores) => forget(stores, new Set(removed)))
    },
  }
}

const listKeys = (kept: readonly Kept[]) => kept.map(({ key }) => key).join()

const removeImages = async (stores: Stores, decide: (stock: Stock) => Eviction) => {
  const { removed } = decide(await readStock(stores))
  for (const key of removed) stores.images.delete(key)
  return removed
}

const forget = async ({ decks }: Stores, removed: ReadonlySet<string>): Promise<void> => {
  const deck = parseDeck(await toPromise(decks.get('deck')))
  const kept = await readKept(decks)
  decks.put(withoutUpcoming(deck, removed), 'deck')
  decks.put(
    kept.filter(({ key }) => !removed.has(key)),
    'kept',
  )
}

interface Stores {
  decks: IDBObjectStore
  images: IDBObjectStore
}

const readKept = async (decks: IDBObjectStore) =>
  toList(await toPromise<unknown>(decks.get('kept')), parseKept)

const readStock = async ({ decks, images }: Stores): Promise<Stock> => {
  const [deck, kept, keys, blobs] = await Promise.all([
    toPromise(decks.get('deck')),
    readKept(decks),
    toPromise(images.getAllKeys()),
    // The bytes stay on the disk: only their number is looked at.
    toPromise<unknown[]>(images.getAll()),
  ])
  const sizes = new Map(
    blobs.map((blob, at) => [String(keys[at]), blob instanceof Blob ? blob.size : 0]),
  )
  return { deck: parseDeck(deck), kept: kept.filter(({ key }) => sizes.has(key)), sizes }
}

const keep = async ({ decks, images }: Stores, wallpaper: DeckWallpaper, image?: Blob) => {
  const key = toKey(wallpaper)
  const stored = image ?? (await readImage(images, key))
  if (!stored) return false
  const others = (await readKept(decks)).filter((one) => one.key !== key)
  if (image) images.put(image, key)
  decks.put([...others, { key, wallpaper, bytes: stored.size }], 'kept')
  return true
}

/**
 * An older version stored pictures under the id of their wallpaper alone, which two servers may share:
 * gives them the names that this version looks for.
 */
export const renameImages = async (
  open: () => Promise<IDBDatabase> = openDatabase,
): Promise<void> => {
  const database = await open()
  const transaction = database.transaction(['deck', 'images'], 'readwrite')
  const done = toDone(transaction)
  database.close()
  const images = transaction.objectStore('images')
  const deck = parseDeck(await toPromise(transaction.objectStore('deck').get('deck')))
  const keys = new Set(await toPromise(images.getAllKeys()))
  for (const wallpaper of listInUse(deck)) {
    if (!keys.has(wallpaper.id) || keys.has(toKey(wallpaper))) continue
    images.put(await toPromise(images.get(wallpaper.id)), toKey(wallpaper))
  }
  for (const key of keys) if (!String(key).includes(' ')) images.delete(key)
  await done
}
