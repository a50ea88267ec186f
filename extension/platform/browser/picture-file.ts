import type { PictureSize } from '../../../shared/filter-rules.ts'
import {
  colorTableBytes,
  isOfScan,
  readBoxHead,
  toText,
  toView,
  typeAt,
} from '../../../shared/pictures/containers.ts'
import { type PictureType, toPictureType } from '../../../shared/pictures/picture-type.ts'
import { PictureError, type PictureProblem } from './picture-error.ts'

/** The size in pixels is that of the stored pixels, before rotation. A portrait photo may be stored in landscape. */
export interface PictureFile extends PictureSize {
  type: PictureType
}

// Decoding takes 4 to 6 bytes a pixel. A PNG of 400 million pixels can be a file of 390 kB and takes 1.8 GB.
const mostPixels = 8192 * 8192
// Chromium's canvas is blank if a side is longer, without an error.
const longestSide = 16_384

/**
 * Reads the type and the size of a picture file, and checks that the file is complete. Firefox decodes files whose end
 * is missing without an error.
 * @throws PictureError
 */
export const parsePicture = (bytes: Uint8Array): PictureFile => {
  const type = toPictureType(bytes)
  if (!type) throw new PictureError(toPictureProblem(bytes))
  const { width, height } = readSize(type, bytes)
  if (width === 0 || height === 0) throw new PictureError('damaged')
  if (width * height > mostPixels || Math.max(width, height) > longestSide)
    throw new PictureError('too-large')
  return { type, width, height }
}

const others: [PictureProblem, RegExp][] = [
  ['lfs-pointer', /^version https:\/\/git-lfs/],
  ['web-page', /^[^<]{0,64}<(?:!doctype html|html)/i],
  ['heic', /^.{4}ftyp(?:.{4})*(?:hei|hev|mif1)/s],
]

const toPictureProblem = (bytes: Uint8Array): PictureProblem => {
  const text = toText(bytes.subarray(0, 128))
  return others.find(([, pattern]) => pattern.test(text))?.[0] ?? 'not-a-picture'
}

const toLarger = (one: PictureSize, other: PictureSize): PictureSize =>
  other.width * other.height > one.width * one.height ? other : one

/** Reading behind the end of a file throws a RangeError. */
type SizeReader = (view: DataView, bytes: Uint8Array) => PictureSize

const readSize = (type: PictureType, bytes: Uint8Array): PictureSize => {
  try {
    return sizeReaders[type](toView(bytes), bytes)
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError('damaged', { cause: error })
  }
}

const endOfImage = 0xd9
// The frame headers are FF C0 to FF CF without the three codes for tables and extensions (ITU T.81 table B.1).
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

// Goes from segment to segment, because a preview inside the file also ends with the marker for the end.
const readJpeg: SizeReader = (view, bytes) => {
  let size: PictureSize = { width: 0, height: 0 }
  for (let at = findMarker(bytes, 2); ; ) {
    const code = view.getUint8(at + 1)
    if (code === endOfImage) return size
    // The markers FF 01 to FF BF have no length after them, and pictures do not use them.
    if (code < 0xc0) throw new RangeError('A marker is of unknown type')
    if (isFrame(code))
      size = toLarger(size, { width: view.getUint16(at + 7), height: view.getUint16(at + 5) })
    at = findMarker(bytes, at + 2 + view.getUint16(at + 2))
  }
}

const findMarker = (bytes: Uint8Array, from: number): number => {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && isOfScan(bytes[at + 1])) at = bytes.indexOf(0xff, at + 1)
  return at < 0 ? bytes.length : at
}

const readPng: SizeReader = (view) => {
  for (let at = 8; ; ) {
    const type = typeAt(view, at + 4)
    const end = at + 12 + view.getUint32(at)
    if (type === 'acTL' && view.getUint32(at + 8) > 1) throw new PictureError('animated')
    if (type === 'IEND') {
      view.getUint8(end - 1)
      return { width: view.getUint32(16), height: view.getUint32(20) }
    }
    at = end
  }
}

const readWebp: SizeReader = (view) => {
  view.getUint8(7 + view.getUint32(4, true))
  const chunk = typeAt(view, 12)
  if (chunk === 'VP8X') {
    if (view.getUint8(20) & 2) throw new PictureError('animated')
    return { width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 }
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

const readUint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 65_536

const readAvif: SizeReader = (view) => {
  if (typeAt(view, 8) === 'avis') throw new PictureError('animated')
  let size: PictureSize | undefined
  let hasPixels = false
  for (const { type, from, to } of listBoxes(view, 0, view.byteLength)) {
    if (type === 'mdat') hasPixels = true
    if (type === 'meta') size = readLargest(view, from + 4, to)
    if (size && hasPixels) return size
  }
  throw new RangeError('A box is missing')
}

// A picture that consists of tiles has several sizes. The largest is that of the whole picture.
const readLargest = (view: DataView, from: number, to: number): PictureSize => {
  const properties = listInside(view, listInside(view, [{ from, to }], 'iprp'), 'ipco')
  const sizes = listInside(view, properties, 'ispe').map(({ from: at }) => ({
    width: view.getUint32(at + 4),
    height: view.getUint32(at + 8),
  }))
  return sizes.reduce(toLarger, { width: 0, height: 0 })
}

interface Span {
  from: number
  to: number
}

const listInside = (view: DataView, spans: readonly Span[], wanted: string): Span[] =>
  spans.flatMap(({ from, to }) =>
    [...listBoxes(view, from, to)].filter(({ type }) => type === wanted),
  )

function* listBoxes(view: DataView, from: number, to: number) {
  for (let at = from; at < to; ) {
    const { type, length, headBytes } = readBoxHead(view, at, to - at)
    const end = at + length
    if (length < 8 || end > to) throw new RangeError('A box is too long or too short')
    yield { type, from: at + headBytes, to: end }
    at = end
  }
}

const [gifExtension, gifImage, gifEnd] = [0x21, 0x2c, 0x3b]

const readGif: SizeReader = (view) => {
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let images = 0
  for (let at = 13 + colorTableBytes(view.getUint8(10)); ; ) {
    const block = view.getUint8(at)
    if (block === gifEnd && images === 1) return size
    if (block === gifImage) images += 1
    else if (block !== gifExtension) throw new RangeError('A block is of unknown type')
    if (images > 1) throw new PictureError('animated')
    at = skipBlocks(
      view,
      block === gifImage ? at + 11 + colorTableBytes(view.getUint8(at + 9)) : at + 2,
    )
  }
}

const skipBlocks = (view: DataView, from: number): number => {
  let at = from
  while (view.getUint8(at) > 0) at += 1 + view.getUint8(at)
  return at + 1
}

const sizeReaders: Record<PictureType, SizeReader> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
  'image/avif': readAvif,
  'image/gif': readGif,
}
