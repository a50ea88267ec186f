import sharp, { type Sharp } from 'sharp'

const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

/**
 * Lets sharp open only the formats of wallpapers, whatever a file is called. libvips knows many more formats
 * (SVG, PDF and others), and each is more code that a malicious file can attack.
 */
export const openWallpapersOnly = () => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
}

/** Turns off the cache of libvips (50 MB, 100 files), which is useless because no picture is opened twice in a row. */
export const limitSharp = () => {
  sharp.cache(false)
}

export const pictureGround = '#000000'

const maxSeconds = 30

/** Opens a picture and applies its EXIF rotation. Decoder warnings are tolerated, but missing data is an error. */
export const openPicture = (input: string | Buffer): Sharp =>
  sharp(input, { failOn: 'error' }).autoOrient().timeout({ seconds: maxSeconds })
