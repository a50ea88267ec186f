import sharp, { type Metadata, type Sharp } from 'sharp'
import { toOrientation } from '../../../shared/catalogue/shape-and-format.ts'
import { sampleSize } from '../../../shared/pictures/describe-pixels.ts'
import { createIdleThread } from '../threads/thread.ts'
import { describeSample, type Sample } from './describe-sample.ts'
import { openPicture, pictureGround, toSrgb } from './open-picture.ts'
import { createPictureWork, type PictureWork } from './picture-work.ts'
import type { SampleHandlers } from './sample-worker.ts'

const pictureFormats = ['jpg', 'png', 'webp', 'avif'] as const

// Increase it when pictures are measured differently. All pictures are then measured again.
export const measureVersion = 5

const thumbSize = 100

type Description = ReturnType<typeof describeSample>
type Describe = (sample: Sample) => Description | Promise<Description>

/** The size is that after the picture has been turned as its EXIF data says. */
export type PictureMeasure = ReturnType<typeof toShape> & Description

/** Describes pictures in a thread, so that no request waits for the 10 ms that one takes. */
export const describeInThread = (): Describe => {
  const inThread = createIdleThread<SampleHandlers>(new URL('./sample-worker.ts', import.meta.url))
  return (sample) => inThread(({ ask }) => ask('describeSample', sample))
}

/**
 * Measures a picture's size, colors and focal point.
 * @param input a path, or the content of the file
 * @throws PictureTooLargeError when the picture takes more memory than `work` allows
 * @throws Error when the file is not a complete jpeg, png, webp or avif, or has too many pixels
 */
export const measurePicture = async (
  input: string | Buffer,
  work: PictureWork = createPictureWork({ memoryBytes: Number.POSITIVE_INFINITY }),
  describe: Describe = describeSample,
): Promise<PictureMeasure> => {
  const picture = await openPicture(input)
  const run = async (metadata: Metadata) => ({
    ...toShape(metadata),
    ...(await describe(await takeSample(picture, metadata))),
  })
  return work.run({ picture, run, isPatient: true })
}

const toShape = (metadata: Metadata) => {
  const format = toFormat(metadata.format, metadata.compression)
  const { width, height } = metadata.autoOrient
  return {
    width,
    height,
    format,
    // biome-ignore lint/style/noNonNullAssertion: both sides are numbers
    orientation: toOrientation(width, height)!,
  }
}

const toFormat = (format: string | undefined, compression: string | undefined) => {
  const name = format === 'jpeg' ? 'jpg' : compression === 'av1' ? 'avif' : format
  const known = pictureFormats.find((one) => one === name)
  if (known === undefined) throw new Error(`${name} is not jpeg, png, webp or avif`)
  return known
}

// sharp's `info.premultiplied` is left out on purpose, because passing it back to sharp gives wrong colors.
export const samplePixels = async (picture: Sharp, metadata: Metadata) => {
  const sample = picture
    .resize({ width: sampleSize, height: sampleSize, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: pictureGround })
  const converted = await toSrgb(sample, metadata)
  const { data, info } = await converted.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const takeSample = async (picture: Sharp, metadata: Metadata): Promise<Sample> => {
  const pixels = await samplePixels(picture, metadata)
  const { width, height } = pixels
  const { data, info } = await sharp(pixels.data, { raw: { width, height, channels: 3 } })
    .resize({ width: thumbSize, height: thumbSize, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels, thumb: { data, width: info.width, height: info.height } }
}
