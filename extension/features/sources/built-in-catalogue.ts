import { bareDetail, matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { type BundledWallpaper, toBundledFile } from '../wallpaper/deck.ts'
import { type Source, type SourceDeps, shuffle } from './source.ts'

/** The pictures that are part of the extension. They have no categories or colors. */
export const openBuiltInCatalogue = ({ bundle, connectImages }: SourceDeps): Source => ({
  find: async ({ category, color, tone, type }, exclude) => {
    const fitting = bundle
      .map(toBundledDetail)
      .filter((one) => !exclude.includes(one.id))
      .filter((one) => matchesDetail(one, { category, color, tone, type }) === true)
    return shuffle(fitting, Math.random)
  },
  describe: async (_name, id) => {
    const wallpaper = bundle.find((one) => one.id === id)
    return wallpaper && toBundledDetail(wallpaper)
  },
  load: connectImages().load,
})

const toBundledDetail = ({ focal, ...wallpaper }: BundledWallpaper): WallpaperDetail =>
  bareDetail({ ...wallpaper, type: 'desktop', format: 'jpg', url: toBundledFile(wallpaper) })
