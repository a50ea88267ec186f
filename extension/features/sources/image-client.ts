import { readRetryAfter } from '../../../shared/retry-after.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { PreparedImage } from '../../platform/browser/image-codec.ts'
import { PictureError } from '../../platform/browser/picture-error.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { type Fetch, get, readBlob } from '../../remote/http.ts'
import { FetchError } from '../../remote/problem.ts'

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
  fetch: Fetch | undefined
  /** Checks, scales and measures a downloaded file. */
  prepare: (file: Blob, screen: ScreenSize) => Promise<PreparedImage>
}

export const createImageClient = ({ fetch, prepare }: ImageDeps): ImageClient => {
  const load = async (url: string, screen: ScreenSize) =>
    prepare(await download(url, fetch), screen)
  return {
    load: ({ image_url, url }, screen) =>
      load(image_url, screen).catch((error) => {
        if (!url || url === image_url) throw error
        return load(url, screen)
      }),
  }
}

export const inScreenSize =
  (load: ImageClient['load']): ImageClient['load'] =>
  ({ image_url, ...wallpaper }, screen) =>
    load({ ...wallpaper, image_url: toScreenUrl(image_url, screen) }, screen)

// Returns the address of the picture as a JPEG in the screen's size. Browsers decode JPEG fastest.
export const toScreenUrl = (imageUrl: string, { width, height }: ScreenSize): string => {
  const url = new URL(imageUrl)
  const query = { w: String(width), h: String(height), fit: 'cover', format: 'jpeg' }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const download = async (url: string, fetch?: Fetch): Promise<Blob> => {
  const response = await get(url, { deadlineMs, fetch })
  const { ok, status } = response
  if (!ok)
    throw new FetchError({ kind: 'refused', status }, { retryAfterMs: readRetryAfter(response) })
  const blob = await readBlob(response, maxBytes)
  if (blob) return blob
  throw new PictureError('too-large')
}
