import { toText, toView } from '../../shared/pictures/containers.ts'

const orientationTag = 0x01_12

/**
 * Returns the EXIF data that says how a picture is turned, and nothing else. Returns `undefined` if the picture is not
 * turned.
 * @param exif EXIF data, which begins with a TIFF header (Exif 3.0 §4.5.2)
 */
export const toOrientationOnly = (exif: Uint8Array): Uint8Array<ArrayBuffer> | undefined => {
  const orientation = readOrientation(exif)
  if (orientation === undefined || orientation < 2 || orientation > 8) return undefined
  const tiff = toView(new Uint8Array(26))
  tiff.setUint32(0, 0x4d_4d_00_2a)
  tiff.setUint32(4, 8)
  tiff.setUint16(8, 1)
  tiff.setUint16(10, orientationTag)
  tiff.setUint16(12, 3)
  tiff.setUint32(14, 1)
  tiff.setUint16(18, orientation)
  return new Uint8Array(tiff.buffer as ArrayBuffer)
}

const entryBytes = 12

const readOrientation = (exif: Uint8Array): number | undefined => {
  const order = toText(exif.subarray(0, 2))
  if (exif.length < 8 || (order !== 'MM' && order !== 'II')) return undefined
  const isLittle = order === 'II'
  const view = toView(exif)
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > exif.length) return undefined
  const count = view.getUint16(directory, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * entryBytes
    if (at + entryBytes > exif.length) return undefined
    if (view.getUint16(at, isLittle) === orientationTag) return view.getUint16(at + 8, isLittle)
  }
  return undefined
}
