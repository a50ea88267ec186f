import { type LightMap, mapped, type Rgb, toLightMap, toMeanLuminance } from './light-map.ts'
import { PictureError, type PictureFile, parsePicture } from './picture-file.ts'
import type { ScreenSize } from './screen.ts'

export interface PreparedImage {
  blob: Blob
  color: string | null
  light: LightMap | null
  /** The mean relative luminance, from 0 (black) to 1 (white). */
  luminance: number | null
}

// A picture is scaled down only if it is larger than the screen by more than this factor.
const tolerance = 1.3
const quality = 0.88

/**
 * Checks and decodes a picture file, so that a broken picture is never stored. A picture that is much larger than the
 * screen, or not a JPEG, is converted to a JPEG of the screen's size.
 * @throws PictureError
 */
export const convertImage = async (file: Blob, screen: ScreenSize): Promise<PreparedImage> => {
  const bytes = await file.arrayBuffer()
  return convertPicture(bytes, parsePicture(new Uint8Array(bytes)).type, screen)
}

/** Does the same for a file whose format and completeness are known. */
export const convertPicture = async (
  bytes: ArrayBuffer,
  type: PictureFile['type'],
  screen: ScreenSize,
): Promise<PreparedImage> => {
  const picture = await decodePicture(bytes, type)
  try {
    const scale = Math.max(screen.width / picture.width, screen.height / picture.height)
    const isReady = picture.type === 'image/jpeg' && scale * tolerance >= 1
    if (isReady) return { blob: new Blob([bytes], { type }), ...(await measure(picture.frame)) }
    const canvas = draw(await resize(picture, Math.min(1, scale)))
    return { blob: await toJpeg(canvas), ...(await measure(canvas)) }
  } finally {
    picture.frame.close()
  }
}

type Frame = ImageBitmap | VideoFrame

interface DecodedPicture extends PictureFile {
  /** Upright and in sRGB. Its `close` frees the memory. */
  frame: Frame
}

const decodePicture = async (
  bytes: ArrayBuffer,
  type: PictureFile['type'],
): Promise<DecodedPicture> => {
  const frame = await decode(bytes, type).catch((error: unknown) => {
    throw new PictureError('damaged', { cause: error })
  })
  return { type, frame, ...sizeOf(frame) }
}

// Firefox's `createImageBitmap` decodes files on the main thread of all the extension's pages, even in a worker. A
// picture of 33 megapixels stops them for 0.2 to 1.2 s.
const decode = async (data: ArrayBuffer, type: string): Promise<Frame> => {
  if (!import.meta.env.FIREFOX || typeof ImageDecoder === 'undefined')
    return createImageBitmap(new Blob([data], { type }))
  const decoder = new ImageDecoder({ data, type })
  try {
    return (await decoder.decode()).image
  } finally {
    decoder.close()
  }
}

const sizeOf = (frame: Frame) =>
  'displayWidth' in frame
    ? { width: frame.displayWidth, height: frame.displayHeight }
    : { width: frame.width, height: frame.height }

const resize = ({ frame, width, height }: DecodedPicture, scale: number): Promise<ImageBitmap> =>
  scaleTo(frame, { width: Math.round(width * scale), height: Math.round(height * scale) })

// Firefox's `drawImage` skips pixels when it makes a picture much smaller, whatever its quality is set to.
const scaleTo = (source: ImageBitmapSource, { width, height }: ScreenSize): Promise<ImageBitmap> =>
  createImageBitmap(source, {
    resizeWidth: Math.max(1, width),
    resizeHeight: Math.max(1, height),
    resizeQuality: 'high',
  })

const draw = (bitmap: ImageBitmap): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  toContext(canvas).drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas
}

const toContext = (canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D => {
  const context = canvas.getContext('2d', { willReadFrequently: canvas.width <= mapped.width })
  if (!context) throw new Error('The browser has no 2d canvas')
  return context
}

const toJpeg = async (canvas: OffscreenCanvas): Promise<Blob> => {
  const type = 'image/jpeg'
  const blob = await canvas.convertToBlob({ type, quality })
  // A browser that cannot make the wanted type makes a PNG without an error.
  if (blob.type !== type) throw new Error(`The browser made ${blob.type} instead of ${type}`)
  return blob
}

const measure = async (source: ImageBitmapSource): Promise<Omit<PreparedImage, 'blob'>> => {
  const canvas = draw(await scaleTo(source, mapped))
  const { data } = toContext(canvas).getImageData(0, 0, mapped.width, mapped.height)
  return {
    color: toHex(toMean(data)),
    light: toLightMap(data, 4),
    luminance: toMeanLuminance(data, 4),
  }
}

const toMean = (pixels: Uint8ClampedArray): Rgb => {
  const count = pixels.length / 4
  const toMeanOf = (channel: number) => {
    let sum = 0
    for (let at = channel; at < pixels.length; at += 4) sum += pixels[at] ?? 0
    return sum / count
  }
  return [toMeanOf(0), toMeanOf(1), toMeanOf(2)]
}

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
