import { toList } from '../../../shared/unknown.ts'
import { createTransact, toPromise } from '../../platform/storage/database.ts'
import { type DeckWallpaper, toKey } from '../wallpaper/deck.ts'
import { readImage } from '../wallpaper/deck-store.ts'
import { parseDeck } from '../wallpaper/parse-deck.ts'
import { type Eviction, type Kept, parseKept, type Stock, withoutUpcoming } from './stock.ts'

export interface StockStore {
  read(): Promise<Stock>
  readImage(key: string): Promise<Blob | undefined>
  /**
   * Stores a favorite with `image`, or with the image that the deck already stores for it. Resolves with false
   * when there is no image. Throws `QuotaExceededError` when the disk is full.
   */
  keep(wallpaper: DeckWallpaper, image?: Blob): Promise<boolean>
  /** Removes the stored favorites for which `isWanted` is false, and sorts the others by `order`. */
  arrange(isWanted: (kept: Kept) => boolean, order: (kept: Kept) => number): Promise<void>
  evict(decide: (stock: Stock) => Eviction): Promise<void>
}

type Stores = Record<'deck' | 'images', IDBObjectStore>

const transact = createTransact('fresco', ['deck', 'images'])

export const createStockStore = (): StockStore => ({
  read: () => transact('readonly', readStock),
  readImage: (key) => transact('readonly', ({ images }) => readImage(images, key)),
  keep: (wallpaper, image) => transact('readwrite', (stores) => keep(stores, wallpaper, image)),
  arrange: async (isWanted, order) => {
    const toArranged = (kept: readonly Kept[]) =>
      kept.filter(isWanted).toSorted((a, b) => order(a) - order(b))
    // The order of the stored favorites is usually unchanged. Writing it again would make a new tab wait.
    const kept = await transact('readonly', ({ deck }) => readKept(deck))
    if (listKeys(toArranged(kept)) === listKeys(kept)) return
    await transact('readwrite', async ({ deck }) => {
      deck.put(toArranged(await readKept(deck)), 'kept')
    })
  },
  evict: async (decide) => {
    if (decide(await transact('readonly', readStock)).removed.length === 0) return
    // On a full disk, a transaction that only deletes pictures still succeeds. A second transaction therefore
    // updates the records, because updating may fail.
    const removed = await transact('readwrite', (stores) => removeImages(stores, decide))
    await transact('readwrite', (stores) => forget(stores, new Set(removed)))
  },
})

const listKeys = (kept: readonly Kept[]) => kept.map(({ key }) => key).join()

const removeImages = async (stores: Stores, decide: (stock: Stock) => Eviction) => {
  const { removed } = decide(await readStock(stores))
  for (const key of removed) stores.images.delete(key)
  return removed
}

const forget = async ({ deck: decks }: Stores, removed: ReadonlySet<string>): Promise<void> => {
  const deck = parseDeck(await toPromise(decks.get('deck')))
  const kept = await readKept(decks)
  decks.put(withoutUpcoming(deck, removed), 'deck')
  decks.put(
    kept.filter(({ key }) => !removed.has(key)),
    'kept',
  )
}

const readKept = async (decks: IDBObjectStore) =>
  toList(await toPromise<unknown>(decks.get('kept')), parseKept)

const readStock = async ({ deck: decks, images }: Stores): Promise<Stock> => {
  const [deck, kept, keys, blobs] = await Promise.all([
    toPromise(decks.get('deck')),
    readKept(decks),
    toPromise(images.getAllKeys()),
    // `getAll` does not load the bytes of the pictures. Only their sizes are read here.
    toPromise<unknown[]>(images.getAll()),
  ])
  const sizes = new Map(
    blobs.map((blob, at) => [String(keys[at]), blob instanceof Blob ? blob.size : 0]),
  )
  return { deck: parseDeck(deck), kept: kept.filter(({ key }) => sizes.has(key)), sizes }
}

const keep = async ({ deck: decks, images }: Stores, wallpaper: DeckWallpaper, image?: Blob) => {
  const key = toKey(wallpaper)
  const stored = image ?? (await readImage(images, key))
  if (!stored) return false
  const others = (await readKept(decks)).filter((one) => one.key !== key)
  if (image) images.put(image, key)
  decks.put([...others, { key, wallpaper, bytes: stored.size }], 'kept')
  return true
}
