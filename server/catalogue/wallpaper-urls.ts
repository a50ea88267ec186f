import type { HostedPicture, Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { encodePath } from '../../shared/ids.ts'
import type { Catalogue } from './catalogue.ts'
import { cropAsAllowed, type RenditionRequest, type Size, toCrop } from './renditions.ts'

type Original = Pick<Wallpaper, 'mainFile' | 'hosted'>

export interface WallpaperUrls {
  page(wallpaper: Pick<Wallpaper, 'id'>): string
  haveSizes(wallpaper: Pick<Wallpaper, 'hosted'>): boolean
  /** Returns a wallpaper's picture at Cloudinary, which can resize it, or `undefined` if it is somewhere else. */
  atResizer(wallpaper: Original): Omit<HostedPicture, 'url'> | undefined
  full(wallpaper: Original): string
  fullAt(mainPath: string): string
  preview(wallpaper: Wallpaper): string
  image(wallpaper: Wallpaper): string
  /** Returns smaller copies of a picture, for pages. They have the shape of the original. */
  copies(wallpaper: Wallpaper): readonly PictureCopy[]
  /** Returns the picture that other sites show beside a link to the wallpaper. */
  card(wallpaper: Wallpaper): PictureCard
}

export interface PictureCopy extends Size {
  url: string
}

interface PictureCard {
  url: string
  /** `undefined` if the original is too small for a card or must not be cropped. A picture is never enlarged. */
  size: Size | undefined
}

export const cardSize = { width: 1200, height: 630 } as const
const copyWidths = [800, 1200, 1920, 2880]

export const createWallpaperUrls = (
  publicUrl: string,
  { filesUrl = publicUrl }: Pick<Catalogue, 'filesUrl'>,
  versionOf: (mainFile: string) => string | undefined = () => undefined,
): WallpaperUrls => {
  const fullAt = (mainPath: string) => `${filesUrl}/main/${mainPath}`
  const full = ({ mainFile, hosted }: Original) => hosted?.url ?? fullAt(encodePath(mainFile))
  const areHere = filesUrl === publicUrl
  const resizer = isResizing.test(filesUrl) ? filesUrl : undefined
  const atResizer = ({ mainFile, hosted }: Original) =>
    hosted ??
    (resizer === undefined ? undefined : { resizer, path: `main/${encodePath(mainFile)}` })
  const haveSizes = ({ hosted }: Pick<Wallpaper, 'hosted'>) =>
    areHere || (hosted ?? resizer) !== undefined
  const image = (wallpaper: Wallpaper) => {
    const { id, mainFile, hosted } = wallpaper
    const version = areHere && !hosted ? toCropVersion(versionOf(mainFile), wallpaper) : undefined
    const unversioned = `${publicUrl}/images/${encodeURIComponent(id)}`
    return version === undefined ? unversioned : `${unversioned}/${version}`
  }
  return {
    page: ({ id }) => `${publicUrl}/wallpaper/${encodeURIComponent(id)}`,
    haveSizes,
    atResizer,
    full,
    fullAt,
    preview: (wallpaper) => {
      const { cacheFile, hosted } = wallpaper
      if (cacheFile !== '' && !hosted) return `${filesUrl}/cache/${encodePath(cacheFile)}`
      const there = atResizer(wallpaper)
      return there ? `${there.resizer}/${small}/${there.path}` : full(wallpaper)
    },
    image,
    copies: (wallpaper) => {
      const { width: widest, height } = wallpaper
      if (!haveSizes(wallpaper) || !widest || !height) return []
      return copyWidths
        .filter((width) => width <= widest)
        .map((width) => ({
          url: `${image(wallpaper)}?w=${width}&format=webp`,
          width,
          height: Math.round((width * height) / widest),
        }))
    },
    card: (wallpaper) => ({
      url: `${image(wallpaper)}?w=${cardSize.width}&h=${cardSize.height}&format=jpeg`,
      size: haveSizes(wallpaper) && fillsCard(wallpaper) ? cardSize : undefined,
    }),
  }
}

export const fillsCard = ({ width = 0, height = 0, license }: Wallpaper): boolean =>
  width >= cardSize.width && height >= cardSize.height && !license?.forbidsChanges

const isResizing = /^https:\/\/(?:res\.cloudinary\.com\/[\w-]+|[^/]+)\/image\/upload$/
const small = 'c_limit,f_auto,h_600,q_auto,w_600'

export const toCropVersion = (
  version: string | undefined,
  { focalPoint, license }: Pick<Wallpaper, 'focalPoint' | 'license'>,
) => {
  if (version === undefined) return undefined
  if (license?.forbidsChanges) return `${version}-whole`
  if (focalPoint === undefined) return version
  return `${version}-${Math.round(focalPoint.x * 1000)}-${Math.round(focalPoint.y * 1000)}`
}

const formats = { jpeg: 'f_jpg', webp: 'f_webp' } as const

// https://cloudinary.com/documentation/transformation_reference
export const toCloudinarySteps = (
  wallpaper: Pick<Wallpaper, 'width' | 'height' | 'focalPoint' | 'license'>,
  wanted: RenditionRequest,
): string => {
  const { width, height } = wallpaper
  const request = cropAsAllowed(wallpaper, wanted)
  const steps =
    width === undefined || height === undefined
      ? limitTo(request)
      : cropOf({ width, height }, request)
  return [...steps, `${formats[request.format]},q_auto`].join('/')
}

const cropOf = (original: Size, request: RenditionRequest): string[] => {
  if (request.width === undefined && request.height === undefined) return []
  const { whole, crop } = toCrop(original, request)
  // If only one pixel would be cropped, that is a rounding difference, so the picture is only scaled.
  if (whole.width - crop.width <= 1 && whole.height - crop.height <= 1) return [scaleTo(crop)]
  const cut = `c_crop,g_north_west,h_${crop.height},w_${crop.width},x_${crop.left},y_${crop.top}`
  return [scaleTo(whole), cut]
}

const scaleTo = ({ width, height }: Size) => `c_scale,h_${height},w_${width}`

// Resizes a picture whose size is unknown. Cloudinary's modes `c_lfill` and `c_limit` never enlarge a picture.
const limitTo = ({ width, height, fit }: RenditionRequest): string[] => {
  const box = [...(height ? [`h_${height}`] : []), ...(width ? [`w_${width}`] : [])]
  if (box.length === 0) return []
  return [[fit === 'cover' && box.length === 2 ? 'c_lfill' : 'c_limit', ...box].join(',')]
}
