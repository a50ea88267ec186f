import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Rendition } from '../../catalogue/renditions.ts'
import { requireLittleMetadata } from './metadata-limit.ts'

const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

/**
 * Lets sharp open only the picture formats of wallpapers, whatever a file is called. Its library libvips reads many
 * more formats, such as SVG and PDF. A malicious file could attack the code for each of them.
 */
export const openWallpapersOnly = () => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
}

// The cache of sharp (50 MB, 100 files) would be useless, because the server rarely opens a picture twice in a row.
// With MALLOC_ARENA_MAX, sharp uses a thread for each core, and the slowest requests then take 1.6 times as long.
export const limitSharp = () => {
  sharp.cache(false)
  sharp.concurrency(1)
}

export const toInput = (picture: Rendition['picture']) =>
  'path' in picture ? picture.path : picture

export const pictureGround = '#000000'

/** @throws PictureTooLargeError when the metadata would take much memory */
export const openPicture = async (input: string | Buffer): Promise<Sharp> => {
  await requireLittleMetadata(input)
  // With `failOn: 'error'`, sharp refuses a picture with missing data, but ignores warnings of the decoder.
  return sharp(input, { failOn: 'error' }).autoOrient().timeout({ seconds: 30 })
}

/**
 * Converts the resized picture to sRGB. CMYK without a color profile is converted by the simple formula of browsers.
 * libvips would assume the profile of a printer, and the colors would differ from those in a browser.
 */
export const toSrgb = async (picture: Sharp, { space, hasProfile }: Metadata): Promise<Sharp> => {
  if (space !== 'cmyk' || hasProfile) return picture.toColourspace('srgb')
  const { data: inks, info } = await picture
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const rgb = Buffer.alloc(width * height * 3)
  for (let at = 0, from = 0; at < rgb.length; from += 4) {
    const light = (255 - (inks[from + 3] ?? 0)) / 255
    for (let ink = 0; ink < 3; ink++)
      rgb[at++] = Math.round((255 - (inks[from + ink] ?? 0)) * light)
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
}
