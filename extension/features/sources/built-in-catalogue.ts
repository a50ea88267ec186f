import { bareDetail, matchesDetail } from '../../../shared/catalogue/wallpaper-detail.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { type BundledWallpaper, toBundledFile } from '../wallpaper/deck.ts'
import { readBundledDetails } from '../wallpaper/show-image.ts'
import { type Source, type SourceDeps, shuffle } from './source.ts'

/** The pictures that are part of the extension. They have no categories or colors. */
export const openBuiltInCatalogue = ({ bundle, connectImages }: SourceDeps): Source => ({
  find: async ({ category, color, tone, type }, exclude) => {
    const all = await Promise.all(bundle.map(toBundledDetail))
    const fitting = all
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

const toBundledDetail = async (wallpaper: BundledWallpaper): Promise<WallpaperDetail> => {
  const { focal, light, ...known } = { ...wallpaper, ...(await readBundledDetails(wallpaper.id)) }
  return bareDetail({ ...known, type: 'desktop', format: 'jpg', url: toBundledFile(known) })
}
