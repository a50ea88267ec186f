import { describePixels, sampleSize } from '../../../shared/pictures/describe-pixels.ts'
import { whenNoTabOpens } from '../../platform/browser/give-way.ts'
import {
  type DecodedPicture,
  decodePicture,
  drawScaled,
  encode,
  fitScreen,
  readPixels,
  scaleBy,
} from '../../platform/browser/image-codec.ts'
import { PictureError, type PictureProblem } from '../../platform/browser/picture-error.ts'
import { parsePicture } from '../../platform/browser/picture-file.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { isDiskFull } from '../../platform/storage/storage-error.ts'
import { toOwnId } from './own-picture.ts'
import { ownStore } from './own-store.ts'

export interface PickedFile {
  file: File
  /** The name of the folder that the file was in, or an empty text. */
  folder: string
}

export interface ImportTask extends PickedFile {
  /** The size of the copy. */
  screen: ScreenSize
}

/** `unreadable` means that the file has disappeared, or that the worker failed, which is logged. */
export type SkipReason = PictureProblem | 'unreadable'

export type ImportOutcome =
  | { kind: 'added' }
  /** The same picture is stored already, perhaps under another name. */
  | { kind: 'known' }
  | { kind: 'skipped'; reason: SkipReason }
  | { kind: 'disk-full' }

const thumbnailSide = 400
// A limit is needed because the whole file is read into memory. The largest photos of phones have 60 MB.
const mostBytes = 150 * 1024 * 1024

/** Stores copies of one file. Runs in a worker, so that it does not block a page. */
export const importPicture = async ({
  file,
  folder,
  screen,
}: ImportTask): Promise<ImportOutcome> => {
  if (file.size > mostBytes) return { kind: 'skipped', reason: 'too-large' }
  await whenNoTabOpens()
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return { kind: 'skipped', reason: 'unreadable' }
  const id = await toOwnId(bytes)
  if (await ownStore.has(id)) return { kind: 'known' }
  try {
    const { copies, measured } = await makeCopies(bytes, screen)
    const { name, lastModified: changedAt } = file
    const size = copies.image.size + copies.thumbnail.size
    const picture = { id, name, folder, bytes: size, addedAt: Date.now(), changedAt, ...measured }
    return { kind: (await ownStore.add(picture, copies)) ? 'added' : 'known' }
  } catch (error) {
    if (error instanceof PictureError) return { kind: 'skipped', reason: error.code }
    if (isDiskFull(error)) return { kind: 'disk-full' }
    throw error
  }
}

const makeCopies = async (bytes: ArrayBuffer, screen: ScreenSize) => {
  const { type } = parsePicture(new Uint8Array(bytes))
  await whenNoTabOpens()
  const picture = await decodePicture(bytes, type)
  try {
    await whenNoTabOpens()
    const { blob, source } = await fitScreen(picture, bytes, screen)
    await whenNoTabOpens()
    const small = await drawScaled(source, fitInside(picture, thumbnailSide))
    const thumbnail = await encode(small, 'image/webp')
    await whenNoTabOpens()
    return { copies: { image: blob, thumbnail }, measured: await measure(picture, source) }
  } finally {
    picture.frame.close()
  }
}

const measure = async (picture: DecodedPicture, source: ImageBitmapSource) => {
  const size = fitInside(picture, sampleSize)
  const data = withoutOpacity(await readPixels(source, size))
  const { width, height } = picture
  return { width, height, ...describePixels({ data, ...size }) }
}

const fitInside = (size: ScreenSize, side: number): ScreenSize =>
  scaleBy(size, Math.min(1, side / Math.max(size.width, size.height)))

const withoutOpacity = (pixels: Uint8ClampedArray): Uint8Array => {
  const data = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3)
    data.set(pixels.subarray(from, from + 3), to)
  return data
}
