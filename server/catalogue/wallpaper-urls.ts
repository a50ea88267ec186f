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
  /** The route that answers the picture at an asked size; with a version it never changes what it answers. */
  image(wallpaper: Wallpaper): string
}

/**
 * @param publicUrl where this server is reached, without a trailing slash
 * @param versionOf the version of a file of `main/`, as far as it is known
 */
export const createWallpaperUrls = (
  publicUrl: string,
  { filesUrl = publicUrl }: Pick<Catalogue, 'filesUrl'>,
  versionOf: (mainFile: string) => string | undefined = () => undefined,
): WallpaperUrls => {
  const fullAt = (mainPath: string) => `${filesUrl}/main/${mainPath}`
  const full = ({ mainFile }: Pick<Wallpaper, 'mainFile'>) => fullAt(encodePath(mainFile))
  const areHere = filesUrl === publicUrl
  return {
    page: ({ id }) => `${publicUrl}/wallpaper/${encodeURIComponent(id)}`,
    areHere,
    full,
    fullAt,
    preview: (wallpaper) =>
      wallpaper.cacheFile === ''
        ? full(wallpaper)
        : `${filesUrl}/cache/${encodePath(wallpaper.cacheFile)}`,
    image: ({ id, mainFile }) => {
      const version = areHere ? versionOf(mainFile) : undefined
      const image = `${publicUrl}/images/${encodeURIComponent(id)}`
      return version === undefined ? image : `${image}/${version}`
    },
  }
}

/** A file name as the path of a URL has it. */
export const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')
