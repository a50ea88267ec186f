import { coalesce } from '../../../shared/async.ts'
import { bareDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import { toRecord } from '../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { onRequest, roomRequest } from '../../platform/browser/messages.ts'
import { ignoreStorageError, isDiskFull } from '../../platform/storage/storage-error.ts'
import { settingsItem } from '../settings/settings.ts'
import { type DeckWallpaper, listCurrent, toKey } from '../wallpaper/deck.ts'
import { emptyDeck } from '../wallpaper/parse-deck.ts'
import { favoritesStore } from './favorites-store.ts'
import { createStoreFavorites, type DescribeAndLoad, toBudget } from './store-favorites.ts'
import { type StoredFavorites, storedFavorites, sumOf } from './stored-favorites.ts'

export const startStoredFavorites = (catalogue: DescribeAndLoad) => {
  const store = coalesce(
    createStoreFavorites({ stored: storedFavorites, favorites: favoritesStore, catalogue }),
  )
  const storeFavorites = () => void store({ asked: false })
  const makeRoom = async () => {
    await storedFavorites.evict({ budget: 0, sparesFavorites: true })
  }
  onRequest((message) =>
    toRecord(message).type === roomRequest.type ? makeRoom().catch(ignoreStorageError) : undefined,
  )
  favoritesStore.onChange(storeFavorites)
  settingsItem.onChange(storeFavorites)
  return {
    storeFavorites,
    ...createStoredFirst(storedFavorites, catalogue),
    /** The bytes of the budget that favorites and shown wallpapers leave for upcoming wallpapers. */
    readRoom: async () => {
      const [{ deck, favorites, sizes }, settings] = await Promise.all([
        storedFavorites.read(),
        settingsItem.read(),
      ])
      const held = new Set([...favorites.map(({ key }) => key), ...listCurrent(deck).map(toKey)])
      return toBudget(settings) - sumOf([...held].map((key) => sizes.get(key) ?? 0))
    },
    makeRoom: async (error: unknown) => {
      if (isDiskFull(error)) await makeRoom()
      throw error
    },
  }
}

export const createStoredFirst = (
  stored: Pick<StoredFavorites, 'read' | 'readImage'>,
  { describe, load }: DescribeAndLoad,
): DescribeAndLoad => {
  const read = async () =>
    (await stored.read().catch(ignoreStorageError)) ?? { favorites: [], deck: emptyDeck }
  return {
    describe: async (catalogue, id) => {
      const stored = await read()
      const favorite = stored.favorites.find(({ key }) => key === toKey({ id, catalogue }))
      return favorite ? toStoredDetail(favorite.wallpaper) : describe(catalogue, id)
    },
    load: async (pictured, screen) => {
      const { favorites, deck } = await read()
      const isSame = ({ image_url }: DeckWallpaper) => image_url === pictured.image_url
      const known = [...favorites.map(({ wallpaper }) => wallpaper), ...deck.history].find(isSame)
      const blob = known && (await stored.readImage(toKey(known)).catch(() => undefined))
      if (!blob) return load(pictured, screen)
      const { color, light, luminance } = known
      return { blob, color, light, luminance }
    },
  }
}

const toStoredDetail = ({
  light,
  focal,
  catalogue,
  terms,
  ...wallpaper
}: DeckWallpaper): WallpaperDetail => bareDetail({ ...wallpaper, focal_point: toPoint(focal) })

const toPoint = (focal: string | null): WallpaperDetail['focal_point'] => {
  const [x, y] = (focal ?? '').split(' ').map((part) => Number.parseInt(part, 10) / 100)
  return x !== undefined && y !== undefined ? { x, y } : null
}
