import { toList, toNumber, toRecord } from '../../../shared/unknown.ts'
import { createTransact, toPromise } from '../../platform/storage/database.ts'
import {
  type Deck,
  type DeckWallpaper,
  findNext,
  isOfDay,
  listCurrent,
  stepsBack,
  toKey,
} from '../wallpaper/deck.ts'
import { filterUpcoming } from '../wallpaper/deck-moves.ts'
import { readImage } from '../wallpaper/deck-store.ts'
import { parseDeck, parseDeckWallpaper } from '../wallpaper/parse-deck.ts'

type Stores = Record<'deck' | 'images', IDBObjectStore>

const transact = createTransact('fresco', ['deck', 'images'])

export const storedFavorites = {
  read: (): Promise<StoredPictures> => transact('readonly', readAll),
  readImage: (key: string) => transact('readonly', ({ images }) => readImage(images, key)),
  /**
   * Stores a favorite with `image`, or with the image that the deck already stores for it. Resolves with false
   * when there is no image. Throws `QuotaExceededError` when the disk is full.
   */
  store: (wallpaper: DeckWallpaper, image?: Blob): Promise<boolean> =>
    transact('readwrite', (stores) => store(stores, wallpaper, image)),
  arrange: async (order: readonly string[]) => {
    const toArranged = (favorites: readonly StoredFavorite[]) => {
      const known = new Map(favorites.map((favorite) => [favorite.key, favorite]))
      return order.flatMap((key) => known.get(key) ?? [])
    }
    // The order of the stored favorites is usually unchanged. Writing it again would make a new tab wait.
    const favorites = await transact('readonly', ({ deck }) => readFavorites(deck))
    if (listKeys(toArranged(favorites)) === listKeys(favorites)) return
    await transact('readwrite', async ({ deck }) => {
      deck.put(toArranged(await readFavorites(deck)), 'favorites')
    })
  },
  evict: async (limits: Limits) => {
    if (listEvicted(await transact('readonly', readAll), limits).length === 0) return
    // On a full disk, a transaction that only deletes pictures still succeeds. A second transaction therefore
    // updates the records, because updating may fail.
    const evicted = await transact('readwrite', async (stores) => {
      const keys = listEvicted(await readAll(stores), limits)
      for (const key of keys) stores.images.delete(key)
      return keys
    })
    await transact('readwrite', (stores) => forget(stores, new Set(evicted)))
  },
}

export type StoredFavorites = typeof storedFavorites

const listKeys = (favorites: readonly StoredFavorite[]) => favorites.map(({ key }) => key).join()

const forget = async ({ deck: decks }: Stores, evicted: ReadonlySet<string>): Promise<void> => {
  const deck = parseDeck(await toPromise(decks.get('deck')))
  const favorites = (await readFavorites(decks)).filter(({ key }) => !evicted.has(key))
  decks.put(
    filterUpcoming(deck, ({ wallpaper }) => !evicted.has(toKey(wallpaper))),
    'deck',
  )
  decks.put(favorites, 'favorites')
}

const readFavorites = async (decks: IDBObjectStore) =>
  toList(await toPromise<unknown>(decks.get('favorites')), parseStoredFavorite)

const readAll = async ({ deck: decks, images }: Stores): Promise<StoredPictures> => {
  const [deck, favorites, keys, blobs] = await Promise.all([
    toPromise(decks.get('deck')),
    readFavorites(decks),
    toPromise(images.getAllKeys()),
    // `getAll` does not load the bytes of the pictures. Only their sizes are read here.
    toPromise<unknown[]>(images.getAll()),
  ])
  const sizes = new Map(
    blobs.map((blob, at) => [String(keys[at]), blob instanceof Blob ? blob.size : 0]),
  )
  return { deck: parseDeck(deck), favorites: favorites.filter(({ key }) => sizes.has(key)), sizes }
}

const store = async ({ deck: decks, images }: Stores, wallpaper: DeckWallpaper, image?: Blob) => {
  const key = toKey(wallpaper)
  const stored = image ?? (await readImage(images, key))
  if (!stored) return false
  const others = (await readFavorites(decks)).filter((one) => one.key !== key)
  if (image) images.put(image, key)
  decks.put([...others, { key, wallpaper, bytes: stored.size }], 'favorites')
  return true
}

export interface StoredPictures {
  deck: Deck
  favorites: StoredFavorite[]
  sizes: ReadonlyMap<string, number>
}

export const parseStoredFavorite = (value: unknown) => {
  const stored = toRecord(value)
  const wallpaper = parseDeckWallpaper(stored.wallpaper)
  return wallpaper && { key: toKey(wallpaper), wallpaper, bytes: toNumber(stored.bytes) }
}

export type StoredFavorite = NonNullable<ReturnType<typeof parseStoredFavorite>>

export interface Limits {
  budget: number
  /** True when favorites must stay, even if evicting all other pictures does not make enough room. */
  sparesFavorites?: boolean
}

/**
 * Chooses the keys of the pictures to evict, so that the others fit the budget. Earlier wallpapers go first, then the
 * upcoming wallpapers after the next one, and the favorites. The current, pinned and next wallpapers and the pictures of
 * the day always stay. The next dark wallpaper also stays if tabs will soon show only dark ones.
 */
export const listEvicted = (stored: StoredPictures, limits: Limits): string[] => {
  const evicted: string[] = []
  let total = sumOf(stored.sizes.values())
  for (const key of listByNeed(stored, limits)) {
    if (total <= limits.budget) break
    evicted.push(key)
    total -= stored.sizes.get(key) ?? 0
  }
  return evicted
}

const listByNeed = (
  { deck, favorites, sizes }: StoredPictures,
  { sparesFavorites }: Limits,
): string[] => {
  const tones = deck.darker ? [false, true] : [false]
  const next = tones.flatMap((dark) => findNext(deck, dark)?.wallpaper ?? [])
  const later = deck.upcoming.map(({ wallpaper }) => toKey(wallpaper))
  const days = deck.upcoming.filter(isOfDay).map(({ wallpaper }) => wallpaper)
  const held = new Set([...listCurrent(deck), ...next, ...days].map(toKey))
  const last = favorites.map(({ key }) => key)
  // In a small catalogue, an earlier wallpaper may be an upcoming one again.
  const back = deck.history
    .slice(-stepsBack)
    .map(toKey)
    .filter((key) => !later.includes(key))
  const others = [...back, ...later.reverse()].filter((key) => !last.includes(key))
  const all = new Set(sparesFavorites ? others : [...others, ...last])
  return [...all].filter((key) => sizes.has(key) && !held.has(key))
}

export const sumOf = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, value) => sum + value, 0)
