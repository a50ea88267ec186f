import { toText, toView } from '../../shared/pictures/containers.ts'
import { toOrientationOnly } from './exif.ts'
import {
  collectParts,
  DamagedPictureError,
  type PictureBytes,
  type PicturePart,
  sizeOf,
} from './picture-bytes.ts'

const pngChunks = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB bKGD hIST pHYs sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
)
const longestExif = 65_536

/**
 * Finds what to send of a PNG (PNG 3 §11): the critical chunks, whose names begin with a capital letter, and the chunks
 * that colors and animation need.
 */
export const findPngParts = async (file: PictureBytes): Promise<PicturePart[]> => {
  const { parts, keep, add } = collectParts()
  keep(0, 8)
  for (let at = 8; at + 8 <= file.size; ) {
    const head = await file.at(at, 8)
    const length = toView(head).getUint32(0)
    const type = toText(head.subarray(4))
    const end = at + 12 + length
    if (/^[A-Z]/.test(type) || pngChunks.has(type)) keep(at, Math.min(end, file.size))
    if (type === 'eXIf') {
      const exif = toOrientationOnly(await file.at(at + 8, Math.min(length, longestExif)))
      if (exif) add(toPngChunk('eXIf', exif))
    }
    if (type === 'IEND') break
    at = end
  }
  return parts
}

const toPngChunk = (type: string, content: Uint8Array) => {
  const chunk = new Uint8Array(12 + content.length)
  const view = toView(chunk)
  view.setUint32(0, content.length)
  chunk.set(toBytes(type), 4)
  chunk.set(content, 8)
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)))
  return chunk
}

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** The checksum of a PNG chunk (PNG 3 Annex D). */
const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0)
  }
  return ~crc >>> 0
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const [hasExif, hasXmp] = [0x08, 0x04]
// The chunk has 10 bytes (RFC 9649 §2.7). Later versions of the format may add some.
const longestFlags = 64

/** Finds what to send of a WebP (RFC 9649 §2). */
export const findWebpParts = async (file: PictureBytes): Promise<PicturePart[]> => {
  const { parts, keep, add } = collectParts()
  const riff = new Uint8Array(await file.at(0, 12))
  const riffEnd = Math.min(file.size, 8 + toView(riff).getUint32(4, true))
  let flags: { chunk: Uint8Array<ArrayBuffer>; at: number } | undefined
  let isStripped = riffEnd < file.size
  let orientation: Uint8Array<ArrayBuffer> | undefined
  for (let at = 12; at + 8 <= riffEnd; ) {
    const head = await file.at(at, 8)
    const type = toText(head.subarray(0, 4))
    const length = toView(head).getUint32(4, true)
    const end = at + 8 + length + (length % 2)
    if (type === 'VP8X') {
      if (length > longestFlags) throw new DamagedPictureError('The chunk VP8X is too long')
      flags = { chunk: new Uint8Array(await file.at(at, end - at)), at }
      add(flags.chunk)
    } else if (webpChunks.has(type)) keep(at, Math.min(end, riffEnd))
    else {
      isStripped = true
      if (type === 'EXIF') orientation ??= await readWebpExif(file, at + 8, length)
    }
    at = end
  }
  if (!isStripped) return [{ from: 0, to: file.size }]
  if (flags && flags.chunk.length > 8)
    flags.chunk[8] = ((flags.chunk[8] ?? 0) & ~(hasExif | hasXmp)) | (orientation ? hasExif : 0)
  if (flags && orientation) add(toRiffChunk('EXIF', orientation))
  toView(riff).setUint32(4, 4 + sizeOf(parts), true)
  return [riff, ...parts]
}

// Some programs put the prefix that EXIF data has in a JPEG in front of it.
const readWebpExif = async (file: PictureBytes, at: number, length: number) => {
  const exif = await file.at(at, Math.min(length, longestExif))
  return toOrientationOnly(toText(exif.subarray(0, 6)) === 'Exif\0\0' ? exif.subarray(6) : exif)
}

const toRiffChunk = (type: string, content: Uint8Array) => {
  const chunk = new Uint8Array(8 + content.length + (content.length % 2))
  chunk.set(toBytes(type))
  toView(chunk).setUint32(4, content.length, true)
  chunk.set(content, 8)
  return chunk
}
