import type { FocalPoint } from '../pictures/focal-point.ts'
import type { Catalogue } from './catalogue.ts'
import type { Wallpaper } from './wallpaper.ts'

/** The absolute URLs of a wallpaper's page and files. */
export interface WallpaperUrls {
  page(wallpaper: Pick<Wallpaper, 'id'>): string
  /** Whether `image` can be asked for other sizes. */
  haveSizes: boolean
  /** The address of Cloudinary, if it has the files. A path between this address and a file resizes that file. */
  resizer: string | undefined
  /** The full-resolution file. */
  full(wallpaper: Pick<Wallpaper, 'mainFile'>): string
  /** The full-resolution file by its `Catalogue.mainPathAt`. */
  fullAt(mainPath: string): string
  /** The preview file. Without one, Cloudinary makes a preview and other hosts send the full file. */
  preview(wallpaper: Wallpaper): string
  /** The route for other sizes. If the file's version is known, it is in the address, which can be cached forever. */
  image(wallpaper: Wallpaper): string
}

/**
 * @param publicUrl the address of this server, without a trailing slash
 * @param versionOf the version of a file in `main/`, or `undefined` if it is not known yet
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

/** Matches the address where Cloudinary delivers originals. */
const isResizing = /^https:\/\/(?:res\.cloudinary\.com\/[\w-]+|[^/]+)\/image\/upload$/
/** Cloudinary's transformation to the size of a preview. */
const small = 'c_limit,f_auto,h_600,q_auto,w_600'

/** The focal point is part of the version, because it changes the crop of an unchanged file. */
export const toCropVersion = (version: string | undefined, focalPoint: FocalPoint | undefined) =>
  version === undefined || focalPoint === undefined
    ? version
    : `${version}-${Math.round(focalPoint.x * 1000)}-${Math.round(focalPoint.y * 1000)}`

/** Encodes a file name, with its folders, for the path of a URL. */
export const encodePath = (path: string) =>
  isPlain.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')

/** Most names need no encoding. This test takes a fifth of the time of encoding. */
const isPlain = /^[\w.-]+$/
