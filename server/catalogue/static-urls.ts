import { createFileUrls } from '../../shared/catalogue/wallpaper-detail.ts'
import { encodePath } from '../../shared/ids.ts'
import { cardSize, fillsCard, type WallpaperUrls } from './wallpaper-urls.ts'

interface StaticUrlsOptions {
  publicUrl: string
  /** The folder names of wallpaper pages by id. */
  pageNames: ReadonlyMap<string, string>
  /** The files of cards by id. */
  cards?: ReadonlyMap<string, string>
}

/** The addresses of a catalogue that is exported as plain files. No file is made on request. */
export const createStaticUrls = ({
  publicUrl,
  pageNames,
  cards = new Map(),
}: StaticUrlsOptions): WallpaperUrls => {
  const files = createFileUrls(publicUrl)
  const toUrl = (file: string) => `${publicUrl}/${encodePath(file)}`
  return {
    page: ({ id }) => `${toUrl(`wallpaper/${pageNames.get(id) ?? id}`)}/`,
    haveSizes: () => false,
    atResizer: () => undefined,
    ...files,
    copies: ({ renditions = [] }) =>
      renditions.map(({ file, width, height }) => ({ url: toUrl(file), width, height })),
    card: (wallpaper) => {
      const file = cards.get(wallpaper.id)
      if (file === undefined) return { url: files.full(wallpaper), size: undefined }
      return { url: toUrl(file), size: fillsCard(wallpaper) ? cardSize : undefined }
    },
  }
}
