import type { Catalogue } from './catalogue.ts'
import type { Wallpaper } from './wallpaper.ts'

/** The absolute URLs of a wallpaper's page and files. */
export interface WallpaperUrls {
  page(wallpaper: Pick<Wallpaper, 'id'>): string
  /** Whether this server holds the files and can make other sizes of them. */
  readonly areHere: boolean
  /** The full-resolution file. */
  full(wallpaper: Pick<Wallpaper, 'mainFile'>): string
  /** The same of a row whose `mainPathAt` is known. */
  fullAt(mainPath: string): string
  /** The catalogue's own preview file; the full file where it has none. */
  preview(wallpaper: Wallpaper): string
  /** The route that answers the picture at an asked size. */
  image(wallpaper: Wallpaper): string
}

/** @param publicUrl where this server is reached, without a trailing slash */
export const createWallpaperUrls = (
  publicUrl: string,
  { filesUrl = publicUrl }: Pick<Catalogue, 'filesUrl'>,
): WallpaperUrls => {
  const fullAt = (mainPath: string) => `${filesUrl}/main/${mainPath}`
  const full = ({ mainFile }: Pick<Wallpaper, 'mainFile'>) => fullAt(encodePath(mainFile))
  return {
    page: ({ id }) => `${publicUrl}/wallpaper/${encodeURIComponent(id)}`,
    areHere: filesUrl === publicUrl,
    full,
    fullAt,
    preview: (wallpaper) =>
      wallpaper.cacheFile === ''
        ? full(wallpaper)
        : `${filesUrl}/cache/${encodePath(wallpaper.cacheFile)}`,
    image: ({ id }) => `${publicUrl}/images/${encodeURIComponent(id)}`,
  }
}

/** A file name as the path of a URL has it. */
export const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')
