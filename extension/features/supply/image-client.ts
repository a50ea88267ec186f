import { readRetryAfter } from '../../../shared/retry-after.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { PreparedImage } from '../../platform/browser/image-codec.ts'
import { PictureError } from '../../platform/browser/picture-error.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { type Fetch, failUnreachable, get } from '../../remote/http.ts'
import { FetchError } from '../../remote/problem.ts'
import { kindOf } from '../settings/catalogues.ts'
import type { DeckWallpaper } from '../wallpaper/deck.ts'

// 20 MB take this long on a connection of 1.4 Mbit/s.
const deadlineMs = 120_000
const maxBytes = 40 * 1024 * 1024

export interface ImageClient {
  /**
   * Downloads `image_url`, or `url` if that fails. A caller that saves data leaves out `url`, which may be much larger.
   * @throws FetchError `refused` if the host answers with an error, `unreachable` if it does not answer
   * @throws PictureError if the file can't be shown
   */
  load(
    wallpaper: Pick<WallpaperDetail, 'id' | 'image_url'> & { url?: string; catalogue: string },
    screen: ScreenSize,
  ): Promise<PreparedImage>
}

interface ImageDeps {
  fetch?: Fetch
  /** Checks, scales and measures a downloaded file. */
  prepare: (file: Blob, screen: ScreenSize) => Promise<PreparedImage>
}

export const createImageClient = ({ fetch, prepare }: ImageDeps): ImageClient => {
  const load = async (url: string, screen: ScreenSize) =>
    prepare(await download(url, fetch), screen)
  return {
    load: ({ image_url, url, catalogue }, screen) => {
      // Only a server makes pictures in any size. Other addresses name files.
      const sized = kindOf(catalogue) === 'server' ? toScreenUrl(image_url, screen) : image_url
      return load(sized, screen).catch((error) => {
        if (!url || url === sized) throw error
        return load(url, screen)
      })
    },
  }
}

// Returns the address of the picture as a JPEG in the screen's size. Browsers decode JPEG fastest.
export const toScreenUrl = (imageUrl: string, { width, height }: ScreenSize): string => {
  const url = new URL(imageUrl)
  const query = { w: String(width), h: String(height), fit: 'cover', format: 'jpeg' }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const download = async (url: string, fetch?: Fetch): Promise<Blob> => {
  const response = await get(url, { deadlineMs, fetch })
  const { ok, status, headers } = response
  if (!ok)
    throw new FetchError({ kind: 'refused', status }, { retryAfterMs: readRetryAfter(response) })
  if (Number(headers.get('content-length')) > maxBytes) throw new PictureError('too-large')
  const blob = await response.blob().catch(failUnreachable)
  if (blob.size > maxBytes) throw new PictureError('too-large')
  return blob
}

export const toDeckWallpaper = async (
  found: WallpaperDetail & { catalogue: string },
  { color, light, luminance }: Omit<PreparedImage, 'blob'>,
): Promise<DeckWallpaper> => {
  const { format, palette, focal_point, created_at, file_size, ...wallpaper } = found
  const entry = {
    ...wallpaper,
    color: wallpaper.color ?? color,
    luminance: wallpaper.luminance ?? luminance,
    light,
    focal: toFocalPosition(focal_point),
    terms: '',
  }
  if (!entry.license && !entry.credit_url && !entry.source_url) return entry
  // The web page loads this code (1 kB) only for a picture that needs it.
  const { withTerms } = await import('./license-terms.ts')
  return withTerms(entry)
}

const toFocalPosition = (point: WallpaperDetail['focal_point']): string | null =>
  point && `${toPercent(point.x)} ${toPercent(point.y)}`

const toPercent = (share: number) => `${Math.round(share * 100)}%`
