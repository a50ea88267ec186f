import { measureAverage } from '../../../shared/oklab.ts'
import { type LightMap, mapped, toLightMap } from './light-map.ts'
import { PictureError } from './picture-error.ts'
import type { PictureFile } from './picture-file.ts'
import type { ScreenSize } from './screen.ts'

export interface PreparedImage {
  blob: Blob
  color: string | null
  light: LightMap | null
  /** The mean relative luminance, from 0 (black) to 1 (white). */
  luminance: number | null
  /** The `object-position` of a picture that was made for the screen. Others are shown around their focal point. */
  position?: string
}

// A picture is scaled down only if it is larger than the screen by more than this factor.
const tolerance = 1.3
const quality = 0.88

/**
 * Decodes a picture file whose format and completeness are known. A picture that is much larger than the screen, or not a
 * JPEG, is converted to a JPEG of the screen's size.
 * @throws PictureError
 */
export const convertPicture = async (
  bytes: ArrayBuffer,
  type: PictureFile['type'],
  screen: ScreenSize,
): Promise<PreparedImage> => {
  const picture = await decodePicture(bytes, type)
  try {
    const { blob, source } = await fitScreen(picture, bytes, screen)
    const pixels = await readPixels(source, mapped)
    return { blob, light: toLightMap(pixels, 4), ...measureAverage(pixels, 4) }
  } catch (error) {
    // A canvas of this picture's size may be too large for the device.
    throw error instanceof DOMException ? new PictureError('damaged', { cause: error }) : error
  } finally {
    picture.frame.close()
  }
}

type Frame = ImageBitmap | VideoFrame

export type DecodedPicture = Awaited<ReturnType<typeof decodePicture>>

/**
 * The `frame` is upright and in sRGB. Its `close` frees the memory.
 * @throws PictureError
 */
export const decodePicture = async (bytes: ArrayBuffer, type: PictureFile['type']) => {
  const frame = await decode(bytes, type).catch((error: unknown) => {
    throw new PictureError('damaged', { cause: error })
  })
  return { type, frame, ...sizeOf(frame) }
}

/** Returns the file as it is, or a JPEG of the screen's size if the picture is much larger or not a JPEG. */
export const fitScreen = async (
  { type, width, height, frame }: DecodedPicture,
  bytes: ArrayBuffer,
  screen: ScreenSize,
): Promise<{ blob: Blob; source: ImageBitmapSource }> => {
  const scale = Math.max(screen.width / width, screen.height / height)
  const isReady = type === 'image/jpeg' && scale * tolerance >= 1
  if (isReady) return { blob: new Blob([bytes], { type }), source: frame }
  const canvas = await drawScaled(frame, scaleBy({ width, height }, Math.min(1, scale)))
  return { blob: await encode(canvas, 'image/jpeg'), source: canvas }
}

export const scaleBy = ({ width, height }: ScreenSize, factor: number): ScreenSize => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
})

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

export const drawScaled = async (source: ImageBitmapSource, size: ScreenSize) => {
  // Firefox's `drawImage` skips pixels when it makes a picture much smaller, whatever its quality is set to.
  const bitmap = await createImageBitmap(source, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  toContext(canvas).drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas
}

export const toContext = (canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D => {
  // Without `alpha`, transparent parts become black, as in a JPEG.
  const context = canvas.getContext('2d', {
    alpha: false,
    willReadFrequently: canvas.width <= mapped.width,
  })
  if (!context) throw new Error('The browser has no 2d canvas')
  return context
}

export const encode = async (canvas: OffscreenCanvas, type: 'image/jpeg' | 'image/webp') => {
  const blob = await canvas.convertToBlob({ type, quality })
  // A browser that cannot make the wanted type makes a PNG without an error.
  if (blob.type !== type) throw new Error(`The browser made ${blob.type} instead of ${type}`)
  return blob
}

/** Returns red, green, blue and opacity of each pixel of a smaller copy. */
export const readPixels = async (source: ImageBitmapSource, { width, height }: ScreenSize) => {
  const canvas = await drawScaled(source, { width, height })
  return toContext(canvas).getImageData(0, 0, width, height).data
}
