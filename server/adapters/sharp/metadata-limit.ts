import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate, constants as zlib } from 'node:zlib'
import { toText, toView } from '../../../shared/pictures/containers.ts'
import { toPictureType, typeBytes } from '../../../shared/pictures/picture-type.ts'
import { findAvifParts } from '../../metadata/avif.ts'
import { createPictureBytes, type PictureBytes, sizeOf } from '../../metadata/picture-bytes.ts'
import { PictureTooLargeError } from './picture-work.ts'

// libvips takes nine bytes of memory for each byte of a PNG's texts, which it unpacks, and six for each byte of other
// metadata. Files of real cameras and programs have less than a tenth of this.
const mostTextBytes = 8_000_000
const mostMetadataBytes = 32_000_000

/**
 * Looks for metadata that takes much memory, because sharp copies all of it as soon as it opens a picture.
 * @param input a path, or the content of the file
 * @throws PictureTooLargeError
 */
export const requireLittleMetadata = async (input: string | Buffer): Promise<void> => {
  if (typeof input !== 'string')
    return check(createPictureBytes(input.length, async (at, n) => input.subarray(at, at + n)))
  await using file = await open(input)
  const { size } = await file.stat()
  await check(
    createPictureBytes(size, async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }),
  )
}

const check = async (file: PictureBytes) => {
  const type = toPictureType(await file.at(0, Math.min(typeBytes, file.size)))
  const isPng = type === 'image/png'
  const most = isPng ? mostTextBytes : mostMetadataBytes
  const count = isPng ? countPng : counters.get(type ?? '')
  if (count === undefined || (await count(file)) <= most) return
  const unpacked = isPng ? ' when it is unpacked' : ''
  throw new PictureTooLargeError(`its metadata is larger than ${most / 1e6} MB${unpacked}`)
}

const countPng = async (file: PictureBytes) => {
  let total = 0
  for (let at = 8; at + 8 <= file.size && total <= mostTextBytes; ) {
    const head = await file.at(at, 8)
    const length = toView(head).getUint32(0)
    const type = toText(head.subarray(4))
    if (type === 'tEXt' || type === 'eXIf') total += length
    else if (type === 'zTXt' || type === 'iTXt' || type === 'iCCP') {
      const content = await file.at(at + 8, Math.min(length, mostTextBytes))
      total += Math.max(length, await unpackedSize(type, content))
    }
    at += 12 + length
  }
  return total
}

const unpack = promisify(inflate)

const unpackedSize = async (type: string, content: Uint8Array): Promise<number> => {
  const keyword = content.indexOf(0)
  // An iTXt chunk says whether it is compressed, and has two more texts in front (PNG 3 §11.3.3.4).
  if (type === 'iTXt' && content[keyword + 1] === 0) return 0
  const texts = type === 'iTXt' ? content.indexOf(0, content.indexOf(0, keyword + 3) + 1) : -1
  const packed = content.subarray(type === 'iTXt' ? texts + 1 : keyword + 2)
  const options = { maxOutputLength: mostTextBytes, finishFlush: zlib.Z_SYNC_FLUSH }
  return unpack(packed, options).then(
    ({ length }) => length,
    // libvips leaves out a text that is damaged.
    ({ code }: NodeJS.ErrnoException) => (code === 'ERR_BUFFER_TOO_LARGE' ? Infinity : 0),
  )
}

const countJpeg = async (file: PictureBytes) => {
  let total = 0
  for (let at = 2; ; ) {
    const [mark, code = 0, high = 0, low = 0] = await file.at(at, 4)
    const isMetadata = (code >= 0xe0 && code <= 0xef) || code === 0xfe
    // The data of the picture begins with 0xda.
    if (mark !== 0xff || code === 0xda || total > mostMetadataBytes) return total
    const length = high * 256 + low
    if (isMetadata) total += length
    // Any number of 0xff may be in front of a code (ITU T.81 §B.1.1.2).
    at += code === 0xff ? 1 : 2 + length
  }
}

const countWebp = async (file: PictureBytes) => {
  let total = 0
  for (let at = 12; at + 8 <= file.size; ) {
    const head = await file.at(at, 8)
    const length = toView(head).getUint32(4, true)
    if (/^(?:EXIF|XMP |ICCP)$/.test(toText(head.subarray(0, 4)))) total += length
    at += 8 + length + (length % 2)
  }
  return total
}

const countAvif = async (file: PictureBytes) => {
  const parts = await findAvifParts(file)
  return sizeOf(parts.filter((part) => !('from' in part)))
}

const counters = new Map([
  ['image/jpeg', countJpeg],
  ['image/webp', countWebp],
  ['image/avif', countAvif],
])
