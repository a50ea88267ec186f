import { writeFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { openPicture } from './open-picture.ts'
import { createPictureWork, type PictureWork } from './picture-work.ts'

const longestSide = 3840

const toSmaller = ({ autoOrient: { width, height } }: Metadata) => {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * Reduces a picture in its file to the size of a screen. Metadata stays, because it may say when the picture was taken.
 * @returns the type of the smaller picture, or `undefined` if the file has not changed
 * @throws PictureTooLargeError
 */
export const shrinkToScreen = async (
  path: string,
  work: PictureWork = createPictureWork(),
): Promise<string | undefined> => {
  const picture = await openPicture(path)
  return work.run({
    picture,
    isPatient: true,
    toOutput: (metadata) => {
      const whole = toSmaller(metadata)
      return { ...whole, whole, format: 'jpeg' }
    },
    run: async (metadata) => {
      const size = toSmaller(metadata)
      if (size.width === metadata.autoOrient.width) return
      const smaller = picture.resize({ ...size, fit: 'fill' }).keepMetadata()
      const encoded = metadata.hasAlpha
        ? smaller.webp({ quality: 90 })
        : // Optimized files are smaller, but the encoder then holds the whole picture: 24 megapixels took 336 MB instead of 117 MB.
          smaller.jpeg({ quality: 90, optimiseCoding: false })
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
      await writeFile(path, data)
      return `image/${info.format}`
    },
  })
}
