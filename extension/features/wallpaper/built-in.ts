import { bareDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { FetchError } from '../../remote/problem.ts'
import type { Catalogue } from './all-catalogues.ts'
import { type BundledWallpaper, isDark, toBundledFile } from './deck.ts'
import { shuffle } from './find-wallpapers.ts'
import type { ImageClient } from './image-client.ts'

/** The built-in pictures as a catalogue, for a mix with others and for favorites. They have no categories or colors. */
export const createBuiltIn = (
  bundle: readonly BundledWallpaper[],
  images: Pick<ImageClient, 'load'>,
  random = Math.random,
): Catalogue => ({
  find: async ({ category, color, tone, type }, exclude) => {
    if (category || color || type === 'mobile') return []
    const fitting = bundle.filter(
      (wallpaper) => !exclude.includes(wallpaper.id) && (tone === undefined || isDark(wallpaper)),
    )
    return shuffle(fitting, random).map(toDetail)
  },
  describe: async (_name, id) => {
    const wallpaper = bundle.find((one) => one.id === id)
    if (!wallpaper) throw new FetchError({ kind: 'not-a-catalogue' })
    return toDetail(wallpaper)
  },
  load: images.load,
})

const toDetail = ({ light, focal, ...wallpaper }: BundledWallpaper): WallpaperDetail =>
  bareDetail({ ...wallpaper, type: 'desktop', format: 'jpg', url: toBundledFile(wallpaper) })
