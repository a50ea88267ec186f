import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { PreparedImage } from '../../platform/browser/image-codec.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { type Fetch, get } from '../../remote/http.ts'
import { kindOf } from '../settings/catalogues.ts'
import type { Found } from './catalogue-client.ts'
import type { DeckWallpaper } from './deck.ts'

const deadlineMs = 30_000
const maxBytes = 40 * 1024 * 1024

export interface ImageClient {
  load(
    wallpaper: Pick<WallpaperDetail, 'id' | 'image_url' | 'url'> & { catalogue: string },
    screen: ScreenSize,
  ): Promise<PreparedImage>
}

export const createImageClient = ({
  fetch,
  prepare,
}: {
  fetch?: Fetch
  /** Checks, scales and measures a downloaded file. */
  prepare: (file: Blob, screen: ScreenSize) => Promise<PreparedImage>
}): ImageClient => {
  const load = async (url: string, screen: ScreenSize) =>
    prepare(await download(url, fetch), screen)
  return {
    load: ({ image_url, url, catalogue }, screen) => {
      // Only a server makes pictures in any size. Other addresses name files.
      const sized = kindOf(catalogue) === 'server' ? toScreenUrl(image_url, screen) : image_url
      return load(sized, screen).catch(() => load(url, screen))
    },
  }
}

// Returns the address of the picture as a JPEG in the screen's size. Browsers decode JPEG fastest.
export const toScreenUrl = (imageUrl: string, { width, height }: ScreenSize): string => {
  const url = new URL(imageUrl)
  url.searchParams.set('w', String(width))
  url.searchParams.set('h', String(height))
  url.searchParams.set('fit', 'cover')
  url.searchParams.set('format', 'jpeg')
  return url.href
}

const download = async (url: string, fetch?: Fetch): Promise<Blob> => {
  const response = await get(url, { deadlineMs, fetch })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  if (!/^image\//i.test(type))
    throw new Error(`${url} is not a picture but ${type || 'of unknown type'}`)
  if (Number(response.headers.get('content-length')) > maxBytes)
    throw new Error(`${url} is larger than ${maxBytes} bytes`)
  const blob = await response.blob()
  if (blob.size === 0 || blob.size > maxBytes) throw new Error(`${url} has ${blob.size} bytes`)
  return blob
}

export const toDeckWallpaper = (
  { format, palette, focal_point, created_at, ...wallpaper }: Found,
  { color, light, luminance }: Omit<PreparedImage, 'blob'>,
  catalogue: string,
): DeckWallpaper => ({
  catalogue,
  ...wallpaper,
  color: wallpaper.color ?? color,
  luminance: wallpaper.luminance ?? luminance,
  light,
  focal: toFocalPosition(focal_point),
})

const toFocalPosition = (point: WallpaperDetail['focal_point']): string | null =>
  point && `${toPercent(point.x)} ${toPercent(point.y)}`

const toPercent = (share: number) => `${Math.round(share * 100)}%`
