import { bareDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { CatalogueClient, Describe } from '../wallpaper/catalogue-client.ts'
import { type Deck, type DeckWallpaper, keptBack, listCurrent, toKey } from '../wallpaper/deck.ts'
import type { FetchStatus } from '../wallpaper/fetch-status.ts'
import type { ImageClient } from '../wallpaper/image-client.ts'
import { emptyDeck } from '../wallpaper/parse-deck.ts'
import { isForeign } from './stock.ts'
import type { StockStore } from './stock-store.ts'

interface Network {
  describe: Describe
  images: ImageClient
}

interface FromStock extends Network {
  /**
   * Finds stored favorites without the network. Favorites in the screen's shape come first. If the host of the pictures
   * refuses more requests, finds the latest wallpapers as well, whose pictures are also stored.
   */
  findStored: CatalogueClient['find']
}

/** Reads stored favorites from the disk, and fetches all other wallpapers from the network. */
export const createFromStock = ({
  stock,
  readStatus,
  describe,
  images,
}: Network & {
  stock: Pick<StockStore, 'read' | 'readImage'>
  readStatus: () => Promise<Pick<FetchStatus, 'problem'>>
}): FromStock => {
  const read = () => stock.read().catch(() => ({ kept: [], deck: emptyDeck }))
  const find = async (isWanted: (wallpaper: DeckWallpaper) => boolean) =>
    (await read()).kept.find(({ wallpaper }) => isWanted(wallpaper))
  return {
    describe: async (catalogue, id) => {
      const key = toKey({ id, catalogue })
      const kept = await find((wallpaper) => toKey(wallpaper) === key)
      return kept ? toDetail(kept.wallpaper) : describe(catalogue, id)
    },
    findStored: async ({ catalogue: server, type }, exclude) => {
      const [{ kept: all, deck }, { problem }] = await Promise.all([read(), readStatus()])
      const favorites = all
        .filter((kept) => !isForeign(kept, server))
        .map(({ wallpaper }) => wallpaper)
        .sort((a, b) => Number(b.type === type) - Number(a.type === type))
      const isRefused = problem?.kind === 'refused' && problem.status === 429
      const earlier = isRefused ? listEarlier(deck) : []
      return [...favorites, ...earlier]
        .filter(({ id }) => !exclude.includes(id))
        .map((wallpaper) => ({ ...toDetail(wallpaper), catalogue: wallpaper.catalogue }))
    },
    images: {
      load: async (pictured, screen) => {
        const { kept, deck } = await read()
        const isSame = ({ image_url }: DeckWallpaper) => image_url === pictured.image_url
        const known = [...kept.map(({ wallpaper }) => wallpaper), ...deck.history].find(isSame)
        const blob = known && (await stock.readImage(toKey(known)).catch(() => undefined))
        if (!blob) return images.load(pictured, screen)
        const { color, light, luminance } = known
        return { blob, color, light, luminance }
      },
    },
  }
}

const listEarlier = (deck: Deck) => {
  const shown = listCurrent(deck).map(toKey)
  return deck.history.slice(-keptBack).filter((wallpaper) => !shown.includes(toKey(wallpaper)))
}

const toDetail = ({ light, focal, catalogue, ...wallpaper }: DeckWallpaper): WallpaperDetail =>
  bareDetail({ ...wallpaper, focal_point: toPoint(focal) })

const toPoint = (focal: string | null): WallpaperDetail['focal_point'] => {
  const [x, y] = (focal ?? '').split(' ').map((part) => Number.parseInt(part, 10) / 100)
  return x !== undefined && y !== undefined ? { x, y } : null
}
