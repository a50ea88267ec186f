import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { encodePath } from '../../shared/ids.ts'
import { cardSize, fillsCard, type WallpaperUrls } from './wallpaper-urls.ts'

interface StaticUrlsOptions {
  publicUrl: string
  pageNames: ReadonlyMap<string, string>
  cards?: ReadonlyMap<string, string>
}

/** The addresses of a catalogue that is exported as plain files. No file is made on request. */
export const createStaticUrls = ({
  publicUrl,
  pageNames,
  cards = new Map(),
}: StaticUrlsOptions): WallpaperUrls => {
  const toUrl = (file: string) => `${publicUrl}/${encodePath(file)}`
  const full = ({ mainFile }: Pick<Wallpaper, 'mainFile'>) => toUrl(`main/${mainFile}`)
  return {
    page: ({ id }) => `${toUrl(`wallpaper/${pageNames.get(id) ?? id}`)}/`,
    haveSizes: () => false,
    atResizer: () => undefined,
    full,
    fullAt: (mainPath) => `${publicUrl}/main/${mainPath}`,
    preview: (wallpaper) =>
      wallpaper.cacheFile === '' ? full(wallpaper) : toUrl(`cache/${wallpaper.cacheFile}`),
    image: full,
    copies: ({ renditions = [] }) =>
      renditions.map(({ file, width, height }) => ({ url: toUrl(file), width, height })),
    card: (wallpaper) => {
      const file = cards.get(wallpaper.id)
      if (file === undefined) return { url: full(wallpaper), size: undefined }
      return { url: toUrl(file), size: fillsCard(wallpaper) ? cardSize : undefined }
    },
  }
}
