import type { Metadata } from 'sharp'
import { openPicture } from './open-picture.ts'
import { createPictureWork, type PictureWork } from './picture-work.ts'

const longestSide = 3840

const toSmaller = ({ autoOrient: { width, height } }: Metadata) => {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * Makes a picture that is larger than any screen as large as one. Metadata stays, because it may say when the picture was taken.
 * @throws PictureTooLargeError
 */
export const shrinkToScreen = async (
  content: Buffer,
  work: PictureWork = createPictureWork(),
): Promise<Uint8Array> => {
  const picture = await openPicture(content)
  return work.run({
    picture,
    isPatient: true,
    toOutput: (metadata) => {
      const whole = toSmaller(metadata)
      return { ...whole, whole, format: 'jpeg' }
    },
    run: async (metadata) => {
      const size = toSmaller(metadata)
      if (size.width === metadata.autoOrient.width) return content
      const smaller = picture.resize({ ...size, fit: 'fill' }).keepMetadata()
      return metadata.hasAlpha
        ? smaller.webp({ quality: 90 }).toBuffer()
        : // Optimized files are smaller, but the encoder then holds the whole picture: 24 megapixels took 336 MB instead of 117 MB.
          smaller.jpeg({ quality: 90, optimiseCoding: false }).toBuffer()
    },
  })
}
