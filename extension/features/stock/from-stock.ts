import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { CatalogueClient, Describe } from '../wallpaper/catalogue-client.ts'
import { type DeckWallpaper, toKey } from '../wallpaper/deck.ts'
import type { ImageClient } from '../wallpaper/image-client.ts'
import { isForeign } from './stock.ts'
import type { StockStore } from './stock-store.ts'

interface Network {
  describe: Describe
  images: ImageClient
}

interface FromStock extends Network {
  /** Finds stored favorites without the network. Favorites in the screen's shape come first. */
  findStored: CatalogueClient['find']
}

/** Reads stored favorites from the disk, and fetches all other wallpapers from the network. */
export const createFromStock = ({
  stock,
  describe,
  images,
}: Network & { stock: Pick<StockStore, 'read' | 'readImage'> }): FromStock => {
  const listKept = async () => {
    const { kept } = await stock.read().catch(() => ({ kept: [] }))
    return kept
  }
  const find = async (isWanted: (wallpaper: DeckWallpaper) => boolean) =>
    (await listKept()).find(({ wallpaper }) => isWanted(wallpaper))
  return {
    describe: async (catalogue, id) => {
      const key = toKey({ id, catalogue })
      const kept = await find((wallpaper) => toKey(wallpaper) === key)
      return kept ? toDetail(kept.wallpaper) : describe(catalogue, id)
    },
    findStored: async ({ catalogue: server, type }, exclude) => {
      const own = (await listKept())
        .filter((kept) => !isForeign(kept, server) && !exclude.includes(kept.wallpaper.id))
        .map(({ wallpaper }) => ({ ...toDetail(wallpaper), catalogue: wallpaper.catalogue }))
      return own.sort((a, b) => Number(b.type === type) - Number(a.type === type))
    },
    images: {
      load: async (pictured, screen) => {
        const kept = await find(({ image_url }) => image_url === pictured.image_url)
        const blob = kept && (await stock.readImage(kept.key).catch(() => undefined))
        if (!blob) return images.load(pictured, screen)
        const { color, light, luminance } = kept.wallpaper
        return { blob, color, light, luminance }
      },
    },
  }
}

const toDetail = ({ light, focal, catalogue, ...wallpaper }: DeckWallpaper): WallpaperDetail => ({
  ...wallpaper,
  format: '',
  palette: [],
  created_at: null,
  focal_point: toPoint(focal),
})

const toPoint = (focal: string | null): WallpaperDetail['focal_point'] => {
  const [x, y] = (focal ?? '').split(' ').map((part) => Number.parseInt(part, 10) / 100)
  return x !== undefined && y !== undefined ? { x, y } : null
}
