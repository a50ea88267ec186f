import { isOfScan, toText } from '../../shared/pictures/containers.ts'
import { toOrientationOnly } from './exif.ts'
import { collectParts, type PictureBytes, type PicturePart } from './picture-bytes.ts'

const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda]
const exifName = 'Exif\0\0'

/** Finds what to send of a JPEG (ITU T.81 Annex B). */
export const findJpegParts = async (file: PictureBytes): Promise<PicturePart[]> => {
  const { parts, keep, add } = collectParts()
  let at = 2
  let isTurned = false
  keep(0, at)
  for (;;) {
    at = await findMarker(file, at)
    const [, code = endOfImage, high = 0, low = 0] = await file.at(at, 4)
    if (code === endOfImage) keep(at, Math.min(at + 2, file.size))
    // Another picture begins here, and the end of the first one is missing.
    if (code === endOfImage || code === startOfImage) return parts
    const end = at + 2 + high * 256 + low
    const payload = await file.at(at + 4, Math.max(0, end - at - 4))
    const isExif = code === 0xe1 && toText(payload.subarray(0, 6)) === exifName
    const orientation: Uint8Array | undefined =
      isExif && !isTurned ? toOrientationOnly(payload.subarray(6)) : undefined
    if (orientation) add(toSegment(0xe1, [...Buffer.from(exifName)], orientation))
    isTurned ||= orientation !== undefined
    const fixed = toFixedSegment(code, payload)
    if (fixed) add(fixed)
    else if (isOfPicture(code, payload)) keep(at, Math.min(end, file.size))
    at = end
    if (code === startOfScan) {
      at = await findMarker(file, end)
      keep(end, at)
    }
  }
}

/** Returns the position of the next marker, or the size of the file. */
const findMarker = async (file: PictureBytes, from: number): Promise<number> => {
  let at = from
  while (at + 1 < file.size) {
    const bytes = await file.from(at)
    if (bytes.length < 2) break
    const last = bytes.length - 1
    let found = bytes.indexOf(0xff)
    while (found >= 0 && found < last && isOfScan(bytes[found + 1]))
      found = bytes.indexOf(0xff, found + 1)
    if (found >= 0 && found < last) return at + found
    // The last byte may be the first half of a marker.
    at += last
  }
  return file.size
}

/** Whether decoders need a segment: tables, frames and scans, JFIF, color profiles, and Adobe's color transform. */
const isOfPicture = (code: number, payload: Uint8Array) => {
  const name = toText(payload.subarray(0, 12))
  if (code === 0xe0) return name.startsWith('JFIF\0')
  if (code === 0xe2) return name === 'ICC_PROFILE\0'
  if (code === 0xee) return name.startsWith('Adobe')
  return code >= 0xc0 && code <= 0xdf
}

// JFIF §10.1 and ITU T.872 §6.5.3: how long a segment without a thumbnail or unknown data is.
const [jfifBytes, adobeBytes] = [14, 12]

/** Shortens a segment that has more than decoders need. */
const toFixedSegment = (code: number, payload: Uint8Array) => {
  if (code === 0xe0 && payload.length > jfifBytes && isOfPicture(code, payload))
    return toSegment(code, payload.subarray(0, jfifBytes - 2), noThumbnail)
  if (code === 0xee && payload.length > adobeBytes && isOfPicture(code, payload))
    return toSegment(code, payload.subarray(0, adobeBytes))
  return undefined
}

const noThumbnail = [0, 0]

const toSegment = (code: number, ...content: Iterable<number>[]) => {
  const bytes = content.flatMap((part) => [...part])
  return Uint8Array.from([0xff, code, 0, 2 + bytes.length, ...bytes])
}
