import type { FileState } from '../catalogue/picture-versions.ts'
import { findAvifParts } from './avif.ts'
import { findPngParts, findWebpParts } from './chunks.ts'
import { findJpegParts } from './jpeg.ts'
import {
  DamagedPictureError,
  type PictureBytes,
  type PicturePart,
  type ReadBytes,
  sizeOf,
} from './picture-bytes.ts'

/** A picture without its metadata: the parts of the file to send, in order. */
interface PublicPicture {
  parts: readonly PicturePart[]
  size: number
}

/** Port: finds what to send of a picture file, and remembers it. */
export interface PublicPictures {
  /**
   * @param path absolute path of a file that the caller has opened as `read`
   * @param file the size and time of that file
   * @returns `undefined` if the whole file may be sent
   * @throws DomainError `NOT_FOUND` if the file is too damaged to find its metadata
   */
  find(
    path: string,
    file: FileState,
    picture: { type: string; read: ReadBytes },
  ): PublicPicture | undefined | Promise<PublicPicture | undefined>
}

const finders = new Map([
  ['image/jpeg', findJpegParts],
  ['image/png', findPngParts],
  ['image/webp', findWebpParts],
  ['image/avif', findAvifParts],
])

/**
 * Finds what to send of a picture file so that nobody learns where and by whom it was taken: the unchanged pixels, the
 * color profile and the orientation. Everything else is left out, also what follows the picture's end. From where a
 * file does not follow its format, nothing is sent.
 * @returns `undefined` if the file has nothing to leave out
 * @throws DamagedPictureError or RangeError when the file is so damaged that its metadata cannot be found, or is a GIF
 */
export const findPublicPicture = async (
  type: string,
  file: PictureBytes,
): Promise<PublicPicture | undefined> => {
  const findParts = finders.get(type)
  if (findParts === undefined)
    throw new DamagedPictureError(`The metadata of ${type} cannot be found`)
  const parts = await findParts(file)
  const size = sizeOf(parts)
  const isWhole = size === file.size && parts.length === 1 && parts.every((part) => 'from' in part)
  return isWhole ? undefined : { parts, size }
}
