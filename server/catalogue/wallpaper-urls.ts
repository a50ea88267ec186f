import type { FocalPoint } from '../pictures/focal-point.ts'
import type { Catalogue } from './catalogue.ts'
import type { Wallpaper } from './wallpaper.ts'

/** The absolute URLs of a wallpaper's page and files. */
export interface WallpaperUrls {
  page(wallpaper: Pick<Wallpaper, 'id'>): string
  /** Whether other sizes can be had of them, at `image`: made here, or by `resizer`. */
  haveSizes: boolean
  /** The address of a Cloudinary that holds the files: it makes sizes by what stands between this and a file. */
  resizer: string | undefined
  /** The full-resolution file. */
  full(wallpaper: Pick<Wallpaper, 'mainFile'>): string
  /** The same of a row whose `mainPathAt` is known. */
  fullAt(mainPath: string): string
  /** The catalogue's own preview file; where it has none, one that its host makes, or the full file. */
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
  const resizer = isResizing.test(filesUrl) ? filesUrl : undefined
  const smallFilesUrl = resizer === undefined ? filesUrl : `${resizer}/${small}`
  return {
    page: ({ id }) => `${publicUrl}/wallpaper/${encodeURIComponent(id)}`,
    haveSizes: areHere || resizer !== undefined,
    resizer,
    full,
    fullAt,
    preview: (wallpaper) =>
      wallpaper.cacheFile === ''
        ? `${smallFilesUrl}/main/${encodePath(wallpaper.mainFile)}`
        : `${filesUrl}/cache/${encodePath(wallpaper.cacheFile)}`,
    image: ({ id, mainFile, focalPoint }) => {
      const version = areHere ? toCropVersion(versionOf(mainFile), focalPoint) : undefined
      const image = `${publicUrl}/images/${encodeURIComponent(id)}`
      return version === undefined ? image : `${image}/${version}`
    },
  }
}

/** Where Cloudinary delivers originals: it resizes by what stands between this address and a file. */
const isResizing = /^https:\/\/(?:res\.cloudinary\.com\/[\w-]+|[^/]+)\/image\/upload$/
/** As large as previews are. */
const small = 'c_limit,f_auto,h_600,q_auto,w_600'

/** A picture that is cropped around another point is another picture, though its file is the same. */
export const toCropVersion = (version: string | undefined, focalPoint: FocalPoint | undefined) =>
  version === undefined || focalPoint === undefined
    ? version
    : `${version}-${Math.round(focalPoint.x * 1000)}-${Math.round(focalPoint.y * 1000)}`

/** A file name as the path of a URL has it. */
export const encodePath = (path: string) =>
  isPlain.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')

/** Most are, and encoding them takes five times as long as seeing that. */
const isPlain = /^[\w.-]+$/
